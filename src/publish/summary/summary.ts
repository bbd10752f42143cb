import { asHtml } from '../../message.ts'
import { headlineOf } from '../content.ts'
import type { Result } from '../result.ts'
import { count } from '../wording.ts'
import { diagnosisPart } from './diagnosis.ts'
import { pullRequestPart } from './pull-request.ts'
import { quarantinedPart } from './quarantined.ts'
import { queuePart } from './queue.ts'
import { reasonsPart } from './reasons.ts'
import { testRunPart } from './test-run.ts'
import { timelinePart } from './timeline.ts'

/** Bytes that the lists of one part may take; those of the quarantined tests have more room, if there is. */
const LIST_ROOM = 120_000
/** Bytes of the quarantined tests: two thirds of the limit, some thousands of them. The report has them all. */
const TESTS_ROOM = 600_000

/**
 * The job summary: the verdict, why and what to do, what failed, then what else is known.
 *
 * @param room bytes that are free
 * @returns HTML of at most `room` bytes; as much as fits, and the verdict at least, else null
 */
export function summaryOf(result: Result, room: number): string | null {
  const verdict = verdictPart(result)
  // What failed comes before what surrounds it.
  const parts = [
    diagnosisPart(result),
    result.tests?.blocking(LIST_ROOM) ?? null,
    reasonsPart(result, LIST_ROOM),
    result.tests?.legs(LIST_ROOM) ?? null,
    result.tests?.others(LIST_ROOM) ?? null,
    testRunPart(result, LIST_ROOM),
    pullRequestPart(result),
    queuePart(result, LIST_ROOM),
    notesPart(result),
    result.preview ?? null,
    timelinePart(result, LIST_ROOM / 4),
  ]
  const kept: string[] = []
  let free = room - Buffer.byteLength(verdict) - RESERVE
  if (free < 0) return null
  let dropped = 0
  for (const part of parts) {
    if (part === null) continue
    const size = Buffer.byteLength(part) + 2
    if (size > free) {
      dropped++
      continue
    }
    free -= size
    kept.push(part)
  }
  const tests = quarantinedPart(result, Math.min(free, TESTS_ROOM))
  if (tests !== null) {
    if (Buffer.byteLength(tests) <= free) kept.push(tests)
    else dropped++
  }
  const note =
    dropped === 0 ? [] : [`<p><i>${count(dropped, 'part', 'parts')} did not fit, see the report file</i></p>`]
  // An empty line ends an HTML block, so the parts can't run into each other.
  return `${[verdict, ...kept, ...note].join('\n\n')}\n`
}

/** Bytes kept for the note on what did not fit. */
const RESERVE = 120

function verdictPart(result: Result): string {
  const { icon, text } = headlineOf(result)
  return `<h2>${icon} ${asHtml(text)}</h2>`
}

function notesPart({ notices, warnings }: Result): string | null {
  const notes = [...warnings, ...notices]
  return notes.length === 0 ? null : `<ul>${notes.map(note => `<li>${asHtml(note, 1000)}</li>`).join('\n')}</ul>`
}

import type { FailedTest, TestPlace } from '../facts/test-report.ts'
import { placeOf } from '../reports/failure.ts'
import type { Result } from '../result.ts'
import type { Toolkit } from '../runner/runner.ts'
import { asText, asWords, count, type Message, say } from '../text/message.ts'
import { workflowAnnotations } from './merge-group-checks.ts'
import { type Annotation, type Story, sectionLine, TITLE } from './story.ts'

/** The most characters of a message; GitHub cuts annotations at 4,096. */
const MESSAGE_LIMIT = 4000
/** GitHub shows ten annotations of each kind for a step, and silently drops the others. */
const MOST_OF_A_KIND = 10
/** At most this many further reasons of one condition are in the log; the job summary has more. */
const MOST_REASONS = 3

type Kind = 'notice' | 'warning' | 'error'

/** The log of the step. It makes every message harmless; its callers begin every line with words of the action. */
export interface Log {
  info(line: Message): void
  /** Lines folded under a title, which is in the action's own words. */
  group(title: string, lines: readonly Message[]): void
  /** The first ten errors are annotations even where `annotations` is off: they say why the step failed. */
  annotate(kind: Kind, message: Annotation, place?: TestPlace | null): void
  /** How many annotations on files GitHub would still show. The last error is kept free for the step's own failure. */
  room(kind: 'warning' | 'error'): number
}

interface LogOptions {
  /** If true, warnings and notices are annotations; else they are plain lines. */
  annotations: boolean
  toolkit: Toolkit
}

export function createLog({ annotations, toolkit }: LogOptions): Log {
  const harmless = (message: Message) => asText(message, MESSAGE_LIMIT)
  const counts = { notice: 0, warning: 0, error: 0 }
  return {
    info: line => toolkit.info(harmless(line)),
    group(title, lines) {
      toolkit.startGroup(title)
      for (const line of lines) toolkit.info(harmless(line))
      toolkit.endGroup()
    },
    annotate(kind, { title, text }, place) {
      counts[kind]++
      // A message that GitHub would not show as an annotation is still in the log.
      const isShown = (annotations || kind === 'error') && counts[kind] <= MOST_OF_A_KIND
      const where = place && { file: place.file, ...(place.line === null ? {} : { startLine: place.line }) }
      if (isShown) toolkit[kind](harmless(text), { ...where, title })
      else toolkit.info(`${LABELS[kind]}: ${harmless(text)}`)
    },
    room: kind => (annotations ? Math.max(0, MOST_OF_A_KIND - counts[kind] - (kind === 'error' ? 1 : 0)) : 0),
  }
}

const LABELS = { notice: 'Notice', warning: 'Warning', error: 'Error' }
const MARKS = { met: '✓', unmet: '✗', unknown: '?' }

/** The last lines before the errors: what is known, each condition, the outcome. */
export function closingLines({ icon, headline, digest, known, sections }: Story): Message[] {
  return [
    ...digest,
    ...known,
    ...sections.map(each => {
      const says = each.says.slice(0, MOST_REASONS)
      return say`${MARKS[each.verdict]} ${sectionLine({ ...each, says })}`
    }),
    `${icon} ${asWords(headline)}`,
  ]
}

/** Writes notices and warnings, then on files what they lack and which of their tests failed. */
export function annotate({ warnings }: Story, result: Result, workspace: string, log: Log): void {
  for (const text of result.notices) log.annotate('notice', { title: TITLE, text })
  for (const warning of warnings) log.annotate('warning', warning)
  for (const { kind, message, place } of workflowAnnotations(result)) {
    if (log.room(kind) > 0) log.annotate(kind, message, place)
  }
  const { blocking, excused } = result.judged?.excuses ?? { blocking: [], excused: [] }
  const left =
    annotateTests('error', 'blocking test', blocking, workspace, log) +
    annotateTests('warning', 'quarantined test failed', excused, workspace, log)
  if (left > 0) log.info(`Not annotated: ${count(left, 'failed test', 'failed tests')}; see the job summary`)
}

/** Annotates failed tests on their files as far as GitHub shows it, and returns the number of the others. */
function annotateTests(
  kind: 'warning' | 'error',
  what: string,
  tests: readonly { test: FailedTest }[],
  workspace: string,
  log: Log,
): number {
  const shown = tests.slice(0, log.room(kind))
  for (const { test } of shown) {
    const text = `${test.name || 'A test without a name'}: ${test.message ?? 'failed'}`
    log.annotate(kind, { title: `${TITLE}: ${what}`, text }, placeOf(test, workspace))
  }
  return tests.length - shown.length
}

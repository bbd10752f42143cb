import fs from 'node:fs'
import { writeWhole } from '../runner/files.ts'
import { appendOutputs } from '../runner/output-file.ts'
import type { Inputs } from '../setup/inputs.ts'
import { verdictLines } from './lines.ts'
import type { Log } from './log.ts'
import { failuresOf, type Message, noticesOf, warningsOf } from './messages.ts'
import { outputsOf, shortened } from './outputs.ts'
import { reportOf, reportPieces } from './report.ts'
import type { Result } from './result.ts'
import { summaryOf } from './summary/summary.ts'

/** Bytes of the summary with what other commands of the step put there; GitHub shows nothing of one over 1 MiB. */
const SUMMARY_LIMIT = 900 * 1024

/** Lines on requests that the log holds; the report lists every call. */
const REQUESTS_SHOWN = 100

/** Where the run is published to. */
export interface Targets {
  log: Log
  /** Checked path of the report file; null where it could not be determined. */
  reportFile: string | null
  /** GITHUB_OUTPUT */
  outputFile: string | null
  /** GITHUB_STEP_SUMMARY */
  summaryFile: string | null
  summary: Inputs['summary']
}

/**
 * Tells everybody what came out. Each part is written for itself: one that can't be written is a warning, takes
 * nothing from the others, and never changes how the step ends.
 *
 * @returns whether the step succeeds
 */
export function publish(result: Result, targets: Targets): boolean {
  const { log } = targets
  if (result.requests.length > 0) log.group('Requests', result.requests.slice(-REQUESTS_SHOWN))
  for (const line of verdictLines(result)) log.info(line)
  for (const notice of noticesOf(result)) log.notice(notice)
  for (const warning of warningsOf(result)) log.warning(warning)

  const reportFile = attempt(log, 'report file', () => writeReport(result, targets.reportFile)) ?? null
  attempt(log, 'outputs', () => {
    const outputs = outputsOf(result, reportFile)
    if (targets.outputFile === null) throw new Error('GITHUB_OUTPUT is not set')
    appendOutputs(targets.outputFile, outputs)
    for (const line of shortened(result, outputs)) log.warning(aside(line))
  })
  attempt(log, 'job summary', () => writeSummary(result, targets))

  if (!result.verdict.succeeds) {
    for (const failure of failuresOf(result)) log.error(failure)
  }
  return result.verdict.succeeds
}

function writeReport(result: Result, file: string | null): string | null {
  if (file === null) return null
  writeWhole(file, reportPieces(reportOf(result)))
  return file
}

function writeSummary(result: Result, { log, summary, summaryFile }: Targets): void {
  if (summary === 'never' || (summary === 'on-failure' && result.verdict.succeeds)) return
  if (summaryFile === null) {
    log.debug(() => 'GITHUB_STEP_SUMMARY is not set: there is no job summary')
    return
  }
  const before = fs.statSync(summaryFile, { throwIfNoEntry: false })
  if (before && !before.isFile()) throw new Error('it is not a regular file')
  const text = summaryOf(result, SUMMARY_LIMIT - (before?.size ?? 0))
  if (text === null) log.warning(aside('The job summary is full: see the report file.'))
  // An empty line first: what is there may end inside a block.
  else fs.appendFileSync(summaryFile, `${before?.size ? '\n\n' : ''}${text}`)
}

/** A message about the publishing itself. */
function aside(text: string): Message {
  return { title: 'Merge Queue Gate: publishing', text }
}

function attempt<T>(log: Log, what: string, write: () => T): T | undefined {
  try {
    return write()
  } catch (error) {
    log.warning(
      aside(`The ${what} could not be written: ${error instanceof Error ? error.message : 'an unknown error'}`),
    )
    return undefined
  }
}

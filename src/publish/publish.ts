import fs from 'node:fs'
import { errorCode } from '../http/error-code.ts'
import type { Result } from '../result.ts'
import { FileError, writeWhole } from '../runner/files.ts'
import { appendOutputs } from '../runner/variables.ts'
import { json } from '../text/escape.ts'
import type { Message } from '../text/message.ts'
import { type Annotation, continuedOf, failuresOf, noticesOf, warningsOf } from './annotations.ts'
import { verdictLines } from './lines.ts'
import type { Log } from './log.ts'
import { outputsOf, shortened } from './outputs.ts'
import { reportOf } from './report.ts'
import { summaryOf } from './summary/summary.ts'
import { count } from './wording.ts'

/** The most bytes of the step's summary, with the text that is already in its file; GitHub shows none over 1 MiB. */
const SUMMARY_LIMIT = 900 * 1024

/** The most lines on requests in the log; the report lists every call. */
const REQUESTS_SHOWN = 100

export interface Targets {
  log: Log
  /** Checked path of the report file; null if none can be written. */
  reportFile: string | null
  outputFile: string | null
  summaryFile: string | null
  summary: 'always' | 'on-failure' | 'never'
}

/**
 * Publishes the result and returns whether the step succeeds. A part that can't be written is a warning. Only lost
 * outputs fail the step: a later step with `!= 'failed'` would read an empty output and go on. If the runner names no
 * file for outputs, no step can read them, so that is a warning, too.
 */
export function publish(result: Result, targets: Targets): boolean {
  const { log } = targets
  if (result.requests.length > 0) log.group('Requests', result.requests.slice(-REQUESTS_SHOWN))
  for (const notice of noticesOf(result)) log.notice(notice)
  for (const warning of warningsOf(result)) log.warning(warning)
  annotateTests(result, log)
  for (const { line } of result.comments ?? []) log.info(line)

  const warn = (what: string, why: string | null) => {
    if (why !== null) log.warning(aside(`The ${what} could not be written: ${why}.`))
  }
  const noReport = failureOf(() => writeReport(result, targets))
  warn('report file', noReport)
  const loss = failureOf(() => writeOutputs(result, noReport === null ? targets.reportFile : null, targets))
  const noSummary = failureOf(() => writeSummary(result, targets))
  warn('job summary', noSummary)

  // The verdict and the errors are the last lines of the log, where people look first.
  for (const line of verdictLines(result)) log.info(line)
  if (loss !== null) {
    log.error(aside(`The outputs could not be written: ${loss}. Steps that read them would find them empty.`))
  }
  const continued = continuedOf(result)
  if (continued !== null) log.warning(continued)
  if (!result.verdict.succeeds) {
    for (const failure of failuresOf(result)) log.error(failure)
  }
  return result.verdict.succeeds && loss === null
}

/** Annotates failed tests on their files as far as GitHub shows annotations, and counts the others. */
function annotateTests({ tests }: Result, log: Log): void {
  const untold = { error: 0, warning: 0 }
  for (const { kind, message, place } of tests?.annotations ?? []) {
    if (!log.annotation(kind, message, place)) untold[kind]++
  }
  const more = [
    ...(untold.error === 0 ? [] : [count(untold.error, 'more blocking test', 'more blocking tests')]),
    ...(untold.warning === 0 ? [] : [count(untold.warning, 'more excused test', 'more excused tests')]),
  ]
  if (more.length > 0) log.info(`Not annotated: ${more.join(', ')}; see the job summary`)
}

function writeReport(result: Result, { reportFile }: Targets): void {
  if (reportFile !== null) writeWhole(reportFile, json(reportOf(result)))
}

function writeOutputs(result: Result, reportFile: string | null, { log, outputFile }: Targets): void {
  const outputs = outputsOf(result, reportFile)
  if (outputFile === null) {
    log.warning(aside('The outputs could not be written: GITHUB_OUTPUT is not set.'))
    return
  }
  appendOutputs(outputFile, outputs)
  for (const line of shortened(result, outputs)) log.warning(aside(line))
}

function writeSummary(result: Result, { log, summary, summaryFile }: Targets): void {
  if (summary === 'never' || (summary === 'on-failure' && result.verdict.succeeds)) return
  if (summaryFile === null) {
    log.debug('GITHUB_STEP_SUMMARY is not set: there is no job summary')
    return
  }
  const before = fs.statSync(summaryFile, { throwIfNoEntry: false })
  if (before && !before.isFile()) throw new FileError('is not a regular file')
  const text = summaryOf(result, SUMMARY_LIMIT - (before?.size ?? 0))
  if (text === null) log.warning(aside('The job summary is full: see the report file.'))
  // An empty line first, because the existing text may end inside a block.
  else fs.appendFileSync(summaryFile, `${before?.size ? '\n\n' : ''}${text}`)
}

/** A message about the publishing itself. */
function aside(text: Message): Annotation {
  return { title: 'Merge Queue Gate: publishing', text }
}

/** The reason why a part could not be written; null if it was. */
function failureOf(write: () => void): string | null {
  try {
    write()
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** The action's own words, or the code of a system call: other errors may hold text from outside. */
function reasonOf(error: unknown): string {
  if (error instanceof FileError) return `it ${error.message}`
  const code = errorCode(error)
  if (code === '') return 'an unknown error'
  return code in SYSTEM_ERRORS ? `${SYSTEM_ERRORS[code]} (${code})` : code
}

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'the permission is missing',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file may not be that large',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
}

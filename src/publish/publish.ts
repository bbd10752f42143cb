import fs from 'node:fs'
import { getSystemErrorMessage } from 'node:util'
import { errorCode } from '../http/exchange.ts'
import type { Result } from '../result.ts'
import { appendOutputs } from '../runner/runner.ts'
import type { Message } from '../text/message.ts'
import { annotate, closingLines, type Log } from './log.ts'
import { outputsOf } from './outputs.ts'
import { reportOf } from './report.ts'
import { type Annotation, type Story, TITLE } from './story.ts'
import { summaryOf } from './summary/summary.ts'

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
  /** The folder of the files that annotations point to. */
  workspace: string
}

/**
 * Publishes the result and returns whether the step succeeds. A part that can't be written is a warning. Only lost
 * outputs fail the step: a later step with `!= 'failed'` would read an empty output and go on. If the runner names no
 * file for outputs, no step can read them, so that is a warning, too.
 */
export function publish(story: Story, result: Result, targets: Targets): boolean {
  const { log } = targets
  if (result.requests.length > 0) log.group('Requests', result.requests.slice(-REQUESTS_SHOWN))
  annotate(story, result, targets.workspace, log)
  for (const url of result.comments ?? []) log.info(`Comment: ${url}`)

  const warn = (what: string, why: string | null) => {
    if (why !== null) log.annotate('warning', aside(`The ${what} could not be written: ${why}.`))
  }
  const { reportFile } = targets
  const noReport =
    reportFile === null ? null : failureOf(() => fs.writeFileSync(reportFile, JSON.stringify(reportOf(result))))
  warn('report file', noReport)
  const loss = failureOf(() => writeOutputs(result, noReport === null ? reportFile : null, targets))
  const noSummary = failureOf(() => writeSummary(story, result, targets))
  warn('job summary', noSummary)

  // The verdict and the errors are the last lines of the log, where people look first.
  for (const line of closingLines(story)) log.info(line)
  if (loss !== null) {
    const text = `The outputs could not be written: ${loss}. Steps that read them would find them empty.`
    log.annotate('error', aside(text))
  }
  for (const { kind, ...message } of story.endings) log.annotate(kind, message)
  return result.verdict.succeeds && loss === null
}

function writeOutputs(result: Result, reportFile: string | null, { log, outputFile }: Targets): void {
  const { values, tooLong } = outputsOf(result, reportFile)
  if (outputFile === null) {
    log.annotate('warning', aside('The outputs could not be written: GITHUB_OUTPUT is not set.'))
    return
  }
  appendOutputs(outputFile, values)
  for (const name of tooLong) {
    log.annotate(
      'warning',
      aside(`The output ${name} is empty: its list is too long for an output. See the report file.`),
    )
  }
}

function writeSummary(story: Story, result: Result, { log, summary, summaryFile }: Targets): void {
  if (summaryFile === null || summary === 'never' || (summary === 'on-failure' && result.verdict.succeeds)) return
  const before = fs.statSync(summaryFile, { throwIfNoEntry: false })
  const text = summaryOf(story, result, SUMMARY_LIMIT - (before?.size ?? 0))
  if (text === null) log.annotate('warning', aside('The job summary is full: see the report file.'))
  // An empty line first, because the existing text may end inside a block.
  else fs.appendFileSync(summaryFile, `${before?.size ? '\n\n' : ''}${text}`)
}

/** A message about the publishing itself. */
function aside(text: Message): Annotation {
  return { title: `${TITLE}: publishing`, text }
}

/** Why a part could not be written, in Node's words for the code of a system call; null if it was written. */
function failureOf(write: () => void): string | null {
  try {
    write()
    return null
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException
    return errno === undefined ? 'an unknown error' : `${getSystemErrorMessage(errno)} (${errorCode(error)})`
  }
}

import fs from 'node:fs'
import { getSystemErrorMessage } from 'node:util'
import { valueIn } from '../facts/facts.ts'
import type { FailedTest } from '../facts/test-report.ts'
import { uncoveredByTrigger, uncoveredReason } from '../gate/merge-group-checks.ts'
import { placeInWorkspace } from '../reports/test-failure.ts'
import type { Result } from '../result.ts'
import type { Log } from '../runner/log.ts'
import { appendOutputs } from '../runner/runner.ts'
import { asWords, type Message, say, sentences } from '../text/message.ts'
import { errorCode } from '../text/outside.ts'
import { outputsOf } from './outputs.ts'
import { reportDocument } from './report.ts'
import { type Story, sectionLine, TITLE } from './story.ts'
import { summaryOf } from './summary/summary.ts'

/** The most bytes of the summary file, earlier text included; GitHub shows none over 1 MiB. */
const SUMMARY_LIMIT = 900 * 1024

/** The log has only the last requests; the report lists every call. */
const REQUESTS_SHOWN = 100
/** The log has only the first remarks on a condition; the job summary has all. */
const REMARKS_SHOWN = 3

export interface PublishTargets {
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
 * outputs fail the step: a later step with `!= 'failed'` would read an empty output and go on. Outputs are not lost if
 * the runner names no file for them, because no step can read any.
 */
export function publish(story: Story, result: Result, targets: PublishTargets): boolean {
  const { log, reportFile } = targets
  if (result.requestLines.length > 0) log.group('Requests', result.requestLines.slice(-REQUESTS_SHOWN))
  annotateResult(story, result, targets.workspace, log)
  for (const url of result.comments) log.info(`Comment: ${url}`)

  const reportError = errorOf(() => {
    if (reportFile !== null) fs.writeFileSync(reportFile, JSON.stringify(reportDocument(result)))
  })
  const outputsError = errorOf(() => writeOutputs(result, reportError === null ? reportFile : null, targets))
  const summaryError = errorOf(() => writeSummary(story, result, targets))
  if (reportError !== null) warn(`The report file could not be written: ${reportError}.`, log)
  if (summaryError !== null) warn(`The job summary could not be written: ${summaryError}.`, log)

  // The verdict and the errors are the last lines of the log, where people look first.
  for (const line of closingLines(story)) log.info(line)
  if (outputsError !== null) {
    const text = `The outputs could not be written: ${outputsError}. Steps that read them would find them empty.`
    log.annotate('error', { title: TITLE, text })
  }
  for (const { kind, ...message } of story.finalAnnotations) log.annotate(kind, message)
  return result.verdict.succeeds && outputsError === null
}

function writeOutputs(result: Result, reportFile: string | null, { log, outputFile }: PublishTargets): void {
  const { values, tooLong } = outputsOf(result, reportFile)
  if (outputFile === null) {
    warn('The outputs could not be written: GITHUB_OUTPUT is not set.', log)
    return
  }
  appendOutputs(outputFile, values)
  for (const name of tooLong) {
    warn(`The output ${name} is empty: its list is too long for an output. See the report file.`, log)
  }
}

function writeSummary(story: Story, result: Result, { log, summary, summaryFile }: PublishTargets): void {
  if (summaryFile === null || summary === 'never' || (summary === 'on-failure' && result.verdict.succeeds)) return
  const before = fs.statSync(summaryFile, { throwIfNoEntry: false })
  const text = summaryOf(story, result, SUMMARY_LIMIT - (before?.size ?? 0))
  if (text === null) warn('The job summary is full: see the report file.', log)
  // An empty line first, because the existing text may end inside a block.
  else fs.appendFileSync(summaryFile, `${before?.size ? '\n\n' : ''}${text}`)
}

function warn(text: string, log: Log): void {
  log.annotate('warning', { title: TITLE, text })
}

/** Why a part could not be written, in Node's words for the code of a system call; null if it was written. */
function errorOf(write: () => void): string | null {
  try {
    write()
    return null
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException
    return errno === undefined ? 'an unknown error' : `${getSystemErrorMessage(errno)} (${errorCode(error)})`
  }
}

const VERDICT_MARKS = { met: '✓', unmet: '✗', unknown: '?' }

/** The last lines before the errors: what was read, what else is known, each condition, the headline. */
export function closingLines({ icon, headline, digest, alsoKnown, sections }: Story): Message[] {
  const conditions = sections.map(each => {
    const remarks = each.remarks.slice(0, REMARKS_SHOWN)
    return say`${VERDICT_MARKS[each.verdict]} ${sectionLine({ ...each, remarks })}`
  })
  return [...digest, ...alsoKnown, ...conditions, `${icon} ${asWords(headline)}`]
}

/** Writes notices and warnings, then annotates workflow files and files of failed tests. */
function annotateResult({ warnings }: Story, result: Result, workspace: string, log: Log): void {
  for (const text of result.notices) log.annotate('notice', { title: TITLE, text })
  for (const warning of warnings) log.annotate('warning', warning)
  annotateWorkflows(result, log)
  const { blocking = [], excused = [] } = result.judgedTests?.failures ?? {}
  const blockingTests = blocking.map(({ test }) => test)
  annotateTests('error', blockingTests, workspace, log)
  annotateTests('warning', excused, workspace, log)
}

/** Annotates each `on:` that lacks `merge_group`, as many as GitHub shows. */
function annotateWorkflows({ facts, verdict }: Result, log: Log): void {
  const read = valueIn(facts.mergeGroupChecks)
  if (!read) return
  const isRequired = verdict.conditions.some(({ condition }) => condition === 'merge-group-checks')
  const kind = isRequired ? 'error' : 'warning'
  for (const checks of uncoveredByTrigger(read.checks)) {
    const [{ job, triggerLine }] = checks
    if (!job || triggerLine === null || log.annotationsLeft(kind) === 0) continue
    const { message, remedy } = uncoveredReason(checks)
    const title = `${TITLE}: no trigger for merge groups`
    log.annotate(kind, { title, text: sentences(message, remedy) }, { file: job.file, line: triggerLine })
  }
}

/** Annotates failed tests on their files, as many as GitHub shows; the job summary has all. */
function annotateTests(kind: 'warning' | 'error', tests: FailedTest[], workspace: string, log: Log): void {
  const words = kind === 'error' ? 'blocking test' : 'quarantined test failed'
  for (const test of tests.slice(0, log.annotationsLeft(kind))) {
    const text = `${test.name || 'A test without a name'}: ${test.message ?? 'failed'}`
    log.annotate(kind, { title: `${TITLE}: ${words}`, text }, placeInWorkspace(test, workspace))
  }
}

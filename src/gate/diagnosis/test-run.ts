import { formatAge } from '../../duration.ts'
import type { PullRequest, TestRun } from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { valueIn } from '../../facts/reading.ts'
import { since, timeOf } from '../../facts/time.ts'
import { code, type Message, say, sentences } from '../../message.ts'
import type { Status } from '../statuses.ts'
import type { Case } from './case.ts'
import { contradicted, namesInCode, namesOf, notesOnRules, numbersOf, testingFor, testingTimeout } from './case.ts'
import { type Diagnosis, diagnosis } from './codes.ts'

/** Why a test run failed or was cancelled; empty if no fact tells why, or it did neither. */
export function ofEndedRun(given: Case, run: TestRun): Diagnosis[] {
  if (contradicted(given, 'test-run-status') || run.status === 'succeeded') return []
  const failed = statusesIn(given, 'failed')
  const hasFailed = run.status === 'failed' || failed.length > 0
  const found = becauseOfLeft(given, run)
  const gone = found.length > 0 ? [] : becauseOfGone(given, run, failed)
  // A pull request that the run was built on may be gone because it merged, so a failure of the run itself comes first.
  if (!hasFailed) found.push(...gone)
  const overdue = timedOut(given, run, failed)
  if (overdue) found.push(overdue)
  if (!hasFailed) return found
  if (overdue) return [...found, ...gone]
  const excused = excusedBy(given, failed)
  const told = excused ? ` ${excused.told}` : ''
  if (isBatch(run)) {
    const what = failed.length === 0 ? '' : say`: ${namesOf(failed)} failed`
    const which = told || ' It is not known which of them is the cause.'
    const message = say`${subjectOf(run)} failed in one batch${what}.${which}`
    found.push(diagnosis('failed-in-a-batch', 'certain', message, excused?.instead))
  } else if (failed.length > 0) {
    const message = say`${namesOf(failed)} failed in the test run${ofTested(run)}.${told}`
    found.push(diagnosis('required-status-failed', 'certain', message, { advice: 'fix first', ...excused?.instead }))
  } else {
    const message = say`The test run${ofTested(run)} failed; it is not known which required status failed.${told}`
    const remedy = 'Look at the checks of the test branch.'
    found.push(diagnosis('required-status-failed', 'possible', message, { remedy, ...excused?.instead }))
  }
  return [...found, ...gone]
}

/**
 * Another try is worthwhile if only quarantined tests failed in the step's reports. The reports belong to one status,
 * so they can't explain why several statuses failed.
 */
function excusedBy({ onlyQuarantinedFailed }: Case, failed: readonly Status[]) {
  if (!onlyQuarantinedFailed || failed.length > 1) return null
  return {
    told: "In this step's test reports, only quarantined tests failed.",
    instead: { advice: 'submit again', remedy: 'Submit it again.' },
  } as const
}

export function ofOpenRun(given: Case, run: TestRun): Diagnosis[] {
  if (contradicted(given, 'test-run-status') || run.status !== 'in_progress') return []
  const failed = statusesIn(given, 'failed')
  if (failed.length > 0) {
    const have = failed.length === 1 ? 'has' : 'have'
    const message = say`${namesOf(failed)} ${have} already failed in the test run${ofTested(run)}, which has not ended yet.`
    const code = isBatch(run) ? 'failed-in-a-batch' : 'required-status-failed'
    const headline = failed.length === 1 ? 'A required status failed' : `${failed.length} required statuses failed`
    return [diagnosis(code, 'possible', message, { headline })]
  }
  return missingStatuses(given, run)
}

/** Required statuses that nobody has reported when half of the queue's time-out has passed. */
function missingStatuses(given: Case, run: TestRun): Diagnosis[] {
  const missing = statusesIn(given, 'missing')
  const elapsed = testingFor(given)
  const timeout = testingTimeout(given.queue)
  if (missing.length === 0 || elapsed === null || timeout === null || elapsed <= timeout / 2) return []
  const meant = meantNames(given, run, missing)
  const message = say`Nothing has reported ${namesOf(missing)} in the test run${ofTested(run)}, ${formatAge(elapsed)} after it began; the queue's time-out is ${formatAge(timeout)}. ${meant[0] ?? say`Does no workflow run on ${code('push')} to the test branches, or was the job renamed?`}`
  const evidence = [...meant.slice(1, 5), ...notesOnRules(given)]
  const remedy = 'Require the name that is reported, or give the job its old name again.'
  const more = meant.length > 0 ? { evidence, remedy } : { evidence }
  return [diagnosis('required-status-missing', 'possible', message, more)]
}

/** Milliseconds after which a merge group without any report counts as forgotten. */
export const FORGOTTEN_MS = 10 * 60_000

/** Why a merge group does not end in time: no workflow runs on it, or none reports a required check. */
export function ofGroup(given: Case, { number, submitted, queuedByWorkflow }: PullRequest): Diagnosis[] {
  const { run } = given
  if (!run?.reportedIsWhole) return []
  const age = since(run.createdAt, given.now)
  if (submitted && (age === null || age <= FORGOTTEN_MS)) return []
  const late = `#${number} timed out in the queue`
  const again = submitted ? `take #${number} out and queue it again` : `queue #${number} again`
  if (run.reported.length === 0) {
    const headline = submitted ? `Nothing runs on #${number}'s merge group` : late
    if (queuedByWorkflow) {
      const message = `A workflow queued #${number} with the workflow's own token, and GitHub starts no workflows for that.`
      const remedy = `${submitted ? `Take #${number} out, and queue it` : `Queue #${number}`} with the token of a GitHub App.`
      return [diagnosis('no-merge-group-runs', 'certain', message, { remedy, headline })]
    }
    const when = submitted && age !== null ? ` in ${formatAge(age)}` : ''
    const message = say`No check has started on the merge group of #${number}${when}. Most likely no workflow has ${code('on: merge_group')}.`
    const names = run.requiredStatuses?.length
      ? say`of ${namesInCode(run.requiredStatuses)}`
      : 'whose checks are required'
    const remedy = say`Add ${code('on: merge_group')} to the workflows ${names}, then ${again}.`
    return [diagnosis('no-merge-group-runs', 'certain', message, { remedy, headline })]
  }
  const missing = statusesIn(given, 'missing')
  // A check that still runs may report the missing status.
  const isOpen = run.reported.some(({ outcome }) => outcome === 'pending')
  if (missing.length === 0 || isOpen || statusesIn(given, 'failed').length > 0) return []
  const looks = meantNames(given, run, missing).slice(0, 2)
  const names = namesOf(missing)
  const message = say`Every check on the merge group of #${number} has ended without a report of ${names}.`
  const headline = submitted ? `A required check of #${number} is missing` : late
  const mend =
    looks.length > 0
      ? 'Give the job the required name, or require the name that it reports'
      : say`Let a workflow with ${code('on: merge_group')} report ${names}, or no longer require ${missing.length > 1 ? 'them' : 'it'}`
  const more = { remedy: say`${mend}; then ${again}.`, headline }
  return [diagnosis('required-check-missing-on-group', 'possible', sentences(message, ...looks), more)]
}

function meantNames({ facts }: Case, run: TestRun, missing: readonly Status[]): Message[] {
  const required = new Set(run.requiredStatuses)
  const reported = [...run.reported, ...(valueIn(facts.checks)?.checks ?? [])].map(each => each.name)
  const others = reported.filter(name => !required.has(name))
  return missing.flatMap(({ name }) => {
    const other = meantName(name, others)
    return other === null ? [] : [say`${code(other)} is reported, and looks like ${code(name)}.`]
  })
}

/** The diagnosis "timed out", if no status failed: certain if statuses were missing or pending, else possible. */
function timedOut(given: Case, run: TestRun, failed: readonly Status[]): Diagnosis | null {
  const { pr, queue, statuses } = given
  const started = timeOf(run.createdAt)
  const ended = timeOf(pr?.stateChangedAt ?? null)
  const timeout = testingTimeout(queue)
  if (failed.length > 0 || started === null || ended === null || timeout === null) return null
  const took = ended - started
  if (took < timeout) return null
  const open = (statuses ?? []).filter(({ state }) => state === 'missing' || state === 'pending')
  if (statuses?.length && statuses.every(({ state }) => state === 'passed')) return null
  const still = open.length === 0 ? '' : say` ${namesOf(open)} had no result by then.`
  const message = say`${subjectOf(run)} left the queue ${formatAge(took)} after ${its(run)} test run began; the queue's testing time-out is ${formatAge(timeout)}.${still}`
  return diagnosis('timed-out', open.length > 0 ? 'certain' : 'possible', message)
}

/** The diagnosis if pull requests that the run was built on are gone, and no status is known to have failed. */
function becauseOfGone(given: Case, run: TestRun, failed: readonly Status[]): Diagnosis[] {
  if (failed.length > 0 || given.statuses === null || isBatch(run)) return []
  const gone = goneDependencies(given, run)
  if (gone.length === 0) return []
  const message = say`${subjectOf(run)} left the queue, no required status of its own is known to have failed, and its test run was built on ${leftSince(gone)}.`
  return [diagnosis('ejected-because-of-another', 'possible', message, { advice: 'submit again' })]
}

/** Ends a sentence: `#1, #2, which have left the queue since`. */
export function leftSince(gone: readonly number[]): Message {
  return say`${numbersOf(gone)}, which ${gone.length === 1 ? 'has' : 'have'} left the queue since`
}

/** The diagnosis if a pull request that the test run was built on left the queue without being merged. */
export function becauseOfLeft(given: Case, run: TestRun): Diagnosis[] {
  const lost = given.queue?.entries?.filter(({ state }) => state === 'failed' || state === 'cancelled')
  const numbers = new Set(lost?.map(({ number }) => number))
  const left = dependenciesOf(run).filter(number => numbers.has(number))
  if (left.length === 0) return []
  const message = say`${subjectOf(run)} left the queue after ${numbersOf(left)}, on which ${its(run)} test run was built, had failed or been cancelled.`
  return [diagnosis('ejected-because-of-another', 'possible', message, { advice: 'submit again' })]
}

/** Pull requests that the run was built on and that the queue doesn't list as live; none if the queue was not read. */
export function goneDependencies({ queue, pr }: Case, run: TestRun): number[] {
  // Without the list it is not known who has left.
  if (!queue?.entries) return []
  const live = new Set(queue.entries.filter(isLive).map(({ number }) => number))
  return dependenciesOf(run).filter(number => !live.has(number) && number !== pr?.number)
}

/** Pull requests that the run was built on, except those under test. */
function dependenciesOf({ dependentPullRequests, pullRequests }: TestRun): number[] {
  const tested = new Set(pullRequests?.map(({ number }) => number))
  return (dependentPullRequests ?? []).filter(number => !tested.has(number))
}

export function statusesIn({ statuses }: Case, state: Status['state']): Status[] {
  return (statuses ?? []).filter(status => status.state === state)
}

function subjectOf(run: TestRun): Message {
  const numbers = (run.pullRequests ?? []).map(({ number }) => number)
  return numbers.length === 0 ? 'The pull request under test' : numbersOf(numbers)
}

/** Ends "the test run": ` of #1, #2`, or nothing if the numbers are not known. */
export function ofTested(run: TestRun): Message {
  return run.pullRequests?.length ? say` of ${subjectOf(run)}` : ''
}

function its(run: TestRun): string {
  return isBatch(run) ? 'their' : 'its'
}

function isBatch({ pullRequests }: TestRun): boolean {
  return pullRequests !== null && pullRequests.length > 1
}

/**
 * The reported name that a required one probably means: the two differ only in letter case, blanks or a matrix suffix
 * (`e2e` and `e2e (18, linux)`).
 */
export function meantName(required: string, reported: readonly string[]): string | null {
  const wanted = rootOf(required)
  if (wanted === '') return null
  return reported.filter(name => name !== required && rootOf(name) === wanted).toSorted()[0] ?? null
}

function rootOf(name: string): string {
  const bare = name.trimEnd()
  // No backtracking regular expression: names come from outside.
  const opening = bare.endsWith(')') ? bare.lastIndexOf('(') : -1
  return (opening > 0 ? bare.slice(0, opening) : bare).toLowerCase().replace(/\s/g, '')
}

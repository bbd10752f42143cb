import { formatAge } from '../../duration.ts'
import type { TestRun } from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { timeOf } from '../../facts/time.ts'
import { code, type Message, say } from '../../message.ts'
import type { Status } from '../statuses.ts'
import { type Case, contradicted, halfTimeout, namesInCode, namesOf, numbersOf, testingFor } from './case.ts'
import { type Diagnosis, diagnosis } from './codes.ts'
import { notesOnRules } from './rules.ts'

/** Why a test run failed or was cancelled; empty where it did neither, or nothing tells why. */
export function ofEndedRun(given: Case, run: TestRun): Diagnosis[] {
  if (contradicted(given, 'test-run-status') || run.status === 'succeeded') return []
  const failed = statusesIn(given, 'failed')
  const hasFailed = run.status === 'failed' || failed.length > 0
  const subject = subjectOf(run)
  const found = becauseOfLeft(given, run)
  const gone = found.length > 0 ? [] : becauseOfGone(given, run, failed)
  // Others leave by being merged, too: where the run failed, that is what is looked at first.
  if (!hasFailed) found.push(...gone)
  const overdue = timedOut(given, run, failed)
  if (overdue) found.push(overdue)
  if (!hasFailed) return found
  if (overdue) return [...found, ...gone]
  const excused = excusedBy(given, failed)
  if (isBatch(run)) {
    const what = failed.length === 0 ? '' : say`: ${namesOf(failed)} failed`
    const message = say`${subject} failed in one batch${what}. ${excused?.told ?? 'Which of them is the cause is not known.'}`
    found.push(diagnosis('failed-in-a-batch', 'certain', message, excused?.instead))
  } else if (failed.length > 0) {
    const told = excused ? ` ${excused.told}` : ''
    const message = say`${namesOf(failed)} failed in the test run${ofTested(run)}.${told}`
    const more = { advice: 'fix first' as const, ...excused?.instead }
    found.push(diagnosis('required-status-failed', 'certain', message, more))
  } else {
    const told = excused ? ` ${excused.told}` : ''
    const message = say`The test run${ofTested(run)} failed; which required status failed is not known.${told}`
    const remedy = 'Look at the checks of the test branch.'
    found.push(diagnosis('required-status-failed', 'possible', message, { remedy, ...excused?.instead }))
  }
  return [...found, ...gone]
}

/**
 * Another try is worth it where the test reports of the step hold no failure but quarantined ones. They are the reports
 * of one status, so where several failed they don't explain the others. Null where nothing does.
 */
function excusedBy({ onlyQuarantinedFailed }: Case, failed: readonly Status[]) {
  if (!onlyQuarantinedFailed || failed.length > 1) return null
  return {
    told: 'In the test reports of this step only quarantined tests failed.',
    instead: { advice: 'submit again', remedy: 'Submit it again.' },
  } as const
}

export function ofOpenRun(given: Case, run: TestRun): Diagnosis[] {
  if (contradicted(given, 'test-run-status') || run.status !== 'in_progress') return []
  const failed = statusesIn(given, 'failed')
  if (failed.length > 0) {
    const message = say`${namesOf(failed)} failed already in the test run${ofTested(run)}, which has not ended yet.`
    const code = isBatch(run) ? 'failed-in-a-batch' : 'required-status-failed'
    return [diagnosis(code, 'possible', message)]
  }
  return missingStatuses(given, run)
}

/** Required statuses that nothing reports although the test run has had half of its time. */
function missingStatuses(given: Case, run: TestRun): Diagnosis[] {
  const missing = statusesIn(given, 'missing')
  const elapsed = testingFor(given)
  const limit = halfTimeout(given.queue)
  if (missing.length === 0 || elapsed === null || limit === null || elapsed <= limit) return []
  const names = namesInCode(missing.map(({ name }) => name))
  const reported = reportedNames(given, run)
  const meant = missing.flatMap(({ name }) => {
    const other = meantName(name, reported)
    return other === null ? [] : [say`${code(other)} is reported. Did you mean that for ${code(name)}?`]
  })
  const message = say`Nothing has reported ${names} in the test run${ofTested(run)}, ${formatAge(elapsed)} after it began; the queue's time-out is ${formatAge(2 * limit)}. ${meant[0] ?? say`Is a workflow missing ${code('push')} to the test branches, or was the job renamed?`}`
  return [
    diagnosis('required-status-missing', 'possible', message, {
      evidence: [...meant.slice(1, 5), ...notesOnRules(given)],
      ...(meant.length > 0 && { remedy: 'Require the name that is reported, or give the job its old name again.' }),
    }),
  ]
}

/** Names that were reported on the test branch, by the service or GitHub, and that are not required themselves. */
function reportedNames({ facts }: Case, run: TestRun): string[] {
  const required = new Set(run.requiredStatuses)
  const checks = facts.checks.kind === 'read' ? facts.checks.value.checks : []
  return [...run.reported, ...checks].map(({ name }) => name).filter(name => !required.has(name))
}

/** It ended after the time-out, nothing failed, and something had not come in: certain. Nothing known of that: possible. */
function timedOut(given: Case, run: TestRun, failed: readonly Status[]): Diagnosis | null {
  const { pr, queue, statuses } = given
  const started = timeOf(run.createdAt)
  const ended = timeOf(pr?.stateChangedAt ?? null)
  const minutes = queue?.testingTimeoutMinutes ?? null
  if (failed.length > 0 || started === null || ended === null || minutes === null || minutes <= 0) return null
  const took = ended - started
  if (took < minutes * 60_000) return null
  const open = (statuses ?? []).filter(({ state }) => state === 'missing' || state === 'pending')
  if (statuses !== null && statuses.length > 0 && statuses.every(({ state }) => state === 'passed')) return null
  const still = open.length === 0 ? '' : say` ${namesOf(open)} had not come in.`
  const message = say`${subjectOf(run)} left the queue ${formatAge(took)} after ${its(run)} test run began; the queue's testing time-out is ${minutes} minutes.${still}`
  return diagnosis('timed-out', open.length > 0 ? 'certain' : 'possible', message)
}

/** Others that the run was built on are gone, and nothing of its own is known to have failed. */
function becauseOfGone(given: Case, run: TestRun, failed: readonly Status[]): Diagnosis[] {
  // Without the queue nobody knows who is gone.
  if (failed.length > 0 || given.statuses === null || !given.queue || isBatch(run)) return []
  const gone = goneDependencies(given, run)
  if (gone.length === 0) return []
  const message = say`${subjectOf(run)} left the queue, no required status of its own is known to have failed, and its test run was built on ${numbersOf(gone)}.`
  return [diagnosis('ejected-because-of-another', 'possible', message, { advice: 'submit again' })]
}

/** A pull request that the test run was built on left the queue without being merged. */
export function becauseOfLeft(given: Case, run: TestRun): Diagnosis[] {
  const left = leftDependencies(given, run)
  if (left.length === 0) return []
  const message = say`${subjectOf(run)} left the queue after ${numbersOf(left)}, which ${its(run)} test run was built on and which failed or was cancelled.`
  return [diagnosis('ejected-because-of-another', 'possible', message, { advice: 'submit again' })]
}

/** Pull requests that the run was built on and that the queue does not list as going on. */
export function goneDependencies({ queue, pr }: Case, run: TestRun): number[] {
  const live = new Set(queue?.entries?.filter(isLive).map(({ number }) => number))
  const tested = new Set(run.pullRequests?.map(({ number }) => number))
  return (run.dependentPullRequests ?? []).filter(
    number => !live.has(number) && !tested.has(number) && number !== pr?.number,
  )
}

/** Pull requests that the run was built on and that have left the queue without being merged. */
function leftDependencies({ queue }: Case, run: TestRun): number[] {
  const tested = new Set(run.pullRequests?.map(({ number }) => number))
  const left = new Set(
    queue?.entries?.filter(({ state }) => state === 'failed' || state === 'cancelled').map(({ number }) => number),
  )
  return (run.dependentPullRequests ?? []).filter(number => left.has(number) && !tested.has(number))
}

export function statusesIn({ statuses }: Case, state: Status['state']): Status[] {
  return (statuses ?? []).filter(status => status.state === state)
}

function subjectOf(run: TestRun): Message {
  const numbers = (run.pullRequests ?? []).map(({ number }) => number)
  return numbers.length === 0 ? 'The pull request under test' : numbersOf(numbers)
}

/** ` of #1 and #2`; empty where the numbers are not known. */
function ofTested(run: TestRun): Message {
  return run.pullRequests?.length ? say` of ${subjectOf(run)}` : ''
}

function its(run: TestRun): string {
  return isBatch(run) ? 'their' : 'its'
}

function isBatch({ pullRequests }: TestRun): boolean {
  return pullRequests !== null && pullRequests.length > 1
}

/**
 * The reported name that a required one was probably meant to be: it differs by letter case, blanks or the suffix that a
 * matrix adds (`e2e` and `e2e (18, linux)`). Null where there is none.
 */
export function meantName(required: string, reported: readonly string[]): string | null {
  const wanted = rootOf(required)
  if (wanted === '') return null
  return reported.filter(name => name !== required && rootOf(name) === wanted).toSorted()[0] ?? null
}

function rootOf(name: string): string {
  const bare = name.trimEnd()
  // Without a regular expression that backtracks: names come from outside.
  const opening = bare.endsWith(')') ? bare.lastIndexOf('(') : -1
  return (opening > 0 ? bare.slice(0, opening) : bare).toLowerCase().replace(/\s/g, '')
}

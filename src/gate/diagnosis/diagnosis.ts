import type { RunContext } from '../../facts/context.ts'
import { type Facts, known, PULL_REQUEST_STATES, type PullRequest, type TestRun } from '../../facts/facts.ts'
import { capitalised, quoted, say } from '../../message.ts'
import type { Picture } from '../picture.ts'
import { pullRequestIn, queueIn } from '../subject.ts'
import { ahead, type Case, caseOf, contradicted, isLong, namesOf, numbersOf } from './case.ts'
import { type Diagnosis, diagnosis, withEvidence } from './codes.ts'
import { notInQueue, whyOut } from './out.ts'
import { notReady } from './readiness.ts'
import { ofEndedRun, ofGroup, ofOpenRun, ofTested, statusesIn } from './test-run.ts'
import { causeUnknown, heldByQueue, waitsForMerge, waitsForTests } from './waiting.ts'

/**
 * Explains why the pull request under report is stuck or out; if there is none, why the test run failed or goes on, or
 * why the queue starts no tests. Facts that were not read, or contradict each other, yield no cause. Pure.
 *
 * @param now milliseconds since the epoch
 * @param onlyQuarantinedFailed in the test reports of the step, only quarantined tests failed
 * @returns the likeliest first; empty while nothing is wrong, or if the pull request was not read
 */
export function diagnose(picture: Picture, now: number, onlyQuarantinedFailed = false): Diagnosis[] {
  const { facts, context } = picture
  const given = caseOf(picture, now, onlyQuarantinedFailed)
  const number = context.pullRequest?.value
  if (number === undefined) return given.run ? ofRun(given, given.run) : heldByQueue(given, 'tests')
  if (facts.pullRequest.kind === 'absent') return notInQueue(given, number)
  return given.pr ? causesOfPullRequest(given, given.pr) : []
}

function causesOfPullRequest(given: Case, pr: PullRequest): Diagnosis[] {
  const { number } = pr
  const state = known(PULL_REQUEST_STATES, pr.state)
  // A merge is final, whatever else is said.
  if (state === 'merged') return [diagnosis('merged', 'certain', `#${number} is merged.`)]
  const denied = contradicted(given, 'number', 'state', 'submitted')
  if (denied !== null) return [diagnosis('cause-unknown', 'possible', denied)]
  if (state === null) return [causeOfUnknownState(given, pr)]
  if (state === 'failed' || state === 'cancelled') return whyOut(given, pr)
  if (!pr.submitted) return notInQueue(given, number)
  switch (state) {
    case 'not_ready':
    case 'pending': {
      const found = [...heldByQueue(given, 'tests'), ...notReady(given, pr)]
      if (found.length > 0) return found
      return state === 'pending' ? waitsForTests(given, pr) : [notReadyUnknown(given, pr)]
    }
    case 'testing':
      return testing(given, pr)
    case 'tests_passed': {
      const held = heldByQueue(given, 'merge')
      return held.length > 0 ? held : waitsForMerge(given, pr)
    }
    case 'pending_failure':
      return [pendingFailure(given, pr)]
  }
}

/**
 * The diagnoses to show beside a verdict. If all conditions are met, there is nothing to fix: a pull request that left
 * the queue then has its diagnoses without remedies. For a pull request in the queue, `cause-unknown` is shown only
 * when half of the testing time-out has passed.
 *
 * @param passed conditions were required, and all of them are met
 * @param now milliseconds since the epoch
 */
export function besideVerdict(
  found: Diagnosis[],
  passed: boolean,
  facts: Facts,
  context: RunContext,
  now: number,
): Diagnosis[] {
  const pr = pullRequestIn(facts, context)
  if (passed) return pr?.submitted ? [] : found.map(each => ({ ...each, remedy: '', advice: null }))
  if (!pr?.submitted) return found
  const keepsAll = isLong(pr.stateChangedAt, queueIn(facts, context), now)
  return keepsAll ? found : found.filter(({ code }) => code !== 'cause-unknown')
}

function notReadyUnknown({ context }: Case, { number, readiness }: PullRequest): Diagnosis {
  const source = context.source.name
  const says = 'is not ready to be tested'
  if (!readiness) return causeUnknown(number, says, `${source} does not say which part of the rule fails`)
  const missing = [
    readiness.baseBranchMatches === null ? 'whether its base branch matches' : null,
    readiness.mergeability === null ? 'whether it is mergeable' : null,
    readiness.requiresImpactedTargets === null ? 'whether it needs impacted targets' : null,
    readiness.requiresImpactedTargets === true && readiness.hasImpactedTargets === null
      ? 'whether its impacted targets were uploaded'
      : null,
  ].filter(each => each !== null)
  if (missing.length > 0) return causeUnknown(number, says, `${source} does not say ${missing.join(', or ')}`)
  return causeUnknown(number, says, `no part of the rule is known to fail, so ${source} may not have caught up`)
}

function testing(given: Case, pr: PullRequest): Diagnosis[] {
  const { run } = given
  const { source } = given.context
  if (source.testsOn === 'merge-group') {
    const found = ofGroup(given, pr)
    if (found.length > 0) return found
    if (run?.status === 'failed') {
      const headline = `#${pr.number} failed a required check`
      const causes = ofEndedRun(given, run).map(each => ({ ...each, headline }))
      return withEvidence(causes, [`${capitalised(source.name)} has not taken #${pr.number} out yet.`])
    }
  }
  if (run) return ofOpenRun(given, run)
  if (!isLong(pr.stateChangedAt, given.queue, given.now)) return []
  return [causeUnknown(pr.number, 'has been tested for more than half of the time-out', 'its test run is not known')]
}

function pendingFailure(given: Case, { number }: PullRequest): Diagnosis {
  const { source } = given.context
  if (source.testsOn === 'merge-group') {
    const message = `${capitalised(source.name)} does not merge #${number} now: most likely it conflicts with a pull request ahead of it.`
    return diagnosis('unmergeable-held', 'possible', message)
  }
  const first = ahead(given).flatMap(entry => entry.number ?? [])
  const broken = statusesIn(given, 'failed')
  const evidence = [
    broken.length > 0 ? say`${namesOf(broken)} failed in the test run of #${number}.` : null,
    first.length > 0 ? say`#${number} stands behind ${numbersOf(first)}.` : null,
  ].filter(each => each !== null)
  const message = `#${number} failed its tests and is held, because the cause may lie in a pull request ahead of it.`
  return diagnosis('pending-failure', 'certain', message, { evidence })
}

function causeOfUnknownState(given: Case, pr: PullRequest): Diagnosis {
  if (pr.state !== null) {
    return causeUnknown(pr.number, `is in the state ${quoted(pr.state)}`, 'this version does not know that state')
  }
  if (!pr.submitted) {
    const message = `#${pr.number} is not in the queue, and ${given.context.source.name} does not say in which state it is.`
    return diagnosis('never-submitted', 'possible', message)
  }
  const [held] = heldByQueue(given, 'tests')
  return held
    ? { ...held, certainty: 'possible' }
    : causeUnknown(pr.number, 'is in the queue', `${given.context.source.name} gives no state`)
}

/** Why a test run failed, was cancelled or does not end, if no pull request is under report. */
function ofRun(given: Case, run: TestRun): Diagnosis[] {
  if (contradicted(given, 'test-run-status')) return []
  switch (run.status) {
    case 'in_progress':
      return ofOpenRun(given, run)
    case 'failed':
      return ofEndedRun(given, run)
    case 'cancelled': {
      const taken = diagnosis('test-run-cancelled', 'certain', say`The test run${ofTested(run)} was cancelled.`)
      return [...ofEndedRun(given, run), taken]
    }
    default:
      return []
  }
}

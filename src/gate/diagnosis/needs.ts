import type { RunContext } from '../../facts/context.ts'
import type { Facts, PullRequest, Queue, TestRun } from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { since } from '../../facts/time.ts'
import { carriesOutcomes } from '../statuses.ts'
import { pullRequestIn, queueIn, testRunIn } from '../subject.ts'
import { isLong } from './case.ts'
import { FORGOTTEN_MS } from './test-run.ts'

/** The facts that a diagnosis needs beside those of the poll. Most of them only GitHub has. */
export interface Needs {
  /** The pull request's last test run: the one that the source names, else the one whose branch bears the number. */
  testRun: boolean
  /** The pull request itself: its head, and GitHub's reason why it is not mergeable. */
  pullRequest: boolean
  headChecks: boolean
  rules: boolean
  timeline: boolean
  /** The run under report, if the checks of its commit are needed; else null. */
  checksOf: TestRun | null
}

/** The facts that a diagnosis still needs at `now`, in epoch milliseconds. */
export function needsOfDiagnosis(facts: Facts, context: RunContext, now: number): Needs {
  const run = testRunIn(facts, context)
  const untold = run && context.source.testsOn === 'test-branch' && lacksOutcomes(run) ? run : null
  const needs: Needs = {
    testRun: false,
    pullRequest: false,
    headChecks: false,
    rules: false,
    timeline: false,
    // A poll that has read the checks needs no second read.
    checksOf: facts.checks.kind === 'not-asked' ? untold : null,
  }
  const pr = pullRequestIn(facts, context)
  if (!pr) return { ...needs, rules: untold?.status === 'in_progress' }
  // A run that was read, or looked for already, is not looked for again.
  const isKnown = facts.testRun.kind === 'read' || facts.foundRun.kind !== 'not-asked'
  const testRun = context.testRunId === null && !isKnown
  // GitHub's own queue tells why a pull request left, and with which run.
  if (context.source.testsOn === 'merge-group') return { ...needs, testRun: needsGroup(facts, pr, now) }
  switch (pr.state) {
    case 'testing':
      return { ...needs, testRun, rules: true }
    case 'pending_failure':
      return { ...needs, testRun }
    case 'tests_passed':
      return { ...needs, rules: isStuckInFront(queueIn(facts, context), pr, now) }
    case 'failed':
      return { ...needs, testRun, timeline: !isTold(pr), pullRequest: !isTold(pr) }
    case 'cancelled':
      return { ...needs, timeline: !isTold(pr) }
    case 'not_ready':
    case 'pending': {
      const rule = pr.readiness
      if (!pr.submitted || !rule) return needs
      const isBlocked = rule.mergeability === 'not_mergeable' && !saysWhy(pr)
      const lacksTargets = rule.requiresImpactedTargets === true && rule.hasImpactedTargets === false
      return {
        ...needs,
        pullRequest: isBlocked || lacksTargets,
        headChecks: isBlocked,
        rules: isBlocked,
        timeline: lacksTargets,
      }
    }
    default:
      return needs
  }
}

/** True if the source itself says why the pull request left. */
function isTold({ removal }: PullRequest): boolean {
  return removal !== null && removal.reason !== 'other'
}

/** True if the source says why GitHub would not merge, and names no check: a check could be the step's own. */
function saysWhy({ mergeabilityDetails }: PullRequest): boolean {
  const codes = mergeabilityDetails?.map(({ code }) => code) ?? []
  return codes.length > 0 && codes.every(code => SETTLED.has(code))
}

const SETTLED = new Set([
  'conflict',
  'behind',
  'draft',
  'closed',
  'reviewRequired',
  'changesRequested',
  'stackNeedsRebase',
])

/** True if a merge group failed by its checks, or never ends: only the checks on its commit tell why. */
function needsGroup({ testRun }: Facts, { state, removal, stateChangedAt }: PullRequest, now: number): boolean {
  if (testRun.kind === 'read') return false
  if (state === 'failed') return removal?.reason === 'checks-failed' || removal?.reason === 'timed-out'
  const age = since(stateChangedAt, now)
  return state === 'testing' && age !== null && age > FORGOTTEN_MS
}

/** True if the pull request passed its tests long ago and is first in line: GitHub may refuse to merge it. */
function isStuckInFront(queue: Queue | null, { number, stateChangedAt }: PullRequest, now: number): boolean {
  return !!queue?.ordered && queue.entries?.find(isLive)?.number === number && isLong(stateChangedAt, queue, now)
}

/** True if the service gives no outcomes: only GitHub can say how the required statuses went. */
export function lacksOutcomes(run: TestRun): boolean {
  return (run.requiredStatuses?.length ?? 0) > 0 && !carriesOutcomes(run)
}

import type { RunContext } from '../../facts/context.ts'
import type { Facts, PullRequest, Queue, TestRun } from '../../facts/facts.ts'
import { known, MERGEABILITIES, PULL_REQUEST_STATES } from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { since } from '../../facts/time.ts'
import { carriesOutcomes } from '../statuses.ts'
import { pullRequestIn, queueIn, testRunIn } from '../subject.ts'
import { isLong } from './case.ts'
import { FORGOTTEN_MS } from './test-run.ts'

/** The questions of a diagnosis to GitHub. */
export interface Needs {
  /** The test run, by the branches that bear the pull request's number. */
  testRun: boolean
  /** The pull request itself: its head, and GitHub's reason why it is not mergeable. */
  pullRequest: boolean
  headChecks: boolean
  rules: boolean
  timeline: boolean
  /** Checks of the test branch's commit, for a run that is already under report. */
  checksOf: TestRun | null
}

/** Questions on why the pull request is stuck or out that only GitHub can answer at `now`, in epoch milliseconds. */
export function needsOfDiagnosis(facts: Facts, context: RunContext, now: number): Needs {
  const run = testRunIn(facts, context)
  const isSilent = run !== null && context.source.testsOn === 'test-branch' && lacksOutcomes(run)
  const untold = isSilent ? run : null
  const needs: Needs = {
    testRun: false,
    pullRequest: false,
    headChecks: false,
    rules: false,
    timeline: false,
    // The checks that the poll has read already are part of its picture.
    checksOf: facts.checks.kind === 'not-asked' ? untold : null,
  }
  const pr = pullRequestIn(facts, context)
  if (!pr) return { ...needs, rules: untold?.status === 'in_progress' }
  const state = known(PULL_REQUEST_STATES, pr.state)
  // A source that names the runs itself was asked before.
  const isKnown = facts.testRun.kind === 'read' || facts.foundRun.kind !== 'not-asked'
  const testRun = context.testRunId === null && !isKnown
  // Such a source tells why it left, and with which run.
  if (context.source.testsOn === 'merge-group') return { ...needs, testRun: needsGroup(facts, pr, now) }
  switch (state) {
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
      const isBlocked = known(MERGEABILITIES, rule.mergeability) === 'not_mergeable' && !saysWhy(pr)
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

/** The source itself says why it left. */
function isTold({ removal }: PullRequest): boolean {
  return removal !== null && removal.reason !== 'other'
}

/** The source itself says why GitHub would not merge it, and names no check, which could be the step's own. */
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

/** Only the checks on its commit tell why a merge group failed or never ends. */
function needsGroup({ testRun }: Facts, { state, removal, stateChangedAt }: PullRequest, now: number): boolean {
  if (testRun.kind === 'read') return false
  if (state === 'failed') return removal?.reason === 'checks-failed' || removal?.reason === 'timed-out'
  const age = since(stateChangedAt, now)
  return state === 'testing' && age !== null && age > FORGOTTEN_MS
}

/** It passed its tests long ago and is first in line: GitHub may refuse to merge it. */
function isStuckInFront(queue: Queue | null, { number, stateChangedAt }: PullRequest, now: number): boolean {
  return !!queue?.ordered && queue.entries?.find(isLive)?.number === number && isLong(stateChangedAt, queue, now)
}

/** Only GitHub can say how the required statuses of such a test run went. */
export function lacksOutcomes(run: TestRun): boolean {
  return (run.requiredStatuses?.length ?? 0) > 0 && !carriesOutcomes(run)
}

export function needsAnything({ testRun, pullRequest, headChecks, rules, timeline, checksOf }: Needs): boolean {
  return testRun || pullRequest || headChecks || rules || timeline || checksOf !== null
}

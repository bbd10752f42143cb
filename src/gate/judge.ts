import { plain, quoted } from '../escape.ts'
import { isSameCommit, short } from '../facts/commit.ts'
import type { Condition } from '../facts/conditions.ts'
import {
  type Facts,
  known,
  PULL_REQUEST_STATES,
  type PullRequest,
  type PullRequestState,
  QUEUE_STATES,
  type Queue,
  TEST_RUN_STATUSES,
  type TestRun,
} from '../facts/facts.ts'
import { isLive } from '../facts/position.ts'
import type { RunContext } from '../setup/context.ts'
import { staleness } from './freshness.ts'
import { needsGitHubMergeability, readiness } from './readiness.ts'
import type { ReasonCode } from './reasons.ts'
import { requiredStatuses } from './statuses.ts'
import { isForeignRun } from './subject.ts'
import { type ConditionVerdict, type Finding, met, named, unknown, unmet, withoutValue } from './verdict.ts'

/** Judges one condition by the facts. Pure: the same facts always give the same verdict. */
export function judge(condition: Condition, facts: Facts, context: RunContext): ConditionVerdict {
  return named(condition, JUDGES[condition](facts, context))
}

/** Whether a verdict depends on what GitHub says of the pull request. */
export function needsGitHub(facts: Facts, context: RunContext): boolean {
  if (facts.pullRequest.kind !== 'read') return false
  const pr = facts.pullRequest.value
  const head = context.pullRequestHead
  return (head !== null && !isSameCommit(pr.sha, head)) || needsGitHubMergeability(pr)
}

type Judge = (facts: Facts, context: RunContext) => Finding

const NEVER_SUBMITTED = unmet('not-submitted', 'It was never submitted to the queue of this branch.')

const JUDGES: Record<Condition, Judge> = {
  submitted: (facts, context) =>
    ofPullRequest(facts, context, NEVER_SUBMITTED, pr => {
      if (pr.submitted) return overAndSubmitted(pr) ?? met('It is in the queue.')
      return contradiction(pr) ?? unmet('not-submitted', 'It is not in the queue.', pr.state !== 'merged')
    }),

  'not-submitted': (facts, context) =>
    ofPullRequest(facts, context, neverSubmitted(facts, context), pr => left(pr, facts)),

  ready: (facts, context) =>
    ofPullRequest(
      facts,
      context,
      NEVER_SUBMITTED,
      pr => staleness(pr.sha, context.pullRequestHead, facts.github) ?? readiness(pr, facts.github),
    ),

  'tests-passed': (facts, context) =>
    ofPullRequest(facts, context, NEVER_SUBMITTED, pr => {
      const stale = staleness(pr.sha, context.pullRequestHead, facts.github)
      return stale ?? inState(pr, ['tests_passed', 'merged'])
    }),

  merged: (facts, context) => ofPullRequest(facts, context, NEVER_SUBMITTED, pr => inState(pr, ['merged'])),

  settled: (facts, context) =>
    ofPullRequest(facts, context, neverSubmitted(facts, context), pr => {
      const state = known(PULL_REQUEST_STATES, pr.state)
      if (state === 'merged' || state === 'failed' || state === 'cancelled') return met(`Its state is ${state}.`)
      if (!pr.submitted) return left(pr, facts)
      return state === null ? unknownState(pr) : inAnotherState(state)
    }),

  'queue-running': (facts, context) =>
    ofQueue(facts, context, unmet('queue-not-found', noQueue(context), false), queue => {
      switch (known(QUEUE_STATES, queue.state)) {
        case 'running':
          return met('The queue is running.')
        case 'paused':
          return unmet('queue-paused', 'The queue is paused.')
        case 'draining':
          return unmet('queue-draining', 'The queue is draining.')
        case 'switching_modes':
          return unmet('queue-switching-modes', 'The queue is switching modes.')
        case null:
          return unknown(
            'queue-state-unknown',
            `The queue's state ${quoted(queue.state)} is not one that this version knows.`,
          )
      }
    }),

  'queue-empty': (facts, context) =>
    ofQueue(facts, context, unknown('queue-not-found', noQueue(context), false), queue => {
      const live = queue.entries.filter(isLive).length
      if (live === 0) return met('Nothing is enqueued.')
      return unmet('queue-not-empty', live === 1 ? 'One entry is enqueued.' : `${live} entries are enqueued.`)
    }),

  'test-run-succeeded': (facts, context) => {
    if (facts.testRun.kind !== 'read') {
      return withoutValue(facts.testRun, unknown('test-run-not-found', 'The service knows no such test run.'))
    }
    const testRun = facts.testRun.value
    return isForeignRun(testRun, context) ? foreignRun(testRun, context) : ofTestRun(testRun)
  },
}

/** The finding on a pull request, once it is sure that there is one and that it is the one that was asked for. */
function ofPullRequest(
  facts: Facts,
  context: RunContext,
  absent: Finding,
  find: (pr: PullRequest) => Finding,
): Finding {
  if (facts.pullRequest.kind !== 'read') return withoutValue(facts.pullRequest, absent)
  const pr = facts.pullRequest.value
  if (pr.number !== context.pullRequest?.value) {
    return unknown(
      'contradictory-answer',
      `Asked for #${context.pullRequest?.value}, the service answered with #${pr.number}.`,
    )
  }
  return find(pr)
}

function ofQueue(facts: Facts, context: RunContext, absent: Finding, find: (queue: Queue) => Finding): Finding {
  if (facts.queue.kind !== 'read') return withoutValue(facts.queue, absent)
  return otherBranch(facts.queue.value, context) ?? find(facts.queue.value)
}

/** "Never submitted" is safe only where the queue is there and does not list it: the branch could be misspelt. */
function neverSubmitted(facts: Facts, context: RunContext): Finding {
  return ofQueue(facts, context, unknown('queue-not-found', noQueue(context), false), queue => {
    const listed = queue.entries.some(({ number }) => number === null || number === context.pullRequest?.value)
    return listed
      ? unknown(
          'contradictory-answer',
          'The service calls it never submitted, and its queue lists it or an entry without a number.',
        )
      : met('It was never submitted, and the queue does not list it.')
  })
}

/** Whether a pull request that the service knows has left the queue. */
function left(pr: PullRequest, facts: Facts): Finding {
  if (pr.submitted) return unmet('still-submitted', `It is in the queue${pr.state ? ` (${plain(pr.state, 60)})` : ''}.`)
  const listed =
    facts.queue.kind === 'read' && facts.queue.value.entries.some(entry => entry.number === pr.number && isLive(entry))
  if (listed) return unknown('contradictory-answer', 'It is not submitted, and the queue lists it.')
  return contradiction(pr) ?? met('It is not in the queue.')
}

/** An episode that is over is not in the queue; null where the members agree. */
function overAndSubmitted(pr: PullRequest): Finding | null {
  const state = known(PULL_REQUEST_STATES, pr.state)
  const over = state === 'merged' || state === 'failed' || state === 'cancelled'
  return over ? unknown('contradictory-answer', `It is submitted, and its state is ${state}.`) : null
}

/** What is not submitted can't be on its way; null where the members agree. */
function contradiction(pr: PullRequest): Finding | null {
  if (pr.submitted || pr.state === null) return null
  switch (known(PULL_REQUEST_STATES, pr.state)) {
    case 'merged':
    case 'failed':
    case 'cancelled':
    case 'not_ready':
      return null
    case null:
      return unknownState(pr)
    default:
      return unknown('contradictory-answer', `It is not submitted, and its state is ${pr.state}.`)
  }
}

function inState(pr: PullRequest, wanted: PullRequestState[]): Finding {
  const state = known(PULL_REQUEST_STATES, pr.state)
  if (state === null) return unknownState(pr)
  if (!wanted.includes(state)) return inAnotherState(state)
  return (state === 'merged' ? null : contradiction(pr)) ?? met(`Its state is ${state}.`)
}

function inAnotherState(state: PullRequestState): Finding {
  const code: ReasonCode | null = codeOf(state)
  // An episode that is over does not change; submitting again starts another.
  const over = state === 'failed' || state === 'cancelled'
  return code ? unmet(code, `Its state is ${state}.`, !over) : unknown('state-unknown', `Its state is ${state}.`)
}

function codeOf(state: PullRequestState): ReasonCode | null {
  switch (state) {
    case 'not_ready':
      return 'state-not-ready'
    case 'pending':
      return 'state-pending'
    case 'testing':
      return 'state-testing'
    case 'tests_passed':
      return 'state-tests-passed'
    case 'pending_failure':
      return 'state-pending-failure'
    case 'failed':
      return 'state-failed'
    case 'cancelled':
      return 'state-cancelled'
    case 'merged':
      return null
  }
}

function unknownState(pr: PullRequest): Finding {
  return pr.state === null
    ? unknown('state-unknown', 'The service does not say its state.')
    : unknown('state-unknown', `Its state ${quoted(pr.state)} is not one that this version knows.`)
}

function otherBranch(queue: Queue, context: RunContext): Finding | null {
  const asked = context.targetBranch?.value
  const got = queue.branch.replace(/^refs\/heads\//, '')
  if (got === asked) return null
  return unknown(
    'contradictory-answer',
    `Asked for the queue of ${quoted(asked ?? '')}, the service answered with that of ${quoted(got)}.`,
  )
}

function noQueue(context: RunContext): string {
  return `The branch ${quoted(context.targetBranch?.value ?? '')} has no queue.`
}

function foreignRun(testRun: TestRun, context: RunContext): Finding {
  const head = context.testRunHead
  const evidence = `The test run is on ${short(testRun.testBranchSha)}, this run is about ${head ? short(head) : 'no commit'}.`
  return unknown('stale-head', evidence, false)
}

/** Reasons about single statuses, at most; an answer can hold thousands. */
const MOST_CAUSES = 20

function ofTestRun(testRun: TestRun): Finding {
  const required = requiredStatuses(testRun)
  const failed = required.filter(({ outcome }) => outcome === 'failed')
  const missing = required.filter(({ outcome }) => outcome === 'missing')
  const causes = [
    ...failed
      .slice(0, MOST_CAUSES)
      .map(({ name }) => unmet('required-status-failed', `The required status ${quoted(name)} failed.`)),
    ...missing
      .slice(0, MOST_CAUSES)
      .map(({ name }) => unmet('required-status-missing', `Nothing has reported ${quoted(name)} yet.`)),
  ]
  const untold = failed.length + missing.length - causes.length
  const more = untold > 0 ? ` ${untold} more required statuses failed or are missing.` : ''
  switch (known(TEST_RUN_STATUSES, testRun.status)) {
    case 'succeeded': {
      const contradicted = failed.find(({ failedOnly }) => failedOnly)
      return contradicted === undefined
        ? met('The test run succeeded.')
        : unknown(
            'contradictory-answer',
            `The test run succeeded, and its required status ${quoted(contradicted.name)} failed.`,
          )
    }
    case 'failed':
      return withCauses(unmet('test-run-failed', `The test run failed.${more}`, false), causes)
    case 'cancelled':
      return unmet('test-run-cancelled', 'The test run was cancelled.', false)
    case 'in_progress':
      return withCauses(unmet('test-run-in-progress', `The tests are running.${more}`), causes)
    case null:
      return testRun.status === null
        ? unknown('test-run-status-unknown', 'The service does not say how the test run stands.')
        : unknown('test-run-status-unknown', `The status ${quoted(testRun.status)} is not one that this version knows.`)
  }
}

function withCauses(finding: Finding, causes: Finding[]): Finding {
  return { ...finding, reasons: [...finding.reasons, ...causes.flatMap(({ reasons }) => reasons)] }
}

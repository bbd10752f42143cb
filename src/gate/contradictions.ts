import { plain } from '../escape.ts'
import { branchName } from '../facts/branch.ts'
import type { RunContext } from '../facts/context.ts'
import {
  type Facts,
  isOver,
  known,
  PULL_REQUEST_STATES,
  type PullRequest,
  type Queue,
  type TestRun,
} from '../facts/facts.ts'
import { code, type Message, quoted, say } from '../message.ts'
import { requiredStatuses } from './statuses.ts'

/** Members of the answers that a verdict can rest on, and that others can contradict. */
export type Member = 'number' | 'state' | 'submitted' | 'base-branch' | 'queue' | 'queue-entry' | 'test-run-status'

/** Two statements of the answers of one poll that can't both be true. */
export interface Contradiction {
  /** What can't be believed. Whatever rests on one of these is unknown. */
  members: readonly Member[]
  /** One sentence that names both statements. */
  message: Message
}

/**
 * Everything in the facts that contradicts itself, found once, before any condition is judged. Pure.
 *
 * An answer about another pull request or another queue than the one asked for counts as one: it says nothing of ours.
 */
export function contradictionsIn(facts: Facts, context: RunContext): Contradiction[] {
  const pr = facts.pullRequest.kind === 'read' ? facts.pullRequest.value : null
  const queue = facts.queue.kind === 'read' ? facts.queue.value : null
  const testRun = facts.testRun.kind === 'read' ? facts.testRun.value : null
  return [
    pr && anotherNumber(pr, context),
    pr && overAndSubmitted(pr),
    pr && outAndOnItsWay(pr),
    pr && anotherBase(pr, context),
    queue && anotherQueue(queue, context),
    queue && outAndListed(facts, queue, context),
    testRun && succeededAgainst(testRun),
  ].filter(found => found !== null)
}

function anotherNumber(pr: PullRequest, { pullRequest }: RunContext): Contradiction | null {
  if (pr.number === pullRequest?.value) return null
  return { members: ['number'], message: `Asked for #${pullRequest?.value}, the service answered with #${pr.number}.` }
}

/** State `merged` is final and stands whatever the flag says. */
function overAndSubmitted(pr: PullRequest): Contradiction | null {
  if (!pr.submitted || (pr.state !== 'failed' && pr.state !== 'cancelled')) return null
  return {
    members: ['state', 'submitted'],
    message: say`${contradictory(pr)}: its state is ${code(pr.state)}, and it is still submitted to the queue.`,
  }
}

/** A pull request that is `not_ready` and not submitted is known to the service and was never submitted: that agrees. */
function outAndOnItsWay(pr: PullRequest): Contradiction | null {
  const state = known(PULL_REQUEST_STATES, pr.state)
  if (pr.submitted || state === null || state === 'not_ready' || isOver(state)) return null
  return {
    members: ['state', 'submitted'],
    message: say`${contradictory(pr)}: its state is ${code(state)}, and it is not submitted to the queue.`,
  }
}

/** That the base matches, or that it is past the rule, can't hold with another base. */
function anotherBase(pr: PullRequest, { targetBranch }: RunContext): Contradiction | null {
  const asked = targetBranch?.value
  if (pr.baseBranch === null || asked === undefined || branchName(pr.baseBranch) === asked) return null
  if (pr.readiness !== null && pr.readiness.baseBranchMatches !== true) return null
  const claim = pr.readiness === null ? `its state is ${quoted(pr.state ?? 'none')}` : 'its base branch matches'
  return {
    members: ['base-branch'],
    message: `${contradictory(pr)}: ${claim}, and its base branch is ${quoted(branchName(pr.baseBranch))}, not ${quoted(asked)}.`,
  }
}

function anotherQueue(queue: Queue, { targetBranch }: RunContext): Contradiction | null {
  const asked = targetBranch?.value
  if (branchName(queue.branch) === asked) return null
  return {
    members: ['queue'],
    message: `Asked for the queue of ${quoted(asked ?? '')}, the service answered with the queue of ${quoted(branchName(queue.branch))}.`,
  }
}

function outAndListed(facts: Facts, queue: Queue, { pullRequest }: RunContext): Contradiction | null {
  const number = pullRequest?.value
  if (number === undefined || !isOut(facts)) return null
  const live = (queue.entries ?? []).filter(entry => entry.number === number && !isOver(entry.state))
  // Whichever way the queue is sorted, the sentence is the same.
  const [state] = live.map(entry => entry.state ?? 'in no known state').toSorted()
  if (state === undefined) return null
  const said = facts.pullRequest.kind === 'absent' ? 'it was never submitted' : 'it is not submitted'
  return {
    members: ['submitted', 'queue-entry'],
    message: `The service's responses about #${number} contradict each other: ${said}, and the queue lists it as ${quoted(state)}.`,
  }
}

function isOut({ pullRequest }: Facts): boolean {
  return pullRequest.kind === 'absent' || (pullRequest.kind === 'read' && !pullRequest.value.submitted)
}

/** Nothing reported at all is no contradiction: queues skip tests that they find redundant. */
function succeededAgainst(testRun: TestRun): Contradiction | null {
  if (known(['succeeded'], testRun.status) === null) return null
  const against = requiredStatuses(testRun)?.find(({ outcome }) => outcome === 'failed' || outcome === 'pending')
  if (!against) return null
  const how = against.outcome === 'failed' ? 'failed' : 'is still pending'
  return {
    members: ['test-run-status'],
    message: `The service's response about test run ${plain(testRun.id, 60)} contradicts itself: it succeeded, and its required status ${quoted(against.name)} ${how}.`,
  }
}

function contradictory({ number }: PullRequest): string {
  return `The service's response about #${number} contradicts itself`
}

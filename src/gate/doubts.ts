import { isSameCommit, shortShasApart } from '../facts/commit.ts'
import { branchName, type RunContext, type Snapshot } from '../facts/context.ts'
import {
  type AnswerPart,
  type Doubt,
  type Facts,
  findDoubt,
  hasValue,
  isAbsent,
  isEndState,
  makeDoubt,
  type PullRequest,
  type TestRun,
  valueIn,
} from '../facts/facts.ts'
import { capitalised, code, type Message, quoted, say } from '../text/message.ts'
import { type Finding, unknown } from './reasons.ts'
import { requiredStatusesOf } from './statuses.ts'
import { isGoingThroughQueue, nameOfRun } from './subject.ts'

/**
 * The facts of one poll with all doubts about them: the source's own, then contradictions in and between answers. A doubt
 * names the parts of the answers that it is about, and is found before any condition is judged. Pure.
 */
export function snapshotOf(facts: Facts, context: RunContext): Snapshot {
  const pr = valueIn(facts.pullRequest)
  const run = valueIn(facts.testRun)
  const fromSource = [pr, valueIn(facts.queue), run].flatMap(each => each?.doubts ?? [])
  // If the source itself doubts the answer about the pull request, that doubt says why.
  const isDoubted = findDoubt(fromSource, 'pull-request', 'pull-request-state') !== null
  const found = [
    isDoubted ? null : pr && contradictoryState(pr, facts, context),
    contradictoryList(facts, context),
    run && contradictoryRun(run, context),
  ]
  return { facts, context, doubts: [...fromSource, ...found.filter(each => each !== null)] }
}

/** Ended, yet submitted; going through the queue, yet not submitted; submitted, yet the branch has no queue. */
function contradictoryState(pr: PullRequest, { queue }: Facts, { targetBranch, source }: RunContext): Doubt | null {
  const isLost = pr.state === 'failed' || pr.state === 'cancelled'
  if (pr.submitted ? isLost : isGoingThroughQueue(pr.state)) {
    const flag = pr.submitted ? 'it is still submitted to the queue' : 'it is not submitted to the queue'
    const what = say`its state is ${code(pr.state ?? '')}, but ${flag}`
    return contradiction(['pull-request-state'], pr.number, source, what)
  }
  if (!isAbsent(queue) || !pr.submitted || pr.state === 'merged') return null
  const what = `it is submitted, but branch ${quoted(targetBranch ?? '')} has no queue`
  return contradiction(['pull-request-state', 'queue-list'], pr.number, source, what)
}

/** Not submitted, yet listed as live. */
function contradictoryList({ pullRequest, queue }: Facts, { pullRequest: asked, source }: RunContext): Doubt | null {
  const isOut = isAbsent(pullRequest) || (hasValue(pullRequest) && !pullRequest.value.submitted)
  if (!isOut || asked === null) return null
  const live = (valueIn(queue)?.entries ?? []).filter(each => each.number === asked && !isEndState(each.state))
  // The order of the list must not change the sentence.
  const [state] = live.map(entry => entry.state ?? 'in no known state').toSorted()
  if (state === undefined) return null
  const fact = valueIn(pullRequest)?.state === 'merged' ? 'it is merged' : 'it is not submitted'
  const what = `${fact}, but the queue lists it as ${quoted(state)}`
  return contradiction(['pull-request-state', 'queue-list'], asked, source, what)
}

function contradiction(parts: AnswerPart[], number: number, { name }: RunContext['source'], what: Message): Doubt {
  return makeDoubt(parts, say`What ${name} says of #${number} contradicts itself: ${what}.`)
}

/** Succeeded, yet a required status failed or is pending. One that nobody reported is fine: queues skip redundant tests. */
function contradictoryRun(run: TestRun, { source }: RunContext): Doubt | null {
  if (run.status !== 'succeeded') return null
  const contrary = requiredStatusesOf(run)?.find(({ state }) => state === 'failed' || state === 'pending')
  if (!contrary) return null
  const status = `its required status ${quoted(contrary.name)} ${contrary.state === 'failed' ? 'failed' : 'is still pending'}`
  return makeDoubt(['test-run'], say`${nameOfRun(run, source)} contradicts itself: it succeeded, but ${status}.`)
}

export function doubtFinding({ doubts }: Snapshot, ...about: readonly AnswerPart[]): Finding | null {
  const doubt = findDoubt(doubts, ...about)
  return doubt && unknown(doubt.code, doubt.message, doubt.remedy, doubt.headline)
}

/** The finding if it is in doubt whether the pull request is in the queue, else null. A merge is never in doubt. */
export function doubtedState({ state }: PullRequest, snapshot: Snapshot): Finding | null {
  return state === 'merged' ? null : doubtFinding(snapshot, 'pull-request-state')
}

/** The finding if the source's head is in doubt, or if the event names one and the source has another or none. */
export function staleness({ number, headSha }: PullRequest, snapshot: Snapshot): Finding | null {
  const { source, pullRequestHead: head } = snapshot.context
  const doubted = doubtFinding(snapshot, 'head')
  if (doubted || head === null || isSameCommit(headSha, head)) return doubted
  return staleHead(commit => say`${capitalised(source.name)} has #${number} at ${commit}`, headSha, head)
}

/** @param clause what is at which commit: `The service has #42 at commit 3f0c1d2` */
export function staleHead(clause: (commit: Message) => Message, sha: string | null, head: string): Finding {
  const [theirs, ours] = shortShasApart(sha ?? '', head)
  const commit = sha ? say`commit ${theirs}` : 'no commit'
  return unknown('stale-head', say`${clause(commit)}; this run is for ${ours}.`)
}

/**
 * The finding if the pull request may belong to another queue, or be merged elsewhere; else null. The base that the
 * source names lags behind when a pull request is retargeted, so `baseBranchMatches` wins over `baseBranch`.
 */
export function otherBase(pr: PullRequest, { context }: Snapshot): Finding | null {
  const matches = pr.readiness?.baseBranchMatches ?? otherBaseName(pr, context) === null
  const message = `${baseMismatch(pr, context)} So it may be in another queue, or merged elsewhere.`
  return matches ? null : unknown('base-branch-mismatch', message, OTHER_BASE)
}

const OTHER_BASE = say`Set ${code('target-branch')} to its base, or start a new run: a re-run keeps the event of the original run.`

/** The pull request's base, if it is known and is not the branch whose queue was asked for; else null. */
export function otherBaseName({ baseBranch }: PullRequest, { targetBranch }: RunContext): string | null {
  const base = baseBranch === null ? null : branchName(baseBranch)
  return base === targetBranch ? null : base
}

export function baseMismatch(pr: PullRequest, context: RunContext): string {
  const other = otherBaseName(pr, context)
  const base = other === null ? '' : `, ${quoted(other)},`
  const target = quoted(context.targetBranch ?? '')
  const says = `${capitalised(context.source.name)} says that the base branch of #${pr.number}`
  return `${says}${base} does not match that of the queue, ${target}.`
}

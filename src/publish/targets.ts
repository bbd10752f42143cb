import { isSameCommit, type VerdictCommit, verdictCommit } from '../facts/commit.ts'
import type { RunContext } from '../facts/context.ts'
import { ownStatus, pullRequestIn, queueIn, testRunIn } from '../gate/subject.ts'
import { code, type Message, say } from '../message.ts'
import type { Result } from './result.ts'
import { count } from './wording.ts'

/** At most this many pull requests of one test run get a comment. */
const MOST_COMMENTS = 10

/** The place to write to, or null if nothing is written; the notices tell why, or what is not certain. */
export interface Place<T> {
  at: T | null
  notices: Message[]
}

interface CommentPlace {
  pullRequests: number[]
  /** The commit that must still be the head of the pull request; null if the run's commit is not a head. */
  headSha: string | null
}

const ELSEWHERE = 'the repository is on another host than the workflow, so GitHub is not asked about it'

/** The pull requests that get the comment. */
export function commentPlace({ context, facts, verdict }: Result): Place<CommentPlace> {
  const why = (text: Message) => ({ at: null, notices: [say`No comment was written: ${text}.`] })
  // A cancelled run is usually followed by a newer one, and its last seconds are needed for the status.
  if (context === null || verdict.conclusion === 'cancelled' || isBadInput(verdict)) return NOTHING
  if (!context.onThisServer) return why(ELSEWHERE)
  if (context.pullRequest !== null) {
    return { at: { pullRequests: [context.pullRequest.value], headSha: context.pullRequestHead }, notices: [] }
  }
  if (context.kind !== 'test-branch')
    return why(
      say`this run is about no pull request. Leave ${code('comment')} out on such events, or set ${code('pull-request')}`,
    )
  const numbers = testRunIn(facts, context)?.pullRequests?.map(({ number }) => number) ?? []
  if (numbers.length === 0) return why('the pull requests under test are not known')
  const more = numbers.length - MOST_COMMENTS
  const notices =
    more > 0 ? [`${count(more, 'pull request', 'pull requests')} under test got no comment: at most 10 get one.`] : []
  return { at: { pullRequests: numbers.slice(0, MOST_COMMENTS), headSha: null }, notices }
}

/**
 * The commit that gets the status.
 *
 * @param hasPending the step has set a pending status, which it must then replace
 */
export function statusPlace(
  { context, facts, verdict }: Result,
  name: string,
  { hasPending, asksSource }: { hasPending: boolean; asksSource: boolean },
): Place<string> {
  const why = (text: Message) => ({ at: null, notices: [say`No status was set: ${text}.`] })
  if (context === null) return NOTHING
  if (!hasPending) {
    if (isBadInput(verdict)) return NOTHING
    if (!context.onThisServer) return why(ELSEWHERE)
    if (asksSource && ownStatus(facts, context, name) !== 'free') {
      const silent = queueIn(facts, context)
        ? 'it is not known which statuses the queue requires'
        : 'the queue could not be read'
      return why(say`${silent}, so it is not known whether it requires a status named ${code(name)}`)
    }
  }
  const commit = verdictCommit(context)
  if (commit.kind !== 'known') return why(LACKS[commit.kind])
  if (!isJudged(commit.sha, facts, context))
    return why(say`GitHub and ${context.source.name} have different heads of the pull request`)
  if (!asksSource) {
    const note = say`This step asks no service, so it is not known whether the queue requires a status named ${code(name)}.`
    return { at: commit.sha, notices: [note] }
  }
  const more = queueIn(facts, context)?.moreRequired
  if (!more) return { at: commit.sha, notices: [] }
  const note = say`The status was set, but the queue may require a status named ${code(name)}: ${more}.`
  return { at: commit.sha, notices: [note] }
}

const LACKS: Record<Exclude<VerdictCommit['kind'], 'known'>, Message> = {
  'ask-github': 'GitHub did not say which commit is the head of the pull request',
  none: say`this event names no commit and no pull request. Set ${code('pull-request')}`,
}

/** The commit that gets the status while the step waits; null if none does, or not yet. */
export function pendingPlace(facts: Result['facts'], context: RunContext, name: string): string | null {
  if (!context.onThisServer || ownStatus(facts, context, name) !== 'free') return null
  const commit = verdictCommit(context)
  return commit.kind === 'known' && isJudged(commit.sha, facts, context) ? commit.sha : null
}

/** False if GitHub named the head, and the source's answer is about another. An event's head is checked elsewhere. */
function isJudged(sha: string, facts: Result['facts'], context: RunContext): boolean {
  const pr = context.statusHead === null ? null : pullRequestIn(facts, context)
  return pr === null || isSameCommit(pr.sha, sha)
}

const NOTHING = { at: null, notices: [] }

/** True if an input is wrong: then neither a status nor a comment is written. */
function isBadInput({ reasons }: Result['verdict']): boolean {
  return reasons.some(({ code }) => code === 'bad-input')
}

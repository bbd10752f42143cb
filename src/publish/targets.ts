import { verdictCommit } from '../facts/commit.ts'
import { testRunIn } from '../gate/subject.ts'
import type { Result } from '../result.ts'
import { code, type Message, say } from '../text/message.ts'

/** At most this many pull requests of one test run get a comment. */
const MOST_COMMENTS = 10

/** The place to write to, or why there is none; null for both if nothing has to be said. */
export interface Place<T> {
  at: T | null
  why: Message | null
}

/** The pull requests that get the comment. */
export function commentPlace({ context, facts, verdict }: Result): Place<number[]> {
  if (context === null || verdict.conclusion === 'cancelled') return { at: null, why: null }
  if (context.pullRequest !== null) return { at: [context.pullRequest.value], why: null }
  const tested = context.kind === 'test-branch' ? testRunIn(facts, context)?.pullRequests : null
  if (tested?.length)
    return {
      at: tested
        .slice(0, MOST_COMMENTS)
        .map(({ number }) => number)
        .toSorted(),
      why: null,
    }
  return { at: null, why: say`this run names no pull request. Set ${code('pull-request')}` }
}

/** The commit that gets the status. */
export function statusPlace({ context }: Result): Place<string> {
  if (context === null) return { at: null, why: null }
  const commit = verdictCommit(context)
  if (commit.kind === 'known') return { at: commit.sha, why: null }
  return { at: null, why: say`no commit is known. Set ${code('pull-request')}` }
}

import { verdictCommit } from '../facts/commit.ts'
import { valueIn } from '../facts/reading.ts'
import { reason } from '../gate/reasons.ts'
import { testRunIn } from '../gate/subject.ts'
import type { Result } from '../result.ts'
import { code, type Message, say } from '../text/message.ts'

/** At most this many pull requests of one test run get a comment. */
const MOST_COMMENTS = 10

/** The place to write to, or why there is none; null for both if nothing has to be said. */
export interface Target<T> {
  at: T | null
  why: Message | null
}

/** The pull requests that get the comment. */
export function commentTarget({ context, facts, verdict }: Result): Target<number[]> {
  if (context === null || verdict.conclusion === 'cancelled') return { at: null, why: null }
  if (context.pullRequest !== null) return { at: [context.pullRequest.value], why: null }
  const tested = context.kind === 'test-branch' ? testRunIn(facts, context)?.pullRequests : null
  if (tested?.length) {
    const numbers = tested.slice(0, MOST_COMMENTS).map(({ number }) => number)
    return { at: numbers.toSorted((a, b) => a - b), why: null }
  }
  return { at: null, why: say`this run names no pull request. Set ${code('pull-request')}` }
}

/** The commit that gets the status: the one that the verdict is about, else the one that the source names. */
export function statusTarget({ context, facts }: Result): Target<string> {
  if (context === null) return { at: null, why: null }
  const commit = verdictCommit(context)
  const named = valueIn(facts.pullRequest)?.sha ?? null
  if (commit.kind === 'known') return { at: commit.sha, why: null }
  if (commit.kind === 'of-pull-request' && named !== null) return { at: named, why: null }
  return { at: null, why: say`no commit is known. Set ${code('pull-request')}` }
}

/**
 * The result of a step whose status would have the name of a required one: the queue would merge on it, so it is not set,
 * and the step fails.
 */
export function withoutRequiredStatus(result: Result, statusContext: string | null): Result {
  const { facts, explanation, verdict } = result
  const required = [
    ...(valueIn(facts.queue)?.requiredStatuses ?? []),
    ...(valueIn(facts.testRun)?.requiredStatuses ?? []),
    ...(valueIn(explanation.run)?.requiredStatuses ?? []),
  ]
  const isRequired = required.some(name => name.toLowerCase() === statusContext?.toLowerCase())
  if (statusContext === null || !isRequired) return result
  const message = say`The status ${code(statusContext)} was not set: the queue requires it, and would merge on it.`
  const refusal = {
    ...reason('bad-input', null, message, say`Set ${code('status-context')} to a name that nothing requires.`),
    headline: say`${code('status-context')} names a required status`,
  }
  return {
    ...result,
    verdict: { ...verdict, conclusion: 'failed', succeeds: false, reasons: [refusal, ...verdict.reasons] },
    refusesStatus: true,
  }
}

import { abortAfter, type Clock } from '../clock.ts'
import type { GitHubFailure } from '../facts/reading.ts'
import { requestBudget } from '../github/bounds.ts'
import type { GitHubClient, GitHubPoll } from '../github/client.ts'
import { type CommentOutcome, keepComment } from '../github/comment.ts'
import { mayHaveLanded } from '../github/failure.ts'
import { hashedKey } from '../github/own-comments.ts'
import { pacedClient } from '../github/pace.ts'
import { setStatus } from '../github/status.ts'
import { code, distinct, type Message, say, sentences } from '../message.ts'
import { commentBody } from './comment.ts'
import type { Result } from './result.ts'
import { pendingStatus, statusOf } from './status.ts'
import { commentPlace, pendingPlace, statusPlace } from './targets.ts'
import type { Told, WriterOptions, Writers } from './writers.ts'

/** The most milliseconds that all waits for GitHub's limits may take together. */
const PATIENCE_MS = 60_000
/** The most milliseconds that all writing may take: slow answers of GitHub must not hold up the job. */
const LONGEST_MS = 120_000
/** The most milliseconds in which a cancelled step may replace its pending status: the runner gives it 7.5 s. */
const LAST_WORD_MS = 5000
/** The most requests that all writing may send: reading 20,000 comments takes 200. */
const MOST_REQUESTS = 300

const TOO_SLOW = 'GitHub answered too slowly: what was not written within 2 minutes was left out.'
const STILL_PENDING = 'GitHub did not answer in time: the commit status may still be pending.'

/** All that is told at the end, collected while writing. */
interface Draft {
  notices: Message[]
  refusals: Message[]
  comments: Told['comments']
}

/** Writers that write to GitHub, one thing after the other. */
export function createGitHubWriters(options: WriterOptions): Writers {
  const { inputs, run, clock, signal } = options
  const budget = requestBudget(MOST_REQUESTS)
  const poll = { budget, signal }
  let client: Promise<GitHubClient> | null = null
  const connect = () => (client ??= options.client())
  /** The request for the pending status: sent once. It has to end before the final status is set. */
  let pending: Promise<unknown> | null = null

  return {
    waiting(facts, context) {
      const { statusContext, require } = inputs
      const sha = statusContext === null || pending ? null : pendingPlace(facts, context, statusContext)
      if (sha === null || statusContext === null) return
      const status = { context: statusContext, ...pendingStatus(require, run) }
      // A failure is ignored here: the final status reports its own.
      pending = connect()
        .then(github => setStatus({ client: github, repository: context.repository.value, poll }, sha, status))
        .catch(() => {})
    },

    async tell(result) {
      const draft: Draft = { notices: [], refusals: [], comments: [] }
      const isCancelled = result.verdict.conclusion === 'cancelled'
      try {
        await pending
        if (isCancelled) {
          await within(clock, LAST_WORD_MS, over =>
            writeStatus(connect, result, draft, { poll: { budget, signal: over }, tries: 1 }),
          )
        } else {
          await within(clock, LONGEST_MS, async over => {
            const github = pacedClient(await connect(), clock, PATIENCE_MS)
            const bounded = { budget, signal: AbortSignal.any([signal, over]) }
            // A status can block a merge, so it is written first.
            await writeStatus(async () => github, result, draft, { poll: bounded, tries: 2 })
            await writeComments(github, result, draft, bounded)
          })
        }
      } catch (error) {
        if (isCancelled && pending) draft.notices.push(STILL_PENDING)
        if (signal.aborted) return told(draft, !isCancelled)
        // A defect here is a notice and decides nothing, like every other failure of a write.
        const kind = error instanceof Error ? error.name : 'unknown error'
        draft.notices.push(error instanceof OutOfTime ? TOO_SLOW : `Writing to GitHub broke off: ${kind}.`)
      }
      return told(draft, false)
    },
  }

  /** @param tries how often the write is sent, if its answer is lost each time */
  async function writeStatus(
    connected: () => Promise<GitHubClient>,
    result: Result,
    draft: Draft,
    { poll, tries }: { poll: GitHubPoll; tries: number },
  ): Promise<void> {
    const { statusContext } = inputs
    if (statusContext === null || result.context === null) return
    const { asksSource } = options
    const { at, notices } = statusPlace(result, statusContext, { hasPending: pending !== null, asksSource })
    draft.notices.push(...notices)
    if (at === null) return
    const scope = { client: await connected(), repository: result.context.repository.value, poll }
    const status = { context: statusContext, ...statusOf(result) }
    for (let left = tries; left > 0; left--) {
      const answer = await setStatus(scope, at, status)
      if (answer.kind !== 'failed') return
      if (left > 1 && mayHaveLanded(answer.failure)) continue
      draft.refusals.push(refusal('No status was set', answer.failure, result))
      return
    }
  }

  async function writeComments(github: GitHubClient, result: Result, draft: Draft, poll: GitHubPoll): Promise<void> {
    if (inputs.comment === 'never' || result.context === null) return
    const { at, notices } = commentPlace(result)
    draft.notices.push(...notices)
    if (at === null) return
    const key = hashedKey(inputs.commentKey ?? JSON.stringify([run.workflow, run.job]))
    const scope = { client: github, repository: result.context.repository.value, poll }
    const wanted = {
      marker: { key, run: run.id, attempt: run.attempt },
      body: commentBody(result),
      headSha: at.headSha,
      create: inputs.comment === 'always' || !result.verdict.succeeds,
    }
    for (const pullRequest of at.pullRequests.toSorted((a, b) => a - b)) {
      const outcome = await keepComment(scope, { ...wanted, pullRequest })
      if (outcome.kind === 'failed') draft.refusals.push(refusal('No comment was written', outcome.failure, result))
      if ('id' in outcome) draft.comments.push(commentTold(outcome, pullRequest, result))
      if (outcome.kind === 'outdated') draft.notices.push(noteOn(outcome.why, pullRequest))
    }
  }
}

function told({ notices, refusals, comments }: Draft, cut: boolean): Told {
  return { notices: [...notices, ...distinct(refusals)], comments, cut }
}

/** The log line and the address of a comment. Only the server that runs the workflow gets comments. */
function commentTold(
  { kind, id }: Extract<CommentOutcome, { id: number }>,
  pullRequest: number,
  { context, run }: Result,
): Told['comments'][number] {
  const { owner, name } = context?.repository.value ?? {}
  const url = `${run.serverUrl}/${owner}/${name}/pull/${pullRequest}#issuecomment-${id}`
  return { line: `Comment ${kind}: ${url}`, url }
}

function noteOn(why: 'newer-run' | 'not-the-head', pullRequest: number): string {
  const left = `The comment on #${pullRequest} was left alone`
  return why === 'newer-run'
    ? `${left}: a newer run has written it.`
    : `${left}: this run's commit is no longer the head.`
}

class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** Lets `act` run for so many milliseconds, then aborts it with `OutOfTime`. */
async function within(clock: Clock, ms: number, act: (over: AbortSignal) => Promise<void>): Promise<void> {
  const { signal, stop } = abortAfter(clock, ms, new OutOfTime())
  try {
    await act(signal)
  } finally {
    stop()
  }
}

/** Says what was not written, and why. */
function refusal(undone: string, { cause, message, remedy }: GitHubFailure, { context }: Result): Message {
  // No permission of the job lets it write to a fork's pull request.
  if (cause === 'forbidden' && context?.fromFork) {
    return say`${undone}: on a fork's pull request ${code('github-token')} is read-only.`
  }
  return sentences(say`${undone}: ${message}.`, remedy)
}

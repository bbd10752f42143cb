import { short } from '../facts/commit.ts'
import type { Condition } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import type { CallRecord } from '../facts/facts.ts'
import type { Result } from '../result.ts'
import { formatDuration } from '../text/duration.ts'
import { plain } from '../text/escape.ts'
import { asText, asWords, type Message, say, sentences, together } from '../text/message.ts'
import { outageLine, placeLine, pullRequestLine, quarantinedLine, queueLine, testRunLine } from './content.ts'
import { isAlreadySaid, storyOf } from './story.ts'
import { VERDICT_WORDS } from './wording.ts'

/** The most columns of the first line; GitHub's view of the log wraps a longer one. */
const WIDTH = 120

/** The first line of the log: what this run is about, what it reads (first the `files`), what it requires. */
export function aboutLine(
  context: RunContext,
  plan: Plan,
  require: readonly Condition[],
  files: readonly string[] = [],
): string {
  const { pullRequest, targetBranch, testRunId, headSha, branchNumbers } = context
  const tested = branchNumbers.length === 0 ? '' : ` of ${branchNumbers.map(number => `#${number}`).join(', ')}`
  const branch = targetBranch ? plain(targetBranch.value, 40) : context.askForBranch ? 'unknown branch' : 'no branch'
  const subject = pullRequest
    ? `#${pullRequest.value} → ${branch}`
    : testRunId && context.kind === 'test-branch'
      ? `Test run${tested} → ${branch}`
      : branch
  const head = headSha ? ` at ${short(headSha)}` : ''
  const source = plan.reads.length > 0 ? ` · ${context.source.label}` : ''
  const line = `${subject}${head}${source} · reads ${[...files, ...plan.reads].join(', ') || 'nothing'} · requires ${require.join(', ') || 'nothing'}`
  return plain(line, WIDTH)
}

/** The details of the first line; each says where it comes from. */
export function contextLines(context: RunContext, plan: Plan, require: readonly Condition[]): string[] {
  const { pullRequest, targetBranch, repository, testRunId, headSha } = context
  const { host, owner, name } = repository.value
  const branch = targetBranch ? `${plain(targetBranch.value, 200)} (${targetBranch.from})` : 'none'
  return [
    `Repository: ${host}/${owner}/${name} (${repository.from})`,
    `Pull request: ${pullRequest ? `#${pullRequest.value} (${pullRequest.from})` : 'none'}`,
    `Target branch: ${targetBranch === null && context.askForBranch ? 'not known (GitHub)' : branch}`,
    `Commit: ${headSha ? `${short(headSha)} (event)` : 'none'}`,
    `Test run: ${testRunId ? `${plain(testRunId.value, 200)} (${testRunId.from})` : 'none'}`,
    `Reads: ${plan.reads.join(', ') || 'nothing'} (${plan.from === 'auto' ? 'default' : 'input'})`,
    `Requires: ${require.join(', ') || 'nothing'} (${require.length > 0 ? 'input' : 'default'})`,
  ]
}

/** One line on a call: `getQueue: 200 in 0.1 s, request abc`. */
export function callLine({ operation, status, attempts, elapsedMs, requestId }: CallRecord): string {
  const tries = attempts === 1 ? '' : ` after ${attempts} tries`
  const request = requestId === null ? '' : `, request ${requestId}`
  return `${operation}: ${status ?? 'no answer'} in ${formatDuration(elapsedMs)}${tries}${request}`
}

/** At most this many further reasons of one condition are in the log; the job summary has more. */
const MOST_BESIDES = 3

const MARKS = { met: '✓', unmet: '✗', unknown: '?' }

/** The last lines before the errors: what is known, each condition, the outcome. */
export function verdictLines(result: Result): Message[] {
  const { icon, headline, cause, remedy } = storyOf(result)
  const known = factLines(result).filter(line => asText(line) !== asText(headline))
  const conditions = result.verdict.conditions.map(each => {
    // The step's error or warning tells the main reason.
    const untold = each.reasons.filter(reason => !isAlreadySaid(reason, result)).map(({ message }) => message)
    const besides = untold.length === 0 ? '' : say` Besides: ${together(untold.slice(0, MOST_BESIDES), ' ')}`
    const why = untold.length < each.reasons.length ? besides : say` ${each.evidence}`
    return say`${MARKS[each.verdict]} ${each.condition} is ${VERDICT_WORDS[each.verdict]}.${why}`
  })
  // A step that only reports has no error that would tell the cause.
  const isSilent = result.verdict.conclusion !== 'reported' || asText(cause) === ''
  return [...known, ...conditions, `${icon} ${asWords(headline)}`, ...(isSilent ? [] : [sentences(cause, remedy)])]
}

function factLines(result: Result): Message[] {
  // The headline already says that the branch has no queue.
  const hasNoQueue = result.verdict.reasons[0]?.code === 'queue-not-found'
  return [
    hasNoQueue ? null : pullRequestLine(result),
    hasNoQueue ? null : placeLine(result),
    outageLine(result),
    hasNoQueue ? null : queueLine(result),
    testRunLine(result),
    result.tests?.line ?? null,
    quarantinedLine(result),
    result.cause?.message ?? null,
  ].filter(line => line !== null)
}

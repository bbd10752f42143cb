import { short } from '../facts/commit.ts'
import type { Condition } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import type { CallRecord } from '../facts/facts.ts'
import { formatDuration } from '../text/duration.ts'
import { plain } from '../text/escape.ts'

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

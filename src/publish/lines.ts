import { formatDuration } from '../duration.ts'
import { plain } from '../escape.ts'
import { short } from '../facts/commit.ts'
import type { Condition } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import type { CallRecord } from '../service/transport.ts'
import { headlineOf, pullRequestLine, queueLine } from './phrases.ts'
import type { Result } from './result.ts'

/** The first line of the log: what this run is about, what is read, what is required, and where each came from. */
export function aboutLine(context: RunContext, plan: Plan, require: readonly Condition[]): string {
  const { pullRequest, targetBranch, repository, testRunId, headSha } = context
  const { host, owner, name } = repository.value
  const parts = [
    pullRequest ? `pull request #${pullRequest.value} (${pullRequest.from})` : 'no pull request',
    `branch ${targetBranch ? `${plain(targetBranch.value, 200)} (${targetBranch.from})` : context.askForBranch ? 'not known (GitHub)' : 'none'}`,
    `head ${headSha ? `${short(headSha)} (event)` : 'none'}`,
    ...(testRunId ? [`test run ${plain(testRunId.value, 200)} (${testRunId.from})`] : []),
    `repository ${host}/${owner}/${name} (${repository.from})`,
    `reads ${plan.reads.join(', ') || 'nothing'} (${plan.from === 'auto' ? 'default' : 'input'})`,
    `requires ${require.join(', ') || 'nothing'} (${require.length > 0 ? 'input' : 'default'})`,
  ]
  return `About this run: ${parts.join('; ')}`
}

/** One line a call: `getQueue: 200 in 0.1 s, request abc`. */
export function callLine({ operation, status, attempts, elapsedMs, requestId }: CallRecord): string {
  const tries = attempts === 1 ? '' : ` after ${attempts} tries`
  const request = requestId === null ? '' : `, request ${requestId}`
  return `${operation}: ${status ?? 'no answer'} in ${formatDuration(elapsedMs)}${tries}${request}`
}

const MARKS = { met: '✓', unmet: '✗', unknown: '?' }

/** The lines after the facts are in: what is known, each condition, what came out. */
export function verdictLines(result: Result): string[] {
  const { icon, text } = headlineOf(result)
  return [
    ...[pullRequestLine(result), queueLine(result)].filter(line => line !== null),
    ...result.verdict.conditions.map(
      ({ condition, verdict, evidence }) => `${MARKS[verdict]} ${condition} is ${verdict}: ${plain(evidence, 1000)}`,
    ),
    `${icon} ${text}`,
  ]
}

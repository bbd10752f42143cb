import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answer, failedBy, type GitHubFailure, gitHubFailure, isRead } from '../../src/facts/reading.ts'
import { requestBudget } from '../../src/github/bounds.ts'
import { readTestBranches } from '../../src/github/branches.ts'
import { readChecks } from '../../src/github/checks.ts'
import type { GitHubAnswer, GitHubClient, GitHubPoll } from '../../src/github/client.ts'
import { readChangedFiles } from '../../src/github/pull-request.ts'
import { readRequiredChecks } from '../../src/github/rules.ts'
import { readTimeline } from '../../src/github/timeline.ts'
import { sha } from '../stand-in/github/state.js'
import { ROCKET } from './api.ts'

const READERS: Record<string, (client: GitHubClient, poll: GitHubPoll) => Promise<Answer<unknown, GitHubFailure>>> = {
  checks: (client, poll) => readChecks({ client, repository: ROCKET, poll }, sha('a')),
  branches: (client, poll) => readTestBranches({ client, repository: ROCKET, poll }, 42),
  rules: (client, poll) => readRequiredChecks({ client, repository: ROCKET, poll }, 'main'),
  files: (client, poll) => readChangedFiles({ client, repository: ROCKET, poll }, 42),
  timeline: (client, poll) => readTimeline({ client, repository: ROCKET, poll }, 42),
}

/** Near the shapes of GitHub's answers, so that more than the first member is looked at. */
const { answer } = fc.letrec(tie => ({
  answer: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1.5, '', 'success', 'completed', [], {}),
    fc.array(tie('answer'), { maxLength: 3 }),
    fc.record(
      {
        ...{ total_count: fc.oneof(fc.nat(3), tie('answer')), check_runs: tie('answer'), statuses: tie('answer') },
        ...{ id: fc.nat(), name: fc.string(), context: fc.string(), filename: fc.string(), type: fc.string() },
        ...{ status: tie('answer'), conclusion: tie('answer'), state: tie('answer'), app: tie('answer') },
        ...{ event: fc.constantFrom('merged', 'committed', 'x'), committer: tie('answer'), created_at: tie('answer') },
        ...{ repository: tie('answer'), refs: tie('answer'), nodes: tie('answer'), target: tie('answer') },
        ...{ parameters: tie('answer'), required_status_checks: tie('answer'), totalCount: fc.nat(3) },
      },
      { requiredKeys: [] },
    ),
  ),
}))

const reply = fc.oneof(
  fc.record({
    kind: fc.constant<'read'>('read'),
    value: fc.record<GitHubAnswer>({
      status: fc.constant(200),
      data: answer,
      lastPage: fc.option(fc.nat()),
      hasNext: fc.boolean(),
    }),
  }),
  fc.constant(failedBy(gitHubFailure('unavailable', 'no', 'none'))),
)

test.each(Object.entries(READERS))(
  '%s: whatever comes is a reading, within the budget of the poll',
  async (_, read) => {
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 5 }), fc.nat(10), async (replies, requests) => {
        const poll = { budget: requestBudget(requests), signal: undefined }
        const asked: object[] = []
        const next = async (): Promise<Answer<GitHubAnswer, GitHubFailure>> => {
          const isFree = poll.budget.take()
          if (isFree) asked.push({})
          const none = failedBy(gitHubFailure('over-budget', 'none left', 'none'))
          return (isFree && replies[asked.length % replies.length]) || none
        }
        const client: GitHubClient = {
          request: next,
          graphql: async () => {
            const reading = await next()
            return isRead(reading) ? { value: { data: reading.value.data, errors: [] } } : reading
          },
        }
        expect(['read', 'failed']).toContain((await read(client, poll)).kind)
        expect(asked.length).toBeLessThanOrEqual(requests)
      }),
      { numRuns: 100 },
    )
  },
)

test.each(Object.entries(READERS))('%s: a cancelled step throws', async (_, read) => {
  const stop = async () => {
    throw new Error('cancelled')
  }
  const poll = { budget: requestBudget(), signal: AbortSignal.abort() }
  await expect(read({ request: stop, graphql: stop }, poll)).rejects.toThrow('cancelled')
})

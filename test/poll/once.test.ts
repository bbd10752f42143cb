import { expect, test } from 'vitest'
import type { PullRequest } from '../../src/facts/facts.ts'
import { failedBy } from '../../src/facts/reading.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import type { Decision } from '../../src/gate/decision.ts'
import type { Sources } from '../../src/poll/gather.ts'
import { pollUntilDecided } from '../../src/poll/wait.ts'
import { sourceOf } from '../../src/sources/v1/source.ts'
import { context, facts, gitHubFailure, ofPullRequest, pullRequest, requirements } from '../builders.ts'
import { virtualClock } from './clock.ts'

const UNASKED = failedBy(gitHubFailure('token-refused', '`github-token` is empty', 'Give it.'))

/** Sources of which nothing is asked but the pull request. */
function sourcesOf(answer: (signal?: AbortSignal) => Promise<PullRequest | null>): Sources {
  const barred = () => {
    throw new Error('nobody asked for this')
  }
  const client = { queue: barred, testRun: barred, quarantinedTests: barred }
  return { source: sourceOf({ ...client, pullRequest: (_, __, signal) => answer(signal) }), github: barred }
}

async function polled(require: ('merged' | 'submitted')[], sources: Sources, signal: AbortSignal): Promise<Decision> {
  const question = { reads: ['pull-request' as const], context: context(), list: null }
  const clock = virtualClock()
  const world = { clock, random: () => 0.5, signal, onProgress: () => {} }
  return clock.run(pollUntilDecided(question, sources, requirements({ require }), UNASKED, null, world))
}

test.each([
  ['nothing is required', [], 'reported'],
  ['what is required holds', ['submitted'], 'passed'],
  ['it does not hold yet', ['merged'], 'failed'],
] as const)('%s', async (_, require, conclusion) => {
  const { signal } = new AbortController()
  const decision = await polled(
    [...require],
    sourcesOf(async () => pullRequest({ state: 'testing' })),
    signal,
  )
  const known = facts({ ...ofPullRequest({ state: 'testing' }), github: UNASKED })
  const verdict = conclude(known, context(), requirements({ require }))
  expect(verdict.conclusion).toBe(conclusion)
  expect(decision).toEqual({ verdict, facts: known, timeline: [], polls: 1, timedOut: false })
})

test('on cancellation it says what was known before', async () => {
  const cancellation = new AbortController()
  const sources = sourcesOf(async signal => {
    cancellation.abort(new Error('the step was cancelled'))
    signal?.throwIfAborted()
    return null
  })
  const { verdict, facts, ...rest } = await polled(['merged'], sources, cancellation.signal)
  expect([verdict.conclusion, facts.pullRequest, facts.github, rest]).toEqual([
    'cancelled',
    undefined,
    UNASKED,
    { timeline: [], polls: 1, timedOut: false },
  ])
})

test('a defect goes up', async () => {
  const sources = sourcesOf(async () => {
    throw new TypeError('a defect')
  })
  await expect(polled([], sources, new AbortController().signal)).rejects.toThrow('a defect')
})

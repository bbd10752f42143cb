import { expect, test } from 'vitest'
import type { Facts } from '../../src/facts/facts.ts'
import { type Narration, NOTHING_SAID, narrate } from '../../src/poll/wait.ts'
import {
  ABSENT,
  conditionVerdict,
  context,
  failed,
  hardFailure,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  verdict,
} from '../builders.ts'

const SECOND = 1000
const OPEN = verdict({ conditions: [conditionVerdict('submitted'), conditionVerdict('merged', { verdict: 'unmet' })] })

function said(facts: Facts): string | null {
  return narrate(NOTHING_SAID, { facts, verdict: OPEN }, context(), 0).line
}

test.each<[Facts, string]>([
  [ofPullRequest({ state: 'tests_passed' }), '#42: tests passed'],
  [ofPullRequest({ state: 'failed', submitted: false }), '#42: failed (not in the queue)'],
  [ofPullRequest({ state: null }), '#42: no state'],
  [{ pullRequest: ABSENT }, '#42: never submitted'],
  [{ ...ofPullRequest({ state: 'pending' }), ...ofQueue({ state: 'paused' }) }, '#42: pending, queue: paused'],
  [ofRun({ status: 'in_progress' }), 'test run: in progress'],
  [{ queue: failed(outage()) }, 'the service is not available'],
  [{ ...ofQueue({ state: 'running' }), testRun: failed(hardFailure()) }, 'queue: running'],
])('%#: %j', (facts, words) => {
  expect(said(facts)).toBe(`After 0 s: ${words}; waiting for merged`)
})

test('a change is told at once, the same situation from minute to minute', () => {
  const steps: [seconds: number, state: string][] = [
    [0, 'pending'],
    [15, 'pending'],
    [60, 'pending'],
    [90, 'testing'],
    [149, 'testing'],
    [150, 'testing'],
    [160, 'pending'],
  ]
  let narration: Narration = NOTHING_SAID
  const lines: string[] = []
  for (const [seconds, state] of steps) {
    const told = narrate(narration, { facts: ofPullRequest({ state }), verdict: OPEN }, context(), seconds * SECOND)
    narration = told.narration
    if (told.line !== null) lines.push(told.line)
  }
  expect(lines).toEqual([
    'After 0 s: #42: pending; waiting for merged',
    'After 1 m: #42: pending; waiting for merged',
    'After 1 m 30 s: #42: testing; waiting for merged',
    'After 2 m 30 s: #42: testing; waiting for merged',
    'After 2 m 40 s: #42: pending; waiting for merged',
  ])
  expect(narration.timeline).toEqual([
    { elapsedMs: 0, what: '#42: pending' },
    { elapsedMs: 90_000, what: '#42: testing' },
    { elapsedMs: 160_000, what: '#42: pending' },
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facts } from '../../src/facts/facts.ts'
import { type Diagnosis, diagnosis } from '../../src/gate/diagnosis/codes.ts'
import { reason } from '../../src/gate/reasons.ts'
import { code, say } from '../../src/message.ts'
import { diagnosisLines, pathLine } from '../../src/publish/diagnosis.ts'
import { failuresOf } from '../../src/publish/messages.ts'
import { outputsOf } from '../../src/publish/outputs.ts'
import { queuePart } from '../../src/publish/summary/queue.ts'
import { summaryOf } from '../../src/publish/summary/summary.ts'
import { ABSENT, context, result, verdict } from '../builders.ts'
import { anyContext, anyFacts } from '../gate/arbitraries.ts'
import { aQueue, aRun, facts, inState, minutesAgo, queued, tests } from '../gate/diagnosis/cases.ts'

const of = (given: Partial<Facts>, over: Parameters<typeof result>[0] = {}) => result({ facts: facts(given), ...over })
const FAILED = diagnosis('required-status-failed', 'certain', say`#42 failed in the queue: ${code('unit')} failed.`, {
  evidence: ['#42 left the queue 30 m ago.'],
  advice: 'fix first',
})
const PUSHED = diagnosis('evicted-by-push', 'possible', '#42 may have been ejected by a push.')

test.each<[string, Partial<Facts>, string | null]>([
  [
    'not ready',
    { pullRequest: inState('not_ready') },
    '✓ submitted → ▶ not ready for 30 m → testing → passed → merged',
  ],
  [
    'not submitted',
    { pullRequest: inState('not_ready', { submitted: false }) },
    '▶ not submitted → ready → testing → passed → merged',
  ],
  ['pending', { pullRequest: inState('pending') }, '✓ submitted → ▶ ready for 30 m → testing → passed → merged'],
  ['testing', { pullRequest: inState('testing') }, '✓ submitted → ✓ ready → ▶ testing for 30 m → passed → merged'],
  [
    'held',
    { pullRequest: inState('pending_failure') },
    '✓ submitted → ✓ ready → ▶ held after a failure for 30 m → passed → merged',
  ],
  [
    'passed',
    { pullRequest: inState('tests_passed') },
    '✓ submitted → ✓ ready → ✓ testing → ▶ passed for 30 m → merged',
  ],
  ['merged, perhaps without a test', { pullRequest: inState('merged') }, '✓ submitted → ✓ ready → ✓ merged 30 m ago'],
  [
    'merged after its test',
    { pullRequest: inState('merged'), testRun: aRun('succeeded', {}) },
    '✓ submitted → ✓ ready → ✓ testing → ✓ passed → ✓ merged 30 m ago',
  ],
  ['failed, and nothing is known of a test', { pullRequest: inState('failed') }, '✓ submitted → ✗ failed 30 m ago'],
  [
    'failed in its test',
    { pullRequest: inState('failed'), foundRun: aRun('failed', {}) },
    '✓ submitted → ✓ ready → ✓ testing → ✗ failed 30 m ago',
  ],
  [
    'no time',
    { pullRequest: inState('testing', { stateChangedAt: null }) },
    '✓ submitted → ✓ ready → ▶ testing → passed → merged',
  ],
  ['failed, and still submitted: a contradiction', { pullRequest: inState('failed', { submitted: true }) }, null],
  ['testing, and not submitted: a contradiction', { pullRequest: inState('testing', { submitted: false }) }, null],
  ['a state of the future', { pullRequest: inState('hovering') }, null],
  ['never submitted', { pullRequest: ABSENT }, null],
])('the path: %s', (_, given, expected) => {
  expect(pathLine(of(given))).toBe(expected)
})

test.each<[string, Diagnosis[], string[]]>([
  ['nothing is wrong', [], []],
  ['merged is no cause to tell', [diagnosis('merged', 'certain', '#42 is merged.')], []],
  [
    'a cause, what to do, what else is known',
    [FAILED, PUSHED],
    [
      'Cause: #42 failed in the queue: `unit` failed. Fix it, then submit the pull request again.',
      'What is known: #42 left the queue 30 m ago.',
    ],
  ],
  [
    'a possible one',
    [PUSHED],
    [
      'Possible cause: #42 may have been ejected by a push. Submit it again, and push only to pull requests that are not in the queue.',
    ],
  ],
])('the log: %s', (_, diagnoses, expected) => {
  expect(diagnosisLines(of({}, { diagnoses }))).toEqual(expected)
})

test('the log names what is stuck longest where a queue is watched', () => {
  const about = context({ kind: 'branch', pullRequest: null })
  const entries = [
    queued(40, 'testing', { stateChangedAt: minutesAgo(20) }),
    queued(41, 'pending', { stateChangedAt: minutesAgo(150) }),
    queued(39, 'merged', { stateChangedAt: minutesAgo(900) }),
  ]
  expect(diagnosisLines(of({ queue: aQueue({ entries }) }, { context: about }))).toEqual([
    'Longest in its state: #41 (pending), for 2 h 30 m',
  ])
})

test('it stands directly under the headline of the summary', () => {
  const text = summaryOf(of({ pullRequest: inState('failed') }, { diagnoses: [FAILED, PUSHED] }), 900_000)
  expect(text?.split('\n\n')[1]).toBe(
    [
      '<p><b>Cause:</b> #&#8203;42 failed in the queue: <code>unit</code> failed. Fix it, then submit the pull request again.</p>',
      '<ul><li>#&#8203;42 left the queue 30 m ago.</li>',
      '<li>Also possible: #&#8203;42 may have been ejected by a push.</li></ul>',
      '<p>✓ submitted → ✗ failed 30 m ago</p>',
    ].join('\n'),
  )
})

test.each<[string, Diagnosis[], timedOut: boolean, string]>([
  [
    'a certain cause takes the place of the reason',
    [FAILED],
    false,
    '#42 failed in the queue: `unit` failed. Fix it, then submit the pull request again.',
  ],
  [
    'a possible one stands beside it',
    [PUSHED],
    false,
    '#42 failed in the queue. Possible cause: #42 may have been ejected by a push. Submit it again, and push only to pull requests that are not in the queue.',
  ],
  [
    'one that says no more leaves it',
    [diagnosis('cause-unknown', 'possible', 'It is not known.')],
    false,
    '#42 failed in the queue. Wait.',
  ],
  ['none leaves it', [], false, '#42 failed in the queue. Wait.'],
])('the failure message: %s', (_, diagnoses, timedOut, expected) => {
  const judged = verdict({
    conclusion: 'failed',
    succeeds: false,
    reasons: [reason('state-failed', 'merged', '#42 failed in the queue.', 'Wait.')],
  })
  expect(failuresOf(of({}, { verdict: judged, diagnoses, timedOut })).map(({ text }) => text)).toEqual([expected])
})

test('the output is the code of the likeliest', () => {
  expect([FAILED, PUSHED].map(each => outputsOf(of({}, { diagnoses: [each] }), null).diagnosis)).toEqual([
    'required-status-failed',
    'evicted-by-push',
  ])
  expect(outputsOf(of({}), null).diagnosis).toBe('')
})

test('a run that was found fills the outputs of the test run', () => {
  const found = { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: 'failed' }, tests(41, 42)) }
  expect(outputsOf(of(found), null)).toMatchObject({
    'test-run-status': 'failed',
    'pull-requests': '[41,42]',
    'failed-statuses': '["unit"]',
    'missing-statuses': '["e2e"]',
  })
})

test('a batch reads as one in the table of the queue', () => {
  const entries = [41, 42, 43].map(number =>
    queued(number, 'testing', { title: null, priorityName: null, stateChangedAt: null }),
  )
  const given = {
    pullRequest: inState('testing'),
    queue: aQueue({ entries }),
    foundRun: aRun('in_progress', {}, tests(41, 42)),
  }
  const rows = queuePart(of(given))?.match(/<tr><td>.*?<\/tr>/g) ?? []
  expect(rows.slice(0, 2).map(row => row.replace(/<a [^>]*>|<\/a>|&#8203;/g, ''))).toEqual([
    '<tr><td>1–2</td><td>#41<br><b>#42</b>&nbsp;👈</td><td>🧪&nbsp;testing<br>one batch</td></tr>',
    '<tr><td>3</td><td>#43</td><td>🧪&nbsp;testing</td></tr>',
  ])
})

test('no step of the path is done without the member that says so', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (given, about) => {
      const path = pathLine(result({ facts: given, context: about })) ?? ''
      const { pullRequest, testRun, foundRun } = given
      const state = pullRequest.kind === 'read' ? pullRequest.value.state : null
      const statuses = [testRun, foundRun].map(run => (run.kind === 'read' ? run.value.status : null))
      if (path.includes('✓ merged')) expect(state).toBe('merged')
      if (path.includes('▶ passed')) expect(state).toBe('tests_passed')
      if (path.includes('✓ passed')) expect([state, statuses.includes('succeeded')]).toEqual(['merged', true])
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITIONS } from '../../src/facts/conditions.ts'
import { diagnosis } from '../../src/gate/diagnosis/codes.ts'
import type { EntriesRead } from '../../src/gate/quarantine/excuses.ts'
import { judgeTests } from '../../src/gate/quarantine/tests.ts'
import { reason } from '../../src/gate/reasons.ts'
import { named } from '../../src/gate/verdict.ts'
import { isSameContent } from '../../src/github/own-comments.ts'
import { commentBody } from '../../src/publish/comment.ts'
import { code, quoted, say } from '../../src/text/message.ts'
import {
  conditionVerdict,
  knowing,
  NOW,
  ofPullRequest,
  ofQueue,
  quarantinedTest,
  result,
  runInfo,
  verdict,
} from '../builders.ts'
import { anyContext, anyFacts, text } from '../gate/arbitraries.ts'
import { listOf, NO_LIST, reportedTest, testOptions, testReports } from '../gate/quarantine/worlds.ts'
import { flaws } from './markup.ts'

const RUN =
  '<p><sub><a href="https://github.com/acme/rocket/actions/runs/1001/attempts/1">gate / merge</a> · Merge Queue Gate</sub></p>'

const notReady = reason('not-mergeable', 'ready', '#42 is not mergeable.', 'Resolve the conflicts.')
const blocked = verdict({
  conclusion: 'failed',
  succeeds: false,
  conditions: [conditionVerdict('ready', { verdict: 'unmet' })],
  reasons: [notReady],
})

describe('commentBody', () => {
  test('a verdict that failed: what happened, why, what to do, where', () => {
    expect(commentBody(result({ verdict: blocked }))).toBe(
      [
        '<h3>⛔ #&#8203;42 can&#39;t be merged yet</h3>',
        '<p>#&#8203;42 is not mergeable.</p>',
        '<p>Resolve the conflicts.</p>',
        RUN,
      ].join('\n\n'),
    )
  })

  test('the diagnosis that is known for certain takes the place of the reason', () => {
    const conflicts = diagnosis('not-mergeable', 'certain', say`#42 has conflicts with ${code('main')}.`, {
      remedy: 'Rebase it.',
    })
    expect(
      commentBody(result({ verdict: blocked, diagnoses: [conflicts] }))
        .split('\n\n')
        .slice(1, 3),
    ).toEqual(['<p>#&#8203;42 has conflicts with <code>main</code>.</p>', '<p>Rebase it.</p>'])
  })

  test.each<[string, ReturnType<typeof reason>, advice: string]>([
    [
      'an input',
      reason('queue-not-found', 'ready', 'No.', say`Check ${code('target-branch')}.`),
      'For those who maintain the workflow: Check <code>target-branch</code>.',
    ],
    [
      'a job of the matrix',
      reason('legs-missing', 'no-blocking-failures', '1 of 2.'),
      'Look in the run for the jobs that did not report, or correct <code>expected-reports</code>.',
    ],
    ['an outage', reason('service-unavailable', 'ready', '503.'), 'Run the job again later.'],
    ['a wait', reason('state-testing', 'ready', '#42 is being tested.'), 'Run the job again later.'],
  ])('what only the workflow can change is not asked of the author: %s', (_, why, advice) => {
    const told = commentBody(result({ verdict: { ...blocked, reasons: [why] } }))
    expect(told).toContain(`<p>${advice}</p>`)
  })

  test('its good state', () => {
    const passed = verdict({ conclusion: 'passed', conditions: [conditionVerdict('ready')] })
    expect(commentBody(result({ verdict: passed }))).toBe(`<h3>✅ #&#8203;42 is ready</h3>\n\n${RUN}`)
  })

  describe('tests that block', () => {
    const body = (amount: number, list: EntriesRead, maxExcused: number | null = null) => {
      const tests = Array.from({ length: amount }, (_, at) =>
        reportedTest({ name: `test ${at}`, file: at === 1 ? null : 'test/engine.test.ts' }),
      )
      const reports = testReports(tests)
      const judged = judgeTests(reports, list, testOptions({ maxExcused }))
      const { reasons } = named('no-blocking-failures', judged.finding)
      return commentBody(result({ judged, verdict: verdict({ conclusion: 'failed', succeeds: false, reasons }) }))
    }

    test('each on a line, in place of the sentence that names some', () => {
      expect(body(2, listOf()).split('\n\n')).toEqual([
        '<h3>⛔ 2 failed tests block</h3>',
        '<ul>\n<li><code>test 0</code> in <code>test/engine.test.ts</code>, <code>Engine</code></li>\n<li><code>test 1</code> in <code>Engine</code></li>\n</ul>',
        '<p>Fix them, or quarantine them under exactly the name, class and file in the test report.</p>',
        RUN,
      ])
    })

    test.each([
      [
        1,
        [
          '<h3>⛔ More quarantined tests failed than allowed</h3>',
          '<p>1 quarantined test failed, but <code>max-excused</code> is 0: none is excused.</p>',
          '<p>Fix it, or raise <code>max-excused</code>.</p>',
          '<ul>\n<li><code>test 0</code> in <code>test/engine.test.ts</code>, <code>Engine</code></li>\n</ul>',
        ],
      ],
      [
        2,
        [
          '<h3>⛔ 2 failed tests block</h3>',
          '<ul>\n<li><code>test 1</code> in <code>Engine</code></li>\n<li><code>test 0</code> in <code>test/engine.test.ts</code>, <code>Engine</code> (quarantined, not excused)</li>\n</ul>',
          '<p>Fix all that failed.</p>',
        ],
      ],
    ])('quarantined ones that a limit holds, of %d', (amount, parts) => {
      const list = listOf(quarantinedTest({ name: 'test 0', file: 'test/engine.test.ts' }))
      expect(body(amount, list, 0).split('\n\n').slice(0, -1)).toEqual(parts)
    })

    test('one that was moved since it was quarantined', () => {
      const list = listOf(quarantinedTest({ name: 'test 0', file: 'test/old.test.ts' }))
      expect(body(1, list)).toContain(
        '<code>Engine</code>: Quarantined under another file (<code>test/old.test.ts</code>): moved?</li>',
      )
    })

    test('ten at most', () => {
      const told = body(12, listOf())
      expect(told.match(/<li>/g)).toHaveLength(11)
      expect(told).toContain('<li>2 more tests in the summary of the run</li>')
    })

    test('the reason why none can be excused is shown', () => {
      expect(body(1, NO_LIST).split('\n\n').slice(1, 3)).toEqual([
        '<p>1 test failed and none can be excused: nobody asked.</p>',
        '<p>Fix it, or run the tests where the list of quarantined tests can be read.</p>',
      ])
    })
  })

  test('no age and no time make it another content', () => {
    const given = knowing({ ...ofPullRequest(), ...ofQueue() })
    const later = {
      ...given,
      startedAt: NOW + 3_600_000,
      endedAt: NOW + 3_700_000,
      run: runInfo({ id: '2', attempt: '3' }),
    }
    expect(isSameContent(commentBody(result(given)), commentBody(result(later)))).toBe(true)
    expect(isSameContent(commentBody(result(given)), commentBody(result({ ...given, verdict: blocked })))).toBe(false)
  })

  test('how long the step waited is no content', () => {
    const waited = (ms: number) =>
      commentBody(result({ verdict: blocked, timedOut: true, waitTimeoutMs: 60_000, startedAt: NOW - ms }))
    expect(waited(3000)).toContain('The wait ran out after 1 m.')
    expect(waited(3000)).toBe(waited(9000))
  })

  test('a warning beside a verdict that passed is no content', () => {
    const passed = verdict({ conclusion: 'passed', reasons: [reason('partial-list', null, 'The list is not whole.')] })
    expect(commentBody(result({ verdict: passed }))).not.toContain('not whole')
  })

  test('a name that reads like one of our sentences is neither code nor a link', () => {
    const name = 'ok" `ci/build` failed (https://elsewhere.example/1) "'
    const reasons = [reason('report-malformed', 'ready', say`The report of ${quoted(name)} is cut off.`, 'Fix it.')]
    expect(commentBody(result({ verdict: { ...blocked, reasons } })).split('\n\n')[1]).toBe(
      '<p>The report of &quot;ok&quot; `ci/build` failed (https://elsewhere.example/1) &quot;&quot; is cut off.</p>',
    )
  })

  test('without a run to link to', () => {
    const run = runInfo({ id: '', workflow: '', job: '' })
    expect(commentBody(result({ run })).split('\n').at(-1)).toBe('<p><sub>workflow run · Merge Queue Gate</sub></p>')
  })

  test('text from outside is harmless, short, and mentions nobody', () => {
    const anyReason = fc.record({
      code: fc.constant('bad-input' as const),
      condition: fc.constantFrom(null, ...CONDITIONS),
      message: text,
      remedy: text,
    })
    fc.assert(
      fc.property(anyContext, anyFacts, fc.array(anyReason), text, text, (given, known, reasons, workflow, job) => {
        const verdictGiven = verdict({ conclusion: 'unknown', succeeds: false, reasons })
        const diagnoses = [diagnosis('cause-unknown', 'possible', workflow, { remedy: job })]
        const all = { context: given, facts: known, verdict: verdictGiven, diagnoses, run: runInfo({ workflow, job }) }
        const body = commentBody(result(all))
        expect(flaws(body)).toEqual([])
        expect(body.length).toBeLessThanOrEqual(65_000)
        expect(body).not.toMatch(/@\w|(?<!&)#\d|\bgh-\d/i)
      }),
    )
  })
})

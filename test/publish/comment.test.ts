import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITIONS } from '../../src/facts/conditions.ts'
import { diagnosis } from '../../src/gate/diagnosis/codes.ts'
import { reason } from '../../src/gate/reasons.ts'
import { isSameContent } from '../../src/github/marker.ts'
import { code, quoted, say } from '../../src/message.ts'
import { commentBody } from '../../src/publish/comment.ts'
import { headlineOf } from '../../src/publish/content.ts'
import {
  conditionVerdict,
  context,
  facts,
  knowing,
  NOW,
  ofPullRequest,
  ofQueue,
  ofRun,
  result,
  runInfo,
  testBranchContext,
  verdict,
} from '../builders.ts'
import { anyContext, anyFacts, text } from '../gate/arbitraries.ts'
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
  test('a verdict that failed: why, what to do, where', () => {
    expect(commentBody(result({ verdict: blocked }))).toBe(
      [
        '<h3>⛔ Blocked: <code>ready</code> is not met</h3>',
        '<ul>\n<li><code>ready</code>: #&#8203;42 is not mergeable. Resolve the conflicts.</li>\n</ul>',
        RUN,
      ].join('\n\n'),
    )
  })

  test('the diagnosis has its place', () => {
    const conflicts = diagnosis('not-mergeable', 'possible', say`#42 has conflicts with ${code('main')}.`, {
      remedy: 'Rebase it.',
    })
    expect(commentBody(result({ verdict: blocked, diagnoses: [conflicts] })).split('\n\n')[1]).toBe(
      '<p>#&#8203;42 has conflicts with <code>main</code>.<br>\nRebase it.</p>',
    )
  })

  test('what the diagnosis says for certain is not said twice', () => {
    const failed = diagnosis('required-status-failed', 'certain', say`#42 failed in the queue: ${code('unit')} failed.`)
    const out = verdict({
      ...{ conclusion: 'failed', succeeds: false, conditions: [conditionVerdict('merged', { verdict: 'unmet' })] },
      reasons: [reason('state-failed', 'merged', '#42 failed in the queue.')],
    })
    expect(commentBody(result({ verdict: out, diagnoses: [failed] }))).toBe(
      [
        '<h3>⛔ #&#8203;42 failed in the queue</h3>',
        '<p>#&#8203;42 failed in the queue: <code>unit</code> failed.<br>\nFix it, then submit the pull request again.</p>',
        RUN,
      ].join('\n\n'),
    )
  })

  test('its good state', () => {
    const passed = verdict({ conclusion: 'passed', conditions: [conditionVerdict('ready')] })
    expect(commentBody(result({ verdict: passed }))).toBe(`<h3>✅ Passed: <code>ready</code></h3>\n\n${RUN}`)
  })

  test.each([
    ['the pull request', ofPullRequest({ state: 'testing' }), '#&#8203;42 is testing'],
    ['its place', { ...ofPullRequest(), ...ofQueue() }, '#&#8203;42 is pending, number 1 in the queue'],
    ['out', ofPullRequest({ submitted: false }), '#&#8203;42 is pending, not in the queue'],
    ['never in', { pullRequest: { kind: 'absent' } as const }, '#&#8203;42 was never submitted to the queue'],
    ['the queue', ofQueue({ state: 'switching_modes' }), 'The queue is switching modes'],
    ['nothing', {}, 'Nothing was read'],
  ])('with nothing required, what there is: %s', (_, given, expected) => {
    expect(commentBody(result(knowing(given))).split('\n')[0]).toBe(`<h3>📋 ${expected}</h3>`)
  })

  test('of a test run', () => {
    const given = { context: testBranchContext(), facts: facts(ofRun({ status: 'in_progress' })) }
    expect(commentBody(result(given)).split('\n')[0]).toBe('<h3>📋 The test run is in progress</h3>')
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

  test('a warning beside a verdict that passed is no content', () => {
    const passed = verdict({ conclusion: 'passed', reasons: [reason('partial-list', null, 'The list is not whole.')] })
    expect(commentBody(result({ verdict: passed }))).not.toContain('not whole')
  })

  test('equal texts are told once, and many are counted', () => {
    const reasons = Array.from({ length: 50 }, (_, at) => reason('not-mergeable', 'ready', `Text ${at % 25}.`))
    const body = commentBody(result({ verdict: { ...blocked, reasons } }))
    expect(body.match(/<li>/g)).toHaveLength(21)
    expect(body).toContain('<li>5 more reasons in the summary of the run</li>')
  })

  test('70,000 characters are cut to what GitHub takes', () => {
    const reasons = Array.from({ length: 70 }, (_, at) => reason('not-mergeable', 'ready', `${at}${'"@a'.repeat(400)}`))
    const body = commentBody(result({ verdict: { ...blocked, reasons } }))
    expect(body.length).toBeLessThanOrEqual(65_536 - 150)
    expect(body).toContain('more reasons in the summary of the run')
    expect(body.endsWith(RUN)).toBe(true)
    expect(flaws(body)).toEqual([])
  })

  test('a name that reads like one of our sentences is neither code nor a link', () => {
    const name = 'ok" `ci/build` failed (https://elsewhere.example/1) "'
    const reasons = [
      reason('blocking-failures', 'ready', say`1 failed test without an excuse: ${quoted(name)}.`, 'Fix it.'),
    ]
    expect(commentBody(result({ verdict: { ...blocked, reasons } })).split('\n')[3]).toBe(
      '<li><code>ready</code>: 1 failed test without an excuse: &quot;ok&quot; `ci/build` failed (https://elsewhere.example/1) &quot;&quot;. Fix it.</li>',
    )
  })

  test('without a run to link to', () => {
    const run = runInfo({ id: '', workflow: '', job: '' })
    expect(commentBody(result({ run })).split('\n').at(-1)).toBe('<p><sub>workflow run · Merge Queue Gate</sub></p>')
  })

  test('whatever came from outside: harmless, short enough, and nobody is pinged', () => {
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

  test('the headline is that of the summary, but for a report', () => {
    const given = result({ verdict: blocked, context: context() })
    expect(headlineOf(given).text).toEqual('Blocked: `ready` is not met')
  })
})

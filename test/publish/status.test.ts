import { describe, expect, test } from 'vitest'
import type { Conclusion } from '../../src/gate/conclusion.ts'
import { reason } from '../../src/gate/reasons.ts'
import { commitStatusOf } from '../../src/publish/comment-and-status.ts'
import { storyOf } from '../../src/publish/story.ts'
import type { Result } from '../../src/result.ts'
import { code, type Message, say } from '../../src/text/message.ts'
import { conditionVerdict, result, runInfo, verdict } from '../builders.ts'

const statusFrom = (given: Result) => commitStatusOf(storyOf(given), given)

const TARGET = 'https://github.com/acme/rocket/actions/runs/1001/attempts/1'

function statusFor(conclusion: Conclusion, succeeds: boolean, message = 'It is so.') {
  const reasons = [reason('internal-error', null, message)]
  return statusFrom(result({ verdict: verdict({ conclusion, succeeds, reasons }) }))
}

describe('the state, however the step ends', () => {
  test.each<[Conclusion, string]>([
    ['passed', 'success'],
    ['reported', 'success'],
    ['failed', 'failure'],
    ['unknown', 'error'],
    ['skipped', 'error'],
    ['cancelled', 'error'],
  ])('%s: %s', (conclusion, state) => {
    expect([statusFor(conclusion, true).state, statusFor(conclusion, false).state]).toEqual([state, state])
  })
})

describe('the description', () => {
  const blocked = (message: Message) =>
    statusFrom(
      result({
        verdict: verdict({
          conclusion: 'failed',
          conditions: [conditionVerdict('ready', { verdict: 'unmet' })],
          reasons: [reason('not-mergeable', 'ready', message)],
        }),
      }),
    ).description

  test.each<[string, Message, string]>([
    ['why', 'It has conflicts.', "#42 can't be merged yet. It has conflicts."],
    ['without backticks', say`${code('a')} is ${code('b')}.`, "#42 can't be merged yet. a is b."],
    [
      'without addresses',
      say`${code('unit', 'https://ci.example/7')} failed.`,
      "#42 can't be merged yet. unit failed.",
    ],
    ['on one line', 'a\nb', "#42 can't be merged yet. a ⏎ b"],
    ['140 characters stay', 'x'.repeat(115), `#42 can't be merged yet. ${'x'.repeat(115)}`],
    ['141 are cut', 'x'.repeat(116), `#42 can't be merged yet. ${'x'.repeat(114)}…`],
  ])('%s', (_, message, expected) => {
    expect(blocked(message)).toBe(expected)
  })
})

test('the target is the run, or nothing', () => {
  expect(statusFor('passed', true).targetUrl).toBe(TARGET)
  expect(statusFrom(result({ workflowRun: runInfo({ id: '' }) })).targetUrl).toBeNull()
  expect(statusFrom(result({ workflowRun: runInfo({ serverUrl: '' }) })).targetUrl).toBeNull()
})

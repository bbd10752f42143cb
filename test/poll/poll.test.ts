import { describe, expect, test } from 'vitest'
import type { Condition, Facts } from '../../src/facts/facts.ts'
import { type ConditionVerdict, reason } from '../../src/gate/reasons.ts'
import type { Poll } from '../../src/poll/poll.ts'
import { outcomeAtDeadline } from '../../src/poll/wait.ts'
import { conditionVerdict, failed, outage, verdict } from '../builders.ts'

const DOWN = outage()
const LATE = outage({ message: 'The service did not answer in time.' })

/** A poll that found these, by a letter each: `+` met, `-` unmet, `?` unknown; the second condition is on the queue. */
function poll(at: number, found: string, over: Partial<Poll> = {}): Poll {
  const names: Condition[] = ['merged', 'queue-running']
  const words = { '+': 'met', '-': 'unmet', '?': 'unknown' } as const
  const conditions = [...found].map((sign, nth): ConditionVerdict => {
    const of = words[sign as keyof typeof words]
    const condition = names[nth] ?? 'ready'
    const reasons = of === 'met' ? [] : [reason('state-unknown', condition, `At ${at}: ${condition} is ${of}.`, '')]
    return conditionVerdict(condition, { verdict: of, reasons })
  })
  const isUnmet = found.includes('-')
  const conclusion = isUnmet ? 'failed' : found.includes('?') ? 'unknown' : 'passed'
  const reasons = conditions.flatMap(each => each.reasons)
  return {
    at,
    facts: {},
    verdict: verdict({ conclusion, succeeds: false, conditions, reasons }),
    isComplete: true,
    isConfirmed: true,
    isCutOff: false,
    ...over,
  }
}

const out = (facts: Facts = { queue: failed(DOWN) }): Partial<Poll> => ({ facts, isComplete: false })
const late: Partial<Poll> = { ...out({ queue: failed(LATE) }), isCutOff: true }

describe('at the deadline', () => {
  test.each<[string, readonly [Poll, ...Poll[]], deciding: number, outageLasts: number | null]>([
    ['the last poll', [poll(0, '?'), poll(5, '-')], 1, null],
    ['the last complete one', [poll(0, '?'), poll(5, '?'), poll(9, '?', out())], 1, 4],
    ['the last, where none was complete', [poll(0, '?', out()), poll(9, '?', out())], 1, null],
    ['none that had to be confirmed', [poll(0, '?'), poll(5, '+', { isConfirmed: false }), poll(9, '?', out())], 0, 9],
    ['what was cut off is no outage', [poll(0, '?'), poll(5, '?'), poll(9, '?', late)], 1, null],
    ['an outage before what was cut off', [poll(0, '?'), poll(5, '?', out()), poll(9, '?', late)], 0, 5],
    ['what was cut off after outages alone', [poll(0, '?', out()), poll(9, '?', late)], 0, null],
    ['what was judged before it was cut off', [poll(0, '?'), poll(9, '-', { isCutOff: true })], 1, null],
  ])('%s', (_, polls, deciding, outageLasts) => {
    const { outageAtEnd, ...rest } = outcomeAtDeadline(polls, 'warn')
    const { verdict: decided, facts } = polls[deciding] as Poll
    expect(rest).toEqual({ verdict: decided, facts, polls: polls.length, timedOut: true })
    const expected = outageLasts === null ? undefined : { failure: DOWN, lastsMs: outageLasts, isAllowed: true }
    expect(outageAtEnd).toEqual(expected)
  })

  test.each<[string, readonly [Poll, ...Poll[]], refuting: string[]]>([
    ['unmet in an outage', [poll(0, '?-', out()), poll(9, '??', out())], ['At 0: queue-running is unmet.']],
    ['unmet, then met', [poll(0, '?-', out()), poll(5, '?+', out()), poll(9, '??', out())], []],
    [
      'met, then unmet',
      [poll(0, '?+', out()), poll(5, '?-', out()), poll(9, '??', out())],
      ['At 5: queue-running is unmet.'],
    ],
    ['unmet, then unknown in a complete poll', [poll(0, '-?'), poll(9, '??')], ['At 0: merged is unmet.']],
    ['unmet in what was cut off', [poll(0, '??', out()), poll(9, '-?', late)], ['At 9: merged is unmet.']],
    ['never unmet', [poll(0, '+?', out()), poll(9, '??', out())], []],
  ])('an unknown verdict fails by what was refuted: %s', (_, polls, refuting) => {
    const { verdict: decided } = outcomeAtDeadline(polls, 'warn')
    expect(decided.conclusion).toBe(refuting.length > 0 ? 'failed' : 'unknown')
    expect(decided.reasons.slice(0, refuting.length).map(({ message }) => message)).toEqual(refuting)
  })
})

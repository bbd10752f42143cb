import { describe, expect, test } from 'vitest'
import type { Coverage } from '../../src/facts/facts.ts'
import { factLines, groupCheckWarnings } from '../../src/publish/lines.ts'
import { outputsOf } from '../../src/publish/outputs.ts'
import type { Result } from '../../src/result.ts'
import { asText } from '../../src/text/message.ts'
import {
  conditionVerdict,
  covered,
  failed,
  knowing,
  ofGroupChecks,
  open,
  outage,
  result,
  uncovered,
  verdict,
} from '../builders.ts'

const UNREAD = { whyMoreMayBeRequired: 'x', isRequiredListPartial: true } as const
const [A, B] = [covered('a'), covered('b')]

describe('the line, and the names that no group gets', () => {
  const told = (given: Partial<Result>) => [
    ...factLines(result(given)),
    outputsOf(result(given), null).values['uncovered-checks'],
  ]

  test.each<[string, Parameters<typeof ofGroupChecks>, line: string, names: string]>([
    ['none is required', [[]], 'The branch requires no check', '[]'],
    ['all are covered', [[A, B]], 'Merge groups get all required checks', '[]'],
    ['the only one is not', [[uncovered('a')]], 'Of 1 required check, merge groups lack 1', '["a"]'],
    ['one of two', [[A, uncovered('b')]], 'Of 2 required checks, merge groups lack 1', '["b"]'],
    [
      'beside an open one',
      [[open('a'), uncovered('b')]],
      'Of 2 required checks, merge groups lack 1 and may lack 1',
      '["b"]',
    ],
    ['one is open', [[A, open('b')]], 'Of 2 required checks, merge groups may lack 1', '[]'],
    ['a rule asks in another way', [[A], { whyMoreMayBeRequired: 'x' }], 'Merge groups get all required checks', '[]'],
    ['not all names could be read', [[A], UNREAD], 'Merge groups get all required checks', ''],
    ['nor all uncovered ones', [[uncovered('a')], UNREAD], 'Of 1 required check, merge groups lack 1', '["a"]'],
  ])('%s', (_, given, line, names) => {
    expect(told(knowing(ofGroupChecks(...given)))).toEqual([line, names])
  })

  test.each<[string, Partial<Result>]>([
    ['not read', {}],
    ['a failed read', knowing({ mergeGroupChecks: failed(outage()) })],
  ])('%s says nothing', (_, given) => {
    expect([told(given), groupCheckWarnings(result(given))]).toEqual([[''], []])
  })
})

test('that more may be required is a warning, unless the condition says so', () => {
  const about = result(knowing(ofGroupChecks([covered('a')], UNREAD)))
  const unknown = verdict({ conditions: [conditionVerdict('merge-group-checks', { verdict: 'unknown' })] })
  const told = (given: typeof about) => groupCheckWarnings(given).map(each => asText(each))
  expect([told(about), told({ ...about, verdict: unknown })]).toEqual([
    ['It is not known which checks the branch requires: x.'],
    [],
  ])
})

test('warnings', () => {
  const warned = (checks: Coverage[], brokenFiles: string[] = []) =>
    groupCheckWarnings(result(knowing(ofGroupChecks(checks, { brokenFiles })))).map(each => asText(each))
  expect([warned([]), warned([covered('a', { warnings: ['Odd.'] })], ['x.yml'])]).toEqual([
    ['The branch requires no check, so its queue would merge whatever is in it.'],
    ["`x.yml` can't be read as YAML, so no job of it counts.", 'Odd.'],
  ])
})

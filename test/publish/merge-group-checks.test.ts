import { describe, expect, test } from 'vitest'
import type { Coverage } from '../../src/facts/facts.ts'
import {
  groupChecksLine,
  groupCheckWarnings,
  uncoveredChecks,
  workflowAnnotations,
} from '../../src/publish/merge-group-checks.ts'
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

const UNREAD = { moreRequired: 'x', requiredUnread: true } as const
const [A, B] = [covered('a'), covered('b')]

describe('the line, and the names that no group gets', () => {
  test.each<[string, Parameters<typeof ofGroupChecks> | null, string | null, string[] | null]>([
    ['not read', null, null, null],
    ['none is required', [[]], 'The branch requires no check', []],
    ['all are covered', [[A, B]], 'Merge groups get all required checks', []],
    ['the only one is not', [[uncovered('a')]], 'Of 1 required check, merge groups lack 1', ['a']],
    ['one of two', [[A, uncovered('b')]], 'Of 2 required checks, merge groups lack 1', ['b']],
    [
      'beside an open one',
      [[open('a'), uncovered('b')]],
      'Of 2 required checks, merge groups lack 1 and may lack 1',
      ['b'],
    ],
    ['one is open', [[A, open('b')]], 'Of 2 required checks, merge groups may lack 1', []],
    ['a rule asks in another way', [[A], { moreRequired: 'x' }], 'Merge groups get all required checks', []],
    ['not all names could be read', [[A], UNREAD], 'Merge groups get all required checks', null],
    ['nor all uncovered ones', [[uncovered('a')], UNREAD], 'Of 1 required check, merge groups lack 1', ['a']],
  ])('%s', (_, given, line, names) => {
    const about = result(knowing(given ? ofGroupChecks(...given) : {}))
    expect([groupChecksLine(about), uncoveredChecks(about)]).toEqual([line, names])
  })

  test('a failed read says nothing', () => {
    const about = result(knowing({ mergeGroupChecks: failed(outage()) }))
    expect([groupChecksLine(about), uncoveredChecks(about), groupCheckWarnings(about)]).toEqual([null, null, []])
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

test('an annotation stands at each `on:`, an error where the condition is required', () => {
  const other = { file: '.github/workflows/lint.yml', workflow: null, id: 'c', line: 9 }
  const checks = [uncovered('a'), uncovered('b'), uncovered('c', { job: other }), uncovered('d', { triggerLine: null })]
  const about = result(knowing(ofGroupChecks(checks)))
  const told = workflowAnnotations(about).map(({ kind, message, place }) => [kind, place, asText(message.text)])
  const rest = '`on:` in `ci.yml`, line 3 has no `merge_group`. Add `merge_group:` below `on:` in `ci.yml`, line 3.'
  expect(told).toEqual([
    [
      'warning',
      { file: '.github/workflows/ci.yml', line: 3 },
      `Merge groups will lack the required \`a\`, \`b\`: ${rest}`,
    ],
    ['warning', { file: '.github/workflows/lint.yml', line: 3 }, `Merge groups will lack the required \`c\`: ${rest}`],
  ])
  const required = verdict({ conditions: [conditionVerdict('merge-group-checks', { verdict: 'unmet' })] })
  expect(workflowAnnotations({ ...about, verdict: required }).map(({ kind }) => kind)).toEqual(['error', 'error'])
})

import { expect, test } from 'vitest'
import type { ReportedStatus } from '../../src/facts/facts.ts'
import { requiredStatuses, type Status } from '../../src/gate/statuses.ts'
import { testRun } from '../builders.ts'

const report = (name: string, outcome: ReportedStatus['outcome'], url: string | null = null) => ({ name, url, outcome })
const status = (name: string, state: Status['state'], over: Partial<Status> = {}): Status => ({
  name,
  source: 'service',
  state,
  url: null,
  since: null,
  ...over,
})
const silent = (name: string, state: 'missing' | 'unknown') => status(name, state, { source: null })
const missing = (name: string) => silent(name, 'missing')

/** No outcome, with the link of the first report. */
const differs = (url: string) => status('unit', 'unknown', { url })

test.each<[string, required: string[], ReportedStatus[], Status[]]>([
  ['nothing required', [], [report('unit', 'passed')], []],
  ['nothing reported', ['unit', 'e2e'], [], [missing('unit'), missing('e2e')]],
  [
    'each outcome, in the order of the service',
    ['d', 'a', 'c', 'b'],
    [report('a', 'passed'), report('b', 'failed'), report('c', 'pending'), report('d', null)],
    [status('d', 'unknown'), status('a', 'passed'), status('c', 'pending'), status('b', 'failed')],
  ],
  ['another letter case is another name', ['Unit'], [report('unit', 'passed')], [missing('Unit')]],
  ['a name that is required twice', ['unit', 'unit'], [report('unit', 'passed')], [status('unit', 'passed')]],
  [
    'one that differs from another is no outcome: failed and passed',
    ['unit'],
    [report('unit', 'passed', 'p'), report('unit', 'failed', 'f')],
    [differs('p')],
  ],
  ['pending and failed', ['unit'], [report('unit', 'pending', 'w'), report('unit', 'failed', 'f')], [differs('w')]],
  ['pending and passed', ['unit'], [report('unit', 'passed', 'p'), report('unit', 'pending', 'w')], [differs('p')]],
  [
    'one unknown, one passed',
    ['unit'],
    [report('unit', 'passed', 'p'), report('unit', 'unknown', 'u')],
    [differs('p')],
  ],
  [
    'three that agree',
    ['unit'],
    [report('unit', 'failed', 'a'), report('unit', 'failed', 'b'), report('unit', 'failed', 'c')],
    [status('unit', 'failed', { url: 'a' })],
  ],
  [
    'one that does not say takes nothing from one that does',
    ['unit'],
    [report('unit', null, 'n'), report('unit', 'failed', 'f')],
    [status('unit', 'failed', { url: 'f' })],
  ],
  ['an unknown one', ['unit'], [report('unit', 'unknown', 'u')], [differs('u')]],
  ['names of properties of objects', ['constructor', '__proto__'], [], [missing('constructor'), missing('__proto__')]],
])('%s', (_, required, reported, expected) => {
  expect(requiredStatuses(testRun({ requiredStatuses: required, reported }))).toEqual(expected)
})

test('in a list that is not whole nothing is missing', () => {
  const given = { requiredStatuses: ['unit', 'e2e'], reported: [report('unit', 'passed')], reportedIsWhole: false }
  expect(requiredStatuses(testRun(given))).toEqual([status('unit', 'passed'), silent('e2e', 'unknown')])
})

test('which statuses are required is not known', () => {
  expect(requiredStatuses(testRun({ requiredStatuses: null, reported: [report('unit', 'failed')] }))).toBe(null)
})

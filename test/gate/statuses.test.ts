import { expect, test } from 'vitest'
import type { ReportedStatus } from '../../src/facts/facts.ts'
import { type RequiredStatus, requiredStatuses } from '../../src/gate/statuses.ts'
import { testRun } from '../builders.ts'

const report = (name: string, outcome: ReportedStatus['outcome'], url: string | null = null) => ({ name, url, outcome })
const status = (name: string, outcome: RequiredStatus['outcome'], over: Partial<RequiredStatus> = {}) => ({
  name,
  outcome,
  url: null,
  failedOnly: outcome === 'failed',
  ...over,
})

test.each<[string, required: string[], ReportedStatus[], RequiredStatus[]]>([
  ['nothing required', [], [report('unit', 'passed')], []],
  ['nothing reported', ['unit', 'e2e'], [], [status('unit', 'missing'), status('e2e', 'missing')]],
  [
    'each outcome, in the order of the service',
    ['d', 'a', 'c', 'b'],
    [report('a', 'passed'), report('b', 'failed'), report('c', 'pending'), report('d', null)],
    [status('d', 'reported'), status('a', 'passed'), status('c', 'pending'), status('b', 'failed')],
  ],
  ['another letter case is another name', ['Unit'], [report('unit', 'passed')], [status('Unit', 'missing')]],
  ['a name that is required twice', ['unit', 'unit'], [report('unit', 'passed')], [status('unit', 'passed')]],
  [
    'the failed one decides',
    ['unit'],
    [report('unit', 'pending', 'p'), report('unit', 'failed', 'f'), report('unit', null, 'n')],
    [status('unit', 'failed', { url: 'f' })],
  ],
  [
    'a failed one that was run again and passed',
    ['unit'],
    [report('unit', 'passed', 'p'), report('unit', 'failed', 'f')],
    [status('unit', 'failed', { url: 'f', failedOnly: false })],
  ],
  [
    'one that is pending outweighs one that passed',
    ['unit'],
    [report('unit', 'passed', 'p'), report('unit', 'pending', 'w')],
    [status('unit', 'pending', { url: 'w' })],
  ],
  [
    'one that does not say outweighs one that passed',
    ['unit'],
    [report('unit', 'passed', 'p'), report('unit', null, 'n')],
    [status('unit', 'reported', { url: 'n' })],
  ],
  [
    'names of properties of objects',
    ['constructor', '__proto__'],
    [],
    [status('constructor', 'missing'), status('__proto__', 'missing')],
  ],
])('%s', (_, required, reported, expected) => {
  expect(requiredStatuses(testRun({ requiredStatuses: required, reported }))).toEqual(expected)
})

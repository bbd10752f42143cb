import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/facts/conditions.ts'
import { type InputName, isAboutTests, isTestsAlone, onlyMerges, whatOnlyShows } from '../../src/setup/inputs.ts'
import { readInputs } from '../../src/setup/rules.ts'
import { rendered } from '../../src/text/message.ts'
import { inputs } from '../builders.ts'

type Given = Partial<Record<InputName, string>>

const reading = (given: Given) => {
  const all: Given = { endpoint: 'https://queue.example', organization: 'acme', ...given }
  const { problems, warnings } = readInputs(name => all[name])
  return rendered({ problems, warnings })
}

const JUNIT = { 'junit-paths': 'a.xml', 'test-outcome': 'success' }
const MERGE = { 'merge-reports': 'legs/*.json', 'expected-reports': '2' }
const ORGANIZATION = { organization: 'acme' }

describe('inputs that have to fit together', () => {
  test.each<[string, Given, wrong: string[]]>([
    ['tests of this job', { require: 'no-blocking-failures', ...JUNIT }, []],
    ['test reports that only show', { 'junit-paths': 'a.xml' }, []],
    ['no organization', { require: 'no-blocking-failures', ...JUNIT, organization: '' }, ['organization']],
    ['legs ask nothing of it', { require: 'no-blocking-failures', ...MERGE, organization: '' }, []],
    ['no test reports', { require: 'no-blocking-failures', 'test-outcome': 'success' }, ['junit-paths']],
    ['no outcome', { require: 'no-blocking-failures', 'junit-paths': 'a.xml' }, ['test-outcome']],
    [
      'a step of another id has no outcome',
      { require: 'no-blocking-failures', ...JUNIT, 'test-outcome': '' },
      ['test-outcome'],
    ],
    ['legs', { require: 'no-blocking-failures', ...MERGE }, []],
    ['legs, without an endpoint', { require: 'no-blocking-failures', ...MERGE, endpoint: '' }, []],
    [
      'legs beside a pull request, without an endpoint',
      { require: 'ready, no-blocking-failures', ...MERGE, endpoint: '' },
      ['endpoint'],
    ],
    ['legs of no known number', { 'merge-reports': 'legs/*.json' }, ['expected-reports']],
    ['legs and tests of this job', { ...MERGE, 'junit-paths': 'a.xml' }, ['merge-reports']],
    ['a limit', { require: 'quarantine-within-limits', 'max-quarantined': '9', ...ORGANIZATION }, []],
    ['no limit', { require: 'quarantine-within-limits', ...ORGANIZATION }, ['max-quarantined']],
    ['a limit over legs', { require: 'quarantine-within-limits', 'max-quarantined': '9', ...MERGE }, ['require']],
    [
      'a wrong limit is not missing',
      { require: 'quarantine-within-limits', 'max-quarantined': 'many' },
      ['max-quarantined'],
    ],
    [
      'a wrong glob is not missing',
      { require: 'no-blocking-failures', ...JUNIT, 'junit-paths': '!a.xml' },
      ['junit-paths'],
    ],
  ])('%s', (_, given, wrong) => {
    expect(reading(given).problems.map(({ input }) => input)).toEqual(wrong)
  })
})

describe('inputs without effect are reported', () => {
  const WITHOUT = 'no effect without `require`. Name a condition there, such as `ready`.'

  test.each<[string, Given, string[]]>([
    ['nothing', JUNIT, []],
    ['one input without a condition', { 'wait-timeout': '10m' }, [`\`wait-timeout\` has ${WITHOUT}`]],
    [
      'several without a condition',
      { 'wait-timeout': '10m', 'poll-interval': '30s', 'on-missing-token': 'skip' },
      [`\`wait-timeout\`, \`poll-interval\` and \`on-missing-token\` have ${WITHOUT}`],
    ],
    [
      'conditions that exclude each other',
      { require: 'submitted, not-submitted' },
      [
        '`submitted` and `not-submitted` can never both hold, so this step never passes. Take one of them out of `require`.',
      ],
    ],
    ['a time-out with a condition', { 'wait-timeout': '10m', require: 'ready' }, []],
    ['defaults', { 'wait-timeout': '0s', 'poll-interval': '15s', 'on-missing-token': 'fail' }, []],
    [
      'without test reports',
      { 'test-outcome': 'success', variant: 'a', 'max-excused': '1' },
      ['`test-outcome`, `variant` and `max-excused` have no effect without `junit-paths` or `merge-reports`.'],
    ],
    ['without legs', { 'expected-reports': '2' }, ['`expected-reports` has no effect without `merge-reports`.']],
    [
      'a variant of legs',
      { ...MERGE, variant: 'a' },
      ['`variant` has no effect with `merge-reports`: each leg has its own.'],
    ],
    [
      'limits over legs',
      { ...MERGE, 'max-quarantined': '1' },
      ['`max-quarantined` has no effect with `merge-reports`: no list is read.'],
    ],
    [
      'a limit on nothing',
      { 'max-quarantined': '1', organization: '' },
      ['`max-quarantined` has no effect without `organization`: no list can be read.'],
    ],
  ])('%s', (_, given, warnings) => {
    expect(reading(given)).toEqual({ problems: [], warnings })
  })

  test("a step that can't start only reports problems", () => {
    expect(reading({ 'wait-timeout': '10m', require: 'redy' })).toMatchObject({ problems: [{}], warnings: [] })
  })
})

test('test reports and limits that gate nothing only show', () => {
  const limits = inputs({ organization: 'acme', maxQuarantined: 1, maxQuarantineAgeMs: 1000 })
  expect(whatOnlyShows(limits)).toEqual([
    'max-quarantined decides nothing: to gate by it, add quarantine-within-limits to require',
    'max-quarantine-age decides nothing: to gate by it, add quarantine-within-limits to require',
  ])
  expect(whatOnlyShows({ ...limits, require: ['quarantine-within-limits'] })).toEqual([])
  expect(whatOnlyShows({ ...limits, junitPaths: ['a.xml'], require: ['quarantine-within-limits'] })).toEqual([
    'junit-paths decides nothing: to gate by it, add no-blocking-failures to require',
  ])
  expect(whatOnlyShows(inputs({ mergeReports: ['a.json'], maxQuarantined: 1 }))).toEqual([
    'merge-reports decides nothing: to gate by it, add no-blocking-failures to require',
  ])
  expect(whatOnlyShows(inputs({ junitPaths: ['a.xml'], require: ['no-blocking-failures'] }))).toEqual([])
  expect(whatOnlyShows(inputs())).toEqual([])
})

test('a step is about tests only where an input says so', () => {
  expect(isAboutTests(inputs({ require: ['ready'], organization: 'acme', read: ['quarantined-tests'] }))).toBe(false)
  expect(isAboutTests(inputs({ junitPaths: ['a.xml'] }))).toBe(true)
  expect(isAboutTests(inputs({ mergeReports: ['a.json'] }))).toBe(true)
  expect(isAboutTests(inputs({ maxQuarantined: 0 }))).toBe(true)
  expect(isAboutTests(inputs({ maxQuarantineAgeMs: 0 }))).toBe(true)
  expect(isAboutTests(inputs({ codeownersPath: 'OWNERS' }))).toBe(true)
  expect(isAboutTests(inputs({ require: ['ready', 'no-blocking-failures'] }))).toBe(true)
  expect(isAboutTests(inputs({ require: ['ready', 'quarantine-within-limits'] }))).toBe(true)
  expect(onlyMerges(inputs({ mergeReports: ['a'], require: ['no-blocking-failures'] }))).toBe(true)
  expect(onlyMerges(inputs({ mergeReports: ['a'], require: ['no-blocking-failures', 'ready'] }))).toBe(false)
  expect(onlyMerges(inputs({ mergeReports: ['a'], read: ['queue'] }))).toBe(false)
})

test.each<[Condition[], boolean]>([
  [[], false],
  [['no-blocking-failures'], true],
  [['ready'], false],
  [['ready', 'no-blocking-failures'], false],
])('isTestsAlone(%j)', (require, expected) => {
  expect(isTestsAlone(inputs({ require }))).toBe(expected)
})

import type { Condition, Read } from '../facts/conditions.ts'
import type { TestOutcome } from '../facts/leg-report.ts'

/** The inputs on test reports, quarantined tests and the legs of a matrix; null and empty where they are not given. */
export interface TestInputs {
  junitPaths: string[]
  minTests: number | null
  testOutcome: TestOutcome | null
  variant: string | null
  codeownersPath: string | null
  maxQuarantined: number | null
  maxQuarantineAgeMs: number | null
  maxExcused: number | null
  leg: string | null
  mergeReports: string[]
  expectedReports: number | null
}

/** What decides how the inputs on tests have to fit together. */
export interface Asked extends TestInputs {
  require: readonly Condition[]
  read: 'auto' | readonly Read[]
  organization: string | null
}

/** What does not fit together, by the input that has to change. */
interface Misfit {
  input: string
  message: string
  missing?: true
}

/** Whether the step reads test reports, merges those of other legs, or looks at the debt. */
export function isAboutTests(inputs: Omit<Asked, 'read' | 'organization'>): boolean {
  return (
    readsFiles(inputs) ||
    hasLimit(inputs) ||
    inputs.codeownersPath !== null ||
    inputs.require.some(condition => condition === 'no-blocking-failures' || condition === 'quarantine-within-limits')
  )
}

/** Whether the step reads test reports, or report files of other legs. */
export function readsFiles({ junitPaths, mergeReports }: TestInputs): boolean {
  return junitPaths.length > 0 || mergeReports.length > 0
}

/** Whether nothing but the report files of other legs is read: then no service is asked. */
export function onlyMerges({ mergeReports, require, read }: Asked): boolean {
  return mergeReports.length > 0 && read === 'auto' && require.every(each => each === 'no-blocking-failures')
}

/** Whether nothing but test reports can decide. */
export function isTestsAlone({ require }: Pick<Asked, 'require'>): boolean {
  return require.length > 0 && require.every(each => each === 'no-blocking-failures')
}

/** Whether a limit on the quarantined tests is given. */
export function hasLimit({ maxQuarantined, maxQuarantineAgeMs }: TestInputs): boolean {
  return maxQuarantined !== null || maxQuarantineAgeMs !== null
}

/**
 * Inputs that only make sense together, or not together.
 *
 * @param given whether the workflow gave an input any text
 */
export function misfits(inputs: Asked, given: (name: string) => boolean): Misfit[] {
  const found: Misfit[] = []
  const wants = (condition: Condition) => inputs.require.includes(condition)
  const merges = given('merge-reports')
  const add = (input: string, message: string, missing?: true) => {
    found.push({ input, message, ...(missing ? { missing } : {}) })
  }
  if (merges && given('junit-paths')) {
    add(
      'merge-reports',
      'Inputs `merge-reports` and `junit-paths` exclude each other: one step reads the test reports of its own job, or merges what other legs made of theirs. Take one of them out.',
    )
  }
  if (merges && !given('expected-reports')) {
    add(
      'expected-reports',
      '`merge-reports` needs `expected-reports`, the number of legs: without it nobody could tell that one is missing. Set it to the number of jobs in the matrix.',
    )
  }
  if (wants('no-blocking-failures') && !merges) {
    if (!given('junit-paths')) {
      add(
        'junit-paths',
        '`require: no-blocking-failures` needs test reports. Set `junit-paths` to the JUnit XML files of the tests, or `merge-reports` to the report files of other legs.',
      )
    } else if (!given('test-outcome')) {
      add(
        'test-outcome',
        '`require: no-blocking-failures` needs `test-outcome`: without it a crash can not be told from a pass. Set it to `steps.<id>.outcome` of the step that runs the tests, in the braces of an expression; it is empty where no step has that id.',
      )
    }
  }
  if (wants('quarantine-within-limits')) {
    if (merges) {
      add(
        'require',
        '`quarantine-within-limits` can not be decided by merged reports: they hold no whole list. Require it in a step without `merge-reports`.',
      )
    } else if (!given('max-quarantined') && !given('max-quarantine-age')) {
      add(
        'max-quarantined',
        '`require: quarantine-within-limits` needs a limit. Set `max-quarantined`, `max-quarantine-age` or both.',
      )
    }
  }
  return found
}

/** What was given and does nothing. */
export function idleTestInputs(inputs: Asked, given: (name: string) => boolean): string[] {
  const told: string[] = []
  const idle = (names: readonly string[], without: string) => {
    const there = names.filter(given).map(name => `\`${name}\``)
    if (there.length === 0) return
    const listed = there.join(', ').replace(/, ([^,]*)$/, ' and $1')
    told.push(`${listed} ${there.length === 1 ? 'has' : 'have'} no effect ${without}.`)
  }
  const merges = given('merge-reports')
  if (!merges) idle(['expected-reports'], 'without `merge-reports`')
  if (!merges && !given('junit-paths')) {
    idle(['min-tests', 'test-outcome', 'variant', 'max-excused'], 'without `junit-paths` or `merge-reports`')
  }
  if (merges) idle(['variant'], 'with `merge-reports`: each leg has its own')
  if (onlyMerges(inputs)) {
    idle(['max-quarantined', 'max-quarantine-age', 'codeowners-path'], 'with `merge-reports`: no list is read')
  } else if (inputs.organization === null && !inputs.require.includes('quarantine-within-limits')) {
    idle(['max-quarantined', 'max-quarantine-age'], 'without `organization`: no list can be read')
  }
  return told
}

/** What the log says of test reports and limits that are shown and decide nothing. */
export function whatOnlyShows(inputs: Asked): string[] {
  const lacks = (condition: Condition) => !inputs.require.includes(condition)
  const told = (input: string, condition: Condition) =>
    `${input} only shows: to gate by it, add ${condition} to require`
  const showsFiles = lacks('no-blocking-failures')
  const showsLimits = !onlyMerges(inputs) && lacks('quarantine-within-limits')
  return [
    ...(showsFiles && inputs.junitPaths.length > 0 ? [told('junit-paths', 'no-blocking-failures')] : []),
    ...(showsFiles && inputs.mergeReports.length > 0 ? [told('merge-reports', 'no-blocking-failures')] : []),
    ...(showsLimits && inputs.maxQuarantined !== null ? [told('max-quarantined', 'quarantine-within-limits')] : []),
    ...(showsLimits && inputs.maxQuarantineAgeMs !== null
      ? [told('max-quarantine-age', 'quarantine-within-limits')]
      : []),
  ]
}

import type { Repository } from '../stand-in/github/state.js'
import type { State } from '../stand-in/service/state.js'

/** An API of the service, which its key tells. */
export type Api = 'v1' | 'v2'

export type Result = 'success' | 'failure'

/** The name of unnamed steps that use the action by its public name. */
export const GATE = 'the action'

/** One workflow on one event: a first round, and those that follow on the same GitHub. */
export interface Case extends Round {
  name: string
  /** Name of a recipe, or of a file in test/act. */
  workflow: string
  event: string
  /** APIs of the service that it is run with, one after the other; v1 alone, where it is left out. */
  keys?: Api[]
  /** Replaces each `wait-timeout`, where the wait is to run out. */
  wait?: string
  /** GitHub before the first round, where it is not the example as it stands. */
  github?: Partial<Repository>
  /** More runs of the same workflow: what the earlier ones wrote is still there. */
  next?: (Round & { name: string })[]
}

/** One run of a workflow. */
export interface Round {
  payload: object
  /** The service before the run, where it is not the example as it stands. */
  change?: (state: State) => State
  /** What happens to it 100 ms after it was first asked. */
  later?: (state: State) => State
  /** Variables of the repository, beside those that say where the service is. */
  variables?: Record<string, string>
  /** The target of `make` that fails. */
  breaks?: string
  /** What `make tests` runs by Node's own test runner, where it does anything; see test/act/shop.test.js.txt. */
  tests?: Tests
  /** Neither secrets nor variables, and a token that only reads: as GitHub has it for forks. */
  isFork?: boolean
  expected: Expected
}

export interface Tests {
  /** Names of the tests that fail; `tear-down` fails behind the last one, which no report shows. */
  fail?: string[]
  /** They fail in one job alone, whichever comes first: nothing outside the workflow tells one leg from another. */
  once?: boolean
}

/** The expected result of a round. The page beside this file lists where act differs from GitHub's documentation. */
export interface Expected {
  /** By id, where a job ends otherwise than its steps. */
  jobs?: Record<string, Result>
  /**
   * By job, legs of a matrix with their values, and step; those of the runner itself and of other actions apart. With
   * `(*)` for the values, all legs together: `failure success success`.
   */
  steps: Record<string, string>
  /** Some outputs of the last step that uses the action. */
  outputs?: Record<string, string>
  /** The writes to GitHub, in order; by default none. */
  wrote?: string[]
  /** Headings of the comments that GitHub then has, with the pull request's number. */
  comments?: string[]
  /** Each is in the log as people read it, or in the summary. */
  says?: string[]
  /** None of these is. */
  never?: string[]
}

import { requiresChecks } from '../stand-in/github/state.js'
import { HEAD } from './bodies.ts'
import { type OnGitHub, queueScenario } from './queue.ts'
import { scenarios } from './scenario.ts'

/** A pull request's head with these workflow files. The branch requires `unit` and `lint`. */
function head(files: Record<string, string>, checks = ['unit', 'lint']): OnGitHub {
  return {
    repository: { rules: { main: [requiresChecks(...checks)] }, workflows: { [HEAD]: files } },
  }
}

const CI = `name: CI
on:
  pull_request:
  merge_group:

jobs:
  unit:
    runs-on: ubuntu-24.04
    steps:
      - run: make tests
`
const LINT = `name: Lint
on:
  pull_request:

jobs:
  lint:
    runs-on: ubuntu-24.04
    steps:
      - run: make lint
`
const TRIGGERED = LINT.replace('  pull_request:\n', '  pull_request:\n  merge_group:\n')

scenarios('merge-group-checks', {
  'a pull request adds a required workflow without the trigger': queueScenario({
    inputs: { read: 'merge-group-checks', require: 'merge-group-checks' },
    ...head({ 'ci.yml': CI, 'lint.yml': LINT }),
    exit: 1,
    outputs: { conclusion: 'failed', 'uncovered-checks': '["lint"]' },
    reasons: ['merge-group-checks: merge-group-checks-uncovered'],
  }),
  'with the trigger': queueScenario({
    inputs: { read: 'merge-group-checks', require: 'merge-group-checks' },
    ...head({ 'ci.yml': CI, 'lint.yml': TRIGGERED }),
    exit: 0,
    outputs: { conclusion: 'passed', 'uncovered-checks': '[]' },
  }),
  'before the queue is on: read and shown': queueScenario({
    inputs: { read: 'merge-group-checks' },
    ...head({ 'ci.yml': CI, 'lint.yml': LINT, 'broken.yml': 'on: [' }),
    exit: 0,
    outputs: { conclusion: 'reported', 'uncovered-checks': '["lint"]' },
  }),
  'a check of an app, which no group has shown': queueScenario({
    inputs: { read: 'merge-group-checks', require: 'merge-group-checks' },
    ...head({ 'ci.yml': CI }, ['unit', 'coverage/patch']),
    exit: 1,
    outputs: { conclusion: 'unknown', 'uncovered-checks': '[]' },
    reasons: ['merge-group-checks: not-known'],
  }),
  'workflow files that the token may not read': queueScenario({
    inputs: { read: 'merge-group-checks' },
    ...head({ 'ci.yml': CI }),
    state: { permissions: { contents: 'none' } },
    exit: 1,
    outputs: { conclusion: 'unknown', 'uncovered-checks': '' },
    reasons: ['github-forbidden'],
  }),
})

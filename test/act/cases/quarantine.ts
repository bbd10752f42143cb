import { EXAMPLE } from '../../stand-in/service/scenario.js'
import type { State } from '../../stand-in/service/state.js'
import { type Case, GATE } from '../case.ts'
import { fromFork, pullRequest, queuePushed, scheduled } from '../events.ts'

/** docs/recipes-quarantine.md. The tests are those of test/act/shop.test.js.txt, really run. */
export const QUARANTINE: Case[] = [
  {
    name: 'the gate decides about the tests: only a quarantined one failed',
    workflow: 'Tests',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
    change: quarantine('removes an item', 'cart'),
    attempt: 1,
    tests: { fail: ['removes an item'] },
    expected: {
      jobs: { tests: 'success', gate: 'success' },
      steps: { 'tests: make tests': 'failure', [`gate: ${GATE}`]: 'success' },
      outputs: { conclusion: 'passed', 'test-count': '105', 'blocking-failures': '0', 'excused-failures': '1' },
      says: [
        '✓ no-blocking-failures is met. 105 tests ran; 1 failed and is quarantined.',
        '::warning title=Merge Queue Gate%3A quarantined test failed::removes an item: ',
      ],
    },
    next: [
      {
        name: 'all jobs again, and the tests crash before they write a report',
        payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
        change: quarantine('removes an item', 'cart'),
        breaks: 'tests',
        attempt: 2,
        expected: {
          jobs: { tests: 'success', gate: 'failure' },
          steps: { 'tests: make tests': 'failure', [`gate: ${GATE}`]: 'failure' },
          outputs: { conclusion: 'failed', reason: 'report-missing' },
          says: ['Downloaded 0 artifacts', '`reports/**/*.xml` matches no file'],
        },
      },
    ],
  },
  {
    name: 'the gate decides about the tests: another failed, too',
    workflow: 'Tests',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
    change: quarantine('removes an item', 'cart'),
    tests: { fail: ['removes an item', 'pays'] },
    expected: {
      jobs: { tests: 'success', gate: 'failure' },
      steps: { 'tests: make tests': 'failure', [`gate: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', reason: 'blocking-failures', 'blocking-tests': '["pays"]' },
      says: ['summary: <h2>⛔ 1 failed test blocks</h2>', 'true !== false'],
    },
  },
  {
    name: "the gate decides about the tests: on the queue's test branch, a crash",
    workflow: 'Tests',
    event: 'push',
    payload: queuePushed(),
    tests: { fail: ['tear-down'] },
    expected: {
      jobs: { tests: 'success', gate: 'failure' },
      steps: { 'tests: make tests': 'failure', [`gate: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', reason: 'test-crash', context: 'test-branch', 'blocking-failures': '0' },
      says: ['summary: <h2>⛔ The test step failed, yet no test did</h2>'],
    },
  },
  {
    name: 'a fork without a token: a failure blocks, quarantined or not',
    workflow: 'Tests',
    event: 'pull_request',
    payload: fromFork(EXAMPLE.pullRequest),
    isFork: true,
    change: quarantine('removes an item', 'cart'),
    tests: { fail: ['removes an item'] },
    expected: {
      jobs: { tests: 'success', gate: 'failure' },
      steps: { 'tests: make tests': 'failure', [`gate: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', reason: 'blocking-failures', 'blocking-tests': '["removes an item"]' },
      says: [
        'none can be excused: this event comes from a fork, which gets no secrets',
        'push the branch to this repository',
      ],
    },
  },
  {
    name: 'a fork without a token, and another condition: no test failed',
    workflow: 'Tests and queue',
    event: 'pull_request',
    payload: fromFork(EXAMPLE.pullRequest),
    isFork: true,
    tests: {},
    expected: {
      jobs: { tests: 'success', gate: 'success' },
      steps: { 'tests: make tests': 'success', [`gate: ${GATE}`]: 'success' },
      outputs: { conclusion: 'skipped', reason: 'token-missing', 'test-count': '105' },
      says: ['✓ no-blocking-failures is met. 105 tests ran and none failed.', 'This event comes from a fork'],
    },
    next: [
      {
        name: 'one failed',
        payload: fromFork(EXAMPLE.pullRequest),
        isFork: true,
        change: quarantine('removes an item', 'cart'),
        tests: { fail: ['removes an item'] },
        expected: {
          jobs: { tests: 'success', gate: 'failure' },
          steps: { 'tests: make tests': 'failure', [`gate: ${GATE}`]: 'failure' },
          outputs: { conclusion: 'failed', reason: 'blocking-failures' },
          says: [
            'none can be excused: this event comes from a fork, which gets no secrets',
            'push the branch to this repository',
          ],
        },
      },
      {
        name: 'of this repository: the queue counts',
        payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
        change: quarantine('removes an item', 'cart'),
        tests: { fail: ['removes an item'] },
        expected: {
          jobs: { tests: 'success', gate: 'success' },
          steps: { 'tests: make tests': 'failure', [`gate: ${GATE}`]: 'success' },
          outputs: { conclusion: 'passed', 'queue-state': 'running', 'excused-failures': '1' },
          says: ['✓ queue-running is met.', '✓ no-blocking-failures is met.'],
        },
      },
    ],
  },
  {
    name: 'one verdict on a matrix: a leg fails, and passes when it is run again',
    workflow: 'Tests on all systems',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
    change: quarantine('removes an item', 'cart'),
    tests: { fail: ['removes an item', 'pays'], once: true },
    attempt: 1,
    expected: {
      steps: {
        'tests (*): make tests': 'failure success success',
        [`tests (*): ${GATE}`]: 'failure success success',
        [`verdict: ${GATE}`]: 'failure',
      },
      outputs: { conclusion: 'failed', 'blocking-tests': '["pays"]', 'excused-failures': '1', 'test-count': '315' },
      says: ['Downloaded 3 artifacts', ': 1 failed test is not quarantined'],
    },
    next: [
      {
        name: 'the second attempt',
        payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
        change: quarantine('removes an item', 'cart'),
        tests: { fail: ['removes an item'], once: true },
        attempt: 2,
        expected: {
          steps: {
            'tests (*): make tests': 'failure success success',
            [`tests (*): ${GATE}`]: 'success success success',
            [`verdict: ${GATE}`]: 'success',
          },
          outputs: { conclusion: 'passed', 'blocking-tests': '[]', 'excused-failures': '1', 'test-count': '315' },
          says: [
            'Downloaded 6 artifacts',
            '::warning title=Merge Queue Gate%3A quarantined test failed,file=shop.test.js::removes an item: ',
            '✓ no-blocking-failures is met. In 3 legs, 315 tests ran; 1 failed and is quarantined.',
          ],
        },
      },
      {
        name: 'from a fork, no test failed',
        payload: fromFork(EXAMPLE.pullRequest),
        isFork: true,
        tests: {},
        expected: {
          steps: {
            'tests (*): make tests': 'success success success',
            [`tests (*): ${GATE}`]: 'success success success',
            [`verdict: ${GATE}`]: 'success',
          },
          outputs: { conclusion: 'passed', 'test-count': '315' },
          says: ['Downloaded 3 artifacts', '✓ no-blocking-failures is met. In 3 legs, 315 tests ran and none failed.'],
        },
      },
    ],
  },
  {
    name: 'the weekly report on quarantined tests: over the limits',
    workflow: 'Quarantine debt',
    event: 'schedule',
    payload: scheduled('7 6 * * 1'),
    expected: {
      jobs: { debt: 'failure' },
      steps: { [`debt: ${GATE}`]: 'failure' },
      outputs: {
        conclusion: 'failed',
        reason: 'quarantine-overdue',
        'quarantined-count': '250',
        'overdue-count': '232',
      },
      says: ['250 tests are quarantined, more than', '<code>@example/finders</code>'],
    },
    next: [
      {
        name: 'within them',
        payload: scheduled('7 6 * * 1'),
        change: quarantine('removes an item', 'cart'),
        expected: {
          jobs: { debt: 'success' },
          steps: { [`debt: ${GATE}`]: 'success' },
          outputs: { conclusion: 'passed', 'quarantined-count': '1', 'overdue-count': '0' },
          says: ['✓ quarantine-within-limits is met. 1 test is quarantined, the oldest for 2 d.'],
        },
      },
    ],
  },
]

/** The one test that is quarantined, for two days. Node's runner writes absolute paths, so its file is not known. */
function quarantine(name: string, classname: string): (state: State) => State {
  const at = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString()
  const entry = {
    ...{ name, parent: classname, file: null, classname, codeowners: [], variant: '', test_case_id: 'a-test' },
    ...{ quarantined_at: at, status_last_updated_at: at },
  }
  return state => ({
    ...state,
    repositories: state.repositories.map(each => ({ ...each, quarantinedTests: [entry] })),
  })
}

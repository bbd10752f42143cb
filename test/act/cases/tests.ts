import { pullRequest, queuePushed } from '../../stand-in/events.js'
import { EXAMPLE } from '../../stand-in/service/scenario.js'
import type { State } from '../../stand-in/service/state.js'
import { type Case, GATE } from '../case.ts'

const GATE_OF_TESTS = `tests: ${GATE}`

/** docs/tests.md. The tests are those of test/act/shop.test.js.txt, really run. */
export const TESTS: Case[] = [
  {
    name: 'let the gate decide: only a quarantined test failed',
    workflow: 'Tests',
    keys: ['v1', 'v2'],
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
    change: quarantine('removes an item', 'cart'),
    tests: { fail: ['removes an item'] },
    expected: {
      jobs: { tests: 'success' },
      steps: { 'tests: make tests': 'failure', [GATE_OF_TESTS]: 'success' },
      outputs: { conclusion: 'passed', 'test-count': '105', 'blocking-failures': '0', 'excused-failures': '1' },
      says: [
        '✓ no-blocking-failures is met. 105 tests ran; 1 failed and is quarantined.',
        '::warning title=Merge Queue Gate%3A quarantined test failed,file=shop.test.js::removes an item: ',
      ],
    },
    next: [
      {
        name: 'another one failed, too',
        payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
        change: quarantine('removes an item', 'cart'),
        tests: { fail: ['removes an item', 'pays'] },
        expected: {
          steps: { 'tests: make tests': 'failure', [GATE_OF_TESTS]: 'failure' },
          outputs: { conclusion: 'failed', reason: 'blocking-failures', 'blocking-tests': '["pays"]' },
          says: ['summary: <h2>⛔ 1 failed test blocks</h2>', 'true !== false'],
        },
      },
      {
        name: 'the tests crash before they write a report',
        payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
        change: quarantine('removes an item', 'cart'),
        breaks: 'tests',
        expected: {
          steps: { 'tests: make tests': 'failure', [GATE_OF_TESTS]: 'failure' },
          outputs: { conclusion: 'failed', reason: 'report-missing' },
          says: ['`reports/**/*.xml` matches no file'],
        },
      },
    ],
  },
  {
    name: "let the gate decide: on the queue's test branch, a crash",
    workflow: 'Tests',
    event: 'push',
    payload: queuePushed(),
    tests: { fail: ['tear-down'] },
    expected: {
      steps: { 'tests: make tests': 'failure', [GATE_OF_TESTS]: 'failure' },
      outputs: { conclusion: 'failed', reason: 'test-crash', context: 'test-branch', 'blocking-failures': '0' },
      says: ['summary: <h2>⛔ The test step failed, yet no test did</h2>'],
    },
  },
  {
    name: 'let the gate decide: on a fork a failure blocks, quarantined or not',
    workflow: 'Tests',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'synchronize', { labels: ['merge'], isFork: true }),
    isFork: true,
    change: quarantine('removes an item', 'cart'),
    tests: { fail: ['removes an item'] },
    expected: {
      steps: { 'tests: make tests': 'failure', [GATE_OF_TESTS]: 'failure' },
      outputs: { conclusion: 'failed', reason: 'blocking-failures', 'blocking-tests': '["removes an item"]' },
      says: ["can't be excused: this event comes from a fork, which gets no secrets"],
    },
    next: [
      {
        name: 'no test failed',
        payload: pullRequest(EXAMPLE.pullRequest, 'synchronize', { labels: ['merge'], isFork: true }),
        isFork: true,
        tests: {},
        expected: {
          steps: { 'tests: make tests': 'success', [GATE_OF_TESTS]: 'success' },
          outputs: { conclusion: 'passed', 'test-count': '105' },
          says: ['✓ no-blocking-failures is met. 105 tests ran and none failed.'],
        },
      },
    ],
  },
  {
    name: 'a matrix: a leg fails',
    workflow: 'Tests on all systems',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
    change: quarantine('removes an item', 'cart'),
    tests: { fail: ['removes an item', 'pays'], once: true },
    expected: {
      steps: {
        'tests (*): make tests': 'failure success success',
        [`tests (*): ${GATE}`]: 'failure success success',
        'all-tests: test "$RESULT" = success': 'failure',
      },
      says: ['summary: <h2>⛔ 1 failed test blocks</h2>'],
    },
    next: [
      {
        name: 'only a quarantined test fails',
        payload: pullRequest(EXAMPLE.pullRequest, 'opened'),
        change: quarantine('removes an item', 'cart'),
        tests: { fail: ['removes an item'], once: true },
        expected: {
          steps: {
            'tests (*): make tests': 'failure success success',
            [`tests (*): ${GATE}`]: 'success success success',
            'all-tests: test "$RESULT" = success': 'success',
          },
          says: ['✓ no-blocking-failures is met. 105 tests ran; 1 failed and is quarantined.'],
        },
      },
    ],
  },
  {
    name: 'the weekly report: over the limits',
    workflow: 'Quarantine debt',
    event: 'schedule',
    payload: { schedule: '7 6 * * 1' },
    expected: {
      steps: { [`report: ${GATE}`]: 'failure' },
      outputs: {
        conclusion: 'failed',
        reason: 'quarantine-overdue',
        'quarantined-count': '250',
        'overdue-count': '232',
      },
      says: ['250 tests are quarantined, more than', 'Tests have been quarantined for too long'],
    },
    next: [
      {
        name: 'within them',
        payload: { schedule: '7 6 * * 1' },
        change: quarantine('removes an item', 'cart'),
        expected: {
          steps: { [`report: ${GATE}`]: 'success' },
          outputs: { conclusion: 'passed', 'quarantined-count': '1', 'overdue-count': '0' },
          says: ['✓ quarantine-within-limits is met. 1 test is quarantined.'],
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

import { commitId, EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import { changeAnswers, changePullRequest, changeQueue, changeTestRun } from '../stand-in/service/state.js'
import { startAction } from './runner.js'

/**
 * @import { RunOptions, RunResult } from './runner.js'
 * @import { ScriptStep, State, WireObject } from '../stand-in/service/state.js'
 *
 * @typedef {object} Scenario
 * @property {string} about  What it shows, in one line.
 * @property {number} number  Pull request of the event.
 * @property {Record<string, string>} inputs  Beside endpoint, token and organization.
 * @property {string} conclusion  What has to come out.
 * @property {(state: State) => State} [change]  The service, where it is not the example as it stands.
 * @property {ScriptStep[]} [script]  What happens to it while the step waits.
 */

/** A little more than the ages that are shown, so that none of them changes while the step runs. */
const LATER = 20_000
const MINUTE = 60_000

/** What `npm run demo -- NAME` shows. @type {Record<string, Scenario>} */
export const SCENARIOS = {
  green: {
    about: 'A pull request that is ready: the step passes.',
    number: 1205,
    inputs: { require: 'ready' },
    conclusion: 'passed',
  },
  red: {
    about: 'A pull request that GitHub would not merge: the step fails and says what to do.',
    number: 1208,
    inputs: { require: 'ready' },
    conclusion: 'failed',
  },
  'thrown-out': {
    about: 'A pull request that failed in the queue: what failed comes first.',
    number: 1202,
    inputs: { require: 'merged', 'test-run-id': EXAMPLE.testRunId },
    conclusion: 'failed',
    change: failedRun,
  },
  'no-queue': {
    about: 'A misspelt `target-branch`: never taken for "not in the queue".',
    number: 1205,
    inputs: { require: 'not-submitted', 'target-branch': 'mian' },
    conclusion: 'unknown',
  },
  waiting: {
    about: 'A step that waits until the tests of the queue have passed.',
    number: 1207,
    inputs: { require: 'tests-passed', 'wait-timeout': '20s', 'poll-interval': '1s' },
    conclusion: 'passed',
    script: [
      { at: 600, change: changePullRequest(1207, { state: 'testing' }) },
      { at: 2_000, change: changePullRequest(1207, { state: 'tests_passed' }) },
    ],
  },
  outage: {
    about: 'The service does not answer: neither a pass nor an endless wait.',
    number: 1205,
    inputs: { require: 'ready', 'request-timeout': '1s' },
    conclusion: 'unknown',
    change: changeAnswers({
      getSubmittedPullRequest: { status: 503, body: 'upstream unavailable' },
      getQueue: { status: 503, body: 'upstream unavailable' },
    }),
  },
  report: {
    about: 'Nothing is required: the step only reports, here a batch under test.',
    number: 1205,
    inputs: { 'test-run-id': EXAMPLE.testRunId },
    conclusion: 'reported',
  },
  'quarantined-tests': {
    about: 'The list of the quarantined tests by owner.',
    number: 1205,
    inputs: { read: 'quarantined-tests' },
    conclusion: 'reported',
  },
  'bad-input': {
    about: 'Two mistakes in a workflow: both are named, with what was probably meant.',
    number: 1205,
    inputs: { requires: 'ready', 'wait-timeout': '10' },
    conclusion: 'failed',
  },
  contradiction: {
    about: 'Responses that contradict each other: unknown, and which two.',
    number: 1205,
    inputs: { require: 'submitted' },
    conclusion: 'unknown',
    change: changePullRequest(1205, { isCurrentlySubmittedToQueue: false }),
  },
}

/**
 * Runs a scenario as GitHub's runner would, against the stand-in of the service.
 *
 * @param {Scenario} scenario
 * @param {Pick<RunOptions, 'main' | 'nodeArgs' | 'timeLimit' | 'env' | 'githubToken'> & {inputs?: Record<string, string>}} [options]
 *   More inputs, which win, and how to start the process.
 * @param {(run: import('./runner.js').Run) => void} [onStart]
 * @returns {Promise<RunResult>}
 */
export async function playScenario(scenario, { inputs = {}, ...options } = {}, onStart = () => {}) {
  const state = exampleState({ now: Date.now() - LATER })
  const service = await startService({
    state: scenario.change ? scenario.change(state) : state,
    script: scenario.script ?? [],
  })
  try {
    const run = startAction({
      ...options,
      event: pullRequestEvent(scenario.number),
      inputs: {
        endpoint: service.url,
        'api-token': TOKEN,
        organization: EXAMPLE.organization,
        ...scenario.inputs,
        ...inputs,
      },
    })
    onStart(run)
    return await run.done
  } finally {
    await service.close()
  }
}

/**
 * The test run is that of #1202 alone, and has failed.
 *
 * @param {State} state
 * @returns {State}
 */
function failedRun(state) {
  const web = `https://${EXAMPLE.repo.host}/${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}`
  const title = 'Drop the legacy checkout page'
  /** @type {(name: string, id: number, conclusion: string) => WireObject} */
  const checkRun = (name, id, conclusion) => ({
    name,
    url: `${web}/actions/runs/${id}`,
    status: 'completed',
    conclusion,
  })
  const required = ['ci / build', 'ci / unit', 'ci / integration', 'security / scan']
  const change = changeTestRun(EXAMPLE.testRunId, {
    requiredStatuses: required,
    testBranch: `queue-merge/pr-1202/${EXAMPLE.testRunId}`,
    checkSuites: [
      {
        checkRuns: [
          checkRun('ci / build', 9001, 'success'),
          checkRun('ci / unit', 9002, 'failure'),
          checkRun('ci / integration', 9003, 'success'),
        ],
      },
    ],
    statusChecks: [{ context: 'security / scan', url: 'https://scan.example/4711', state: 'success' }],
    testedPullRequests: [{ prNumber: 1202, prUrl: `${web}/pull/1202`, title }],
    status: 'failed',
    createdAt: new Date(Date.now() - LATER - 130 * MINUTE).toISOString(),
    dependentPrs: [],
  })
  return changeQueue(EXAMPLE.branch, { requiredStatuses: required }, [1203, 1204, 1205])(change(state))
}

/**
 * A push to a pull request of the scenario, as GitHub tells a workflow of it.
 *
 * @param {number} number
 */
function pullRequestEvent(number) {
  const { owner, name } = EXAMPLE.repo
  const repository = {
    name,
    full_name: `${owner}/${name}`,
    default_branch: EXAMPLE.branch,
    fork: false,
    owner: { login: owner },
  }
  return {
    name: 'pull_request',
    payload: {
      action: 'synchronize',
      number,
      pull_request: {
        number,
        base: { ref: EXAMPLE.branch, sha: commitId(EXAMPLE.branch), repo: repository },
        head: { ref: 'a-branch', sha: commitId(`pull request ${number}`), repo: repository },
        user: { login: 'ana-example' },
      },
      repository,
      sender: { login: 'ana-example' },
    },
  }
}

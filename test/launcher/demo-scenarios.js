import { pullRequest, queuePushed, REPOSITORY } from '../stand-in/events.js'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN, requiresChecks } from '../stand-in/github/state.js'
import { commitId, EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import { changeAnswers, changePullRequest, changeQueue, changeTestRun } from '../stand-in/service/state.js'
import { startAction } from './runner.js'

/**
 * @import { Event } from './environment.js'
 * @import { RunOptions, RunResult } from './runner.js'
 * @import { Repository } from '../stand-in/github/state.js'
 * @import { ScriptStep, State, WireObject } from '../stand-in/service/state.js'
 *
 * @typedef {object} Scenario
 * @property {string} about  What it shows, in one line.
 * @property {number} number  Pull request of the event.
 * @property {boolean} [dequeued]  The event is its removal from GitHub's queue, and not a push to it.
 * @property {string} [testBranch]  The event is the queue's push of this branch, and not about the pull request.
 * @property {Record<string, string>} inputs  Beside endpoint and token, where a service is asked.
 * @property {string} conclusion  What has to come out.
 * @property {Record<string, string>} [workspace]  Files, text by relative path.
 * @property {(state: State) => State} [change]  The service, where it is not the example as it stands.
 * @property {(now: number) => Repository} [github]  What GitHub knows beside the pull requests of the service.
 * @property {boolean} [needsPackages]  GitHub's GraphQL API is asked, whose stand-in needs a package.
 * @property {ScriptStep[]} [script]  What happens to it while the step waits.
 *
 * @typedef {RunResult & {comment: string | undefined}} Played  The step, and the body of its comment.
 */

/** A little more than the ages that are shown, so that none of them changes while the step runs. */
const LATER = 20_000
const MINUTE = 60_000
/** Minutes since GitHub's queue removed #1202. */
const REMOVED = 2
/** Loaded first. */
const OLDER_NODE = ['--import', new URL('older-node.js', import.meta.url).href]
const WEB = `https://${EXAMPLE.repo.host}/${REPOSITORY}`
/** The test branch of #1202 alone. */
const FAILED_BRANCH = `queue-merge/pr-1202/${EXAMPLE.testRunId}`

/** One of the example's quarantined tests, and one that is not quarantined. */
const QUARANTINED = {
  classname: 'checkout.Test',
  name: 'checkout keeps its promise 2',
  file: 'src/checkout/checkout.test.ts',
}
const VOUCHER = {
  classname: 'basket.Test',
  name: 'basket takes a voucher off the price',
  file: 'src/basket/basket.test.ts',
}

/** The scenarios of `npm run demo -- NAME`. @type {Record<string, Scenario>} */
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
    about: "GitHub's own merge queue threw it out: one comment on the pull request, and no secret.",
    number: 1202,
    dequeued: true,
    inputs: { source: 'github', comment: 'always' },
    conclusion: 'reported',
    github: removedByGitHub,
    needsPackages: true,
  },
  'test-branch': {
    about: 'On the test branch of the queue: which of its required statuses failed.',
    number: 1202,
    testBranch: FAILED_BRANCH,
    inputs: { require: 'test-run-succeeded', 'target-branch': EXAMPLE.branch },
    conclusion: 'failed',
    change: failedRun,
  },
  tests: {
    about: 'Two tests failed: one is quarantined and excused, the other one blocks.',
    number: 1205,
    inputs: {
      require: 'no-blocking-failures',
      organization: EXAMPLE.organization,
      'junit-paths': 'reports/*.xml',
      'test-outcome': 'failure',
    },
    conclusion: 'failed',
    workspace: { 'reports/unit.xml': report(QUARANTINED, VOUCHER), [VOUCHER.file]: '' },
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
  'bad-input': {
    about: 'Two mistakes in a workflow: both are named, with what was probably meant.',
    number: 1205,
    inputs: { requires: 'ready', 'wait-timeout': '10' },
    conclusion: 'failed',
  },
}

/**
 * Runs a scenario as GitHub's runner would, against the stand-ins of the service and of GitHub.
 *
 * @param {Scenario} scenario
 * @param {Pick<RunOptions, 'main' | 'nodeArgs' | 'timeLimit'> & {inputs?: Record<string, string>}} [options]
 *   More inputs, which win, and how to start the process.
 * @param {(run: import('./runner.js').Run) => void} [onStart]
 * @returns {Promise<Played>}
 */
export async function playScenario(scenario, { inputs = {}, ...options } = {}, onStart = () => {}) {
  const example = exampleState({ now: Date.now() - LATER })
  const state = scenario.change ? scenario.change(example) : example
  const service = await startService({ state, script: scenario.script ?? [] })
  const now = Date.now() - LATER
  const github = await startGitHubApi({
    repositories: { [REPOSITORY]: { ...gitHubOf(state), ...scenario.github?.(now) } },
  })
  const event = eventOf(scenario, now)
  const run = startAction({
    ...options,
    nodeArgs: [...(options.nodeArgs ?? []), ...OLDER_NODE],
    event,
    inputs: {
      ...(scenario.inputs['source'] !== 'github' && { endpoint: service.url, 'api-token': TOKEN }),
      ...scenario.inputs,
      ...inputs,
    },
    workspace: scenario.workspace ?? {},
    env: { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl },
    githubToken: GITHUB_TOKEN,
  })
  try {
    onStart(run)
    const result = await run.done
    const { pullRequests = {} } = github.state.repositories[REPOSITORY] ?? {}
    return { ...result, comment: pullRequests[scenario.number]?.comments?.[0]?.body }
  } finally {
    await Promise.all([service.close(), github.close()])
  }
}

/**
 * A test report of twenty tests in which these failed.
 *
 * @param {(typeof VOUCHER)[]} failed
 */
function report(...failed) {
  const passed = Array.from({ length: 20 - failed.length }, (_, at) => ({ name: `orders keep note ${at + 1}` }))
  const cases = [
    ...passed.map(
      ({ name }) => `    <testcase classname="orders.Test" name="${name}" file="src/orders/orders.test.ts"/>`,
    ),
    ...failed.map(
      ({ classname, name, file }) =>
        `    <testcase classname="${classname}" name="${name}" file="${file}"><failure message="expected 90 to be 81"/></testcase>`,
    ),
  ]
  return `<testsuites>
  <testsuite name="shop" tests="20" failures="${failed.length}">
${cases.join('\n')}
  </testsuite>
</testsuites>
`
}

/**
 * GitHub's own queue removed #1202: a required check failed on its group, and on no other commit.
 *
 * @param {number} now
 * @returns {Repository}
 */
function removedByGitHub(now) {
  /** @param {number} minutes */
  const ago = minutes => new Date(now - minutes * MINUTE).toISOString()
  const group = commitId('merge group')
  const head = commitId('pull request 1202')
  const main = commitId(EXAMPLE.branch)
  /** @type {(name: string, id: number, conclusion?: string) => WireObject} */
  const checkRun = (name, id, conclusion = 'success') => ({
    ...{ name, id, conclusion, html_url: `${WEB}/actions/runs/${id}` },
    ...{ started_at: ago(REMOVED + 12), completed_at: ago(REMOVED + 1) },
  })
  const events = [
    { kind: 'added', at: ago(REMOVED + 15) },
    { kind: 'removed', at: ago(REMOVED), reason: 'failed_checks', group },
  ]
  return {
    pullRequests: { 1202: { title: 'Drop the legacy checkout page', head: { sha: head }, standings: [{ events }] } },
    branches: { [EXAMPLE.branch]: main },
    rules: { [EXAMPLE.branch]: [{ type: 'merge_queue' }, requiresChecks('ci / build', 'ci / unit')] },
    checkRuns: {
      [group]: [checkRun('ci / build', 9001), checkRun('ci / unit', 9002, 'failure')],
      [head]: [checkRun('ci / build', 9003), checkRun('ci / unit', 9004)],
      [main]: [checkRun('ci / build', 9005), checkRun('ci / unit', 9006)],
    },
  }
}

/**
 * The test run is that of #1202 alone, and has failed.
 *
 * @param {State} state
 * @returns {State}
 */
function failedRun(state) {
  const title = 'Drop the legacy checkout page'
  /** @type {(name: string, id: number, conclusion: string) => WireObject} */
  const checkRun = (name, id, conclusion) => ({
    name,
    url: `${WEB}/actions/runs/${id}`,
    status: 'completed',
    conclusion,
  })
  const required = ['ci / build', 'ci / unit', 'ci / integration', 'security / scan']
  const change = changeTestRun(EXAMPLE.testRunId, {
    requiredStatuses: required,
    testBranch: FAILED_BRANCH,
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
    testedPullRequests: [{ prNumber: 1202, prUrl: `${WEB}/pull/1202`, title }],
    status: 'failed',
    createdAt: new Date(Date.now() - LATER - 130 * MINUTE).toISOString(),
    dependentPrs: [],
  })
  return changeQueue(EXAMPLE.branch, { requiredStatuses: required }, [1203, 1204, 1205])(change(state))
}

/**
 * GitHub as it has to be beside the service: the same commits, and the same view of what can be merged.
 *
 * @param {State} state
 * @returns {Repository}
 */
function gitHubOf({ repositories }) {
  const queue = repositories[0]?.queues[0]
  const runs = Object.values(queue?.testRuns ?? {})
  const pullRequests = Object.fromEntries(
    (queue?.pullRequests ?? []).map(({ prNumber, prTitle, prSha, state, readiness }) => {
      const { gitHubMergeability } = /** @type {WireObject} */ (readiness)
      const isMergeable = gitHubMergeability !== 'not_mergeable'
      return [
        prNumber,
        {
          title: String(prTitle),
          head: { sha: String(prSha) },
          base: { ref: EXAMPLE.branch },
          ...(state === 'merged' && { merged: true, state: /** @type {const} */ ('closed') }),
          views: [{ mergeable: isMergeable, mergeable_state: isMergeable ? 'clean' : 'dirty' }],
        },
      ]
    }),
  )
  const heads = Object.values(pullRequests).map(({ head }, at) => [`work-${at}`, head.sha])
  const tested = runs.map(({ testBranch, testBranchSha }) => [String(testBranch), String(testBranchSha)])
  return { pullRequests, branches: Object.fromEntries([...heads, ...tested]) }
}

/**
 * The event of a scenario, as GitHub tells a workflow of it.
 *
 * @param {Scenario} scenario
 * @param {number} now
 * @returns {Event}
 */
function eventOf({ number, testBranch, dequeued }, now) {
  if (testBranch) return { name: 'push', payload: queuePushed(testBranch) }
  const removal = { at: new Date(now - REMOVED * MINUTE).toISOString(), reason: 'CI_FAILURE' }
  const payload = dequeued ? pullRequest(number, 'dequeued', removal) : pullRequest(number, 'synchronize')
  return { name: 'pull_request', payload }
}

import { type Bodies, OTHER_COMMIT, type Subject } from './answers.ts'
import { type Json, type Reply, refusal } from './world.ts'

type Change = (body: Json, subject: Subject) => void
type Side = keyof Bodies

/** Each puts one member of an answer off, by the side that gives it. */
export const ODDITIES: Record<Side, Record<string, Change>> = {
  'pull-request': {
    'state null': set({ state: null }),
    'state absent': set({ state: undefined }),
    'state in capitals': upper('state'),
    'state with blanks': padded('state'),
    'state of the future': set({ state: 'resting' }),
    'state failed': set({ state: 'failed' }),
    'state cancelled': set({ state: 'CANCELLED' }),
    'state pending': set({ state: 'pending' }),
    'state tests_passed': set({ state: 'tests_passed' }),
    'state merged': set({ state: 'merged' }),
    'flag turned': body => {
      body['isCurrentlySubmittedToQueue'] = !body['isCurrentlySubmittedToQueue']
    },
    'flag null': set({ isCurrentlySubmittedToQueue: null }),
    'another number': set({ prNumber: 43 }),
    'another base': set({ prBaseBranch: 'develop' }),
    'another base and no match': body => {
      body['prBaseBranch'] = 'develop'
      within(body, 'readiness', { doesBaseBranchMatch: false })
    },
    'another commit': set({ prSha: OTHER_COMMIT }),
    'no commit': set({ prSha: null }),
    'readiness null': set({ readiness: null }),
    'mergeability null': readiness({ gitHubMergeability: null }),
    'mergeability in capitals': readiness({ gitHubMergeability: 'MERGEABLE' }),
    'mergeability with blanks': readiness({ gitHubMergeability: ' mergeable ' }),
    'mergeability of the future': readiness({ gitHubMergeability: 'probably' }),
    'match null': readiness({ doesBaseBranchMatch: null }),
    'requires null': readiness({ requiresImpactedTargets: null }),
    'has null': readiness({ hasImpactedTargets: null }),
    'has not': readiness({ hasImpactedTargets: false }),
  },
  queue: {
    'state in capitals': upper('state'),
    'state with blanks': padded('state'),
    'state of the future': set({ state: 'resting' }),
    'another branch': set({ branch: 'develop' }),
    'lists it as live': lists('testing'),
    'lists it in capitals': lists('TESTING'),
    'lists it as merged': lists('merged'),
    'lists it as failed': lists('FAILED'),
    'lists it with an unknown state': lists('resting'),
    'lists it with blanks': lists(' merged '),
    'lists it without a state': lists(undefined),
    'does not list it': (body, { number }) => {
      body['enqueuedPullRequests'] = entries(body).filter(({ prNumber }) => prNumber !== number)
    },
    'lists nobody': set({ enqueuedPullRequests: [] }),
    'lists null': set({ enqueuedPullRequests: null }),
    'an entry without a number': body => {
      body['enqueuedPullRequests'] = [...entries(body), { state: 'testing', prNumber: null }]
    },
    'an entry that is over ahead': body => {
      body['enqueuedPullRequests'] = [{ state: 'merged', prNumber: 899 }, ...entries(body)]
    },
    'only entries that are over': set({ enqueuedPullRequests: [{ state: 'MERGED', prNumber: 899 }] }),
    'parallel mode': set({ mode: 'PARALLEL' }),
    'mode of the future': set({ mode: 'braided' }),
  },
  'test-run': {
    'status in capitals': upper('status'),
    'status with blanks': padded('status'),
    'status of the future': set({ status: 'resting' }),
    'status null': set({ status: null }),
    'status absent': set({ status: undefined }),
    succeeded: set({ status: 'succeeded' }),
    'another commit': set({ testBranchSha: OTHER_COMMIT }),
    'required null': set({ requiredStatuses: null }),
    'nothing required': set({ requiredStatuses: [] }),
    'one more required': set({ requiredStatuses: ['ci/unit', 'ci/build', 'ci/docs'] }),
    'suites null': set({ checkSuites: null }),
    'suites empty': set({ checkSuites: [] }),
    'runs of a suite null': set({ checkSuites: [{ checkRuns: null }] }),
    'statuses null': set({ statusChecks: null }),
    'nothing reported': set({ checkSuites: [], statusChecks: [] }),
    'a check failed': checkRun({ status: 'completed', conclusion: 'failure' }),
    'a check timed out': checkRun({ status: 'completed', conclusion: 'timed_out' }),
    'a check was cancelled': checkRun({ status: 'completed', conclusion: 'cancelled' }),
    'a check needs action': checkRun({ status: 'completed', conclusion: 'ACTION_REQUIRED' }),
    'a check did not start': checkRun({ status: 'completed', conclusion: 'startup_failure' }),
    'a check is stale': checkRun({ status: 'completed', conclusion: 'stale' }),
    'a check was skipped': checkRun({ status: 'completed', conclusion: 'skipped' }),
    'a check runs': checkRun({ status: 'in_progress', conclusion: null }),
    'a check is queued': checkRun({ status: 'QUEUED' }),
    'a check says nothing': checkRun({}),
    'a status failed': status('failure'),
    'a status errs': status('error'),
    'a status pends': status('PENDING'),
    'a status says nothing': status(undefined),
    'a check in two minds': body => {
      const run = (conclusion: string) => ({
        name: 'ci/unit',
        url: 'https://ci.example/1',
        status: 'completed',
        conclusion,
      })
      body['checkSuites'] = [{ checkRuns: [run('failure'), run('success')] }]
    },
    'the sources differ': body => {
      body['statusChecks'] = [...list(body['statusChecks']), { context: 'ci/unit', url: '', state: 'failure' }]
    },
    'another name failed': body => {
      body['statusChecks'] = [...list(body['statusChecks']), { context: 'ci/lint', url: '', state: 'failure' }]
    },
    'tests no pull request': set({ testedPullRequests: [] }),
    'tests two': set({ testedPullRequests: [{ prNumber: 42 }, { prNumber: 43 }] }),
  },
  github: {
    'another number': set({ number: 43 }),
    closed: set({ state: 'closed' }),
    'another base': body => within(body, 'base', { ref: 'develop' }),
    'another head': body => within(body, 'head', { sha: OTHER_COMMIT }),
    'mergeable null': set({ mergeable: null }),
    'mergeable false': set({ mergeable: false }),
    'state of the future': set({ mergeable_state: 'resting' }),
    'state absent': set({ mergeable_state: undefined }),
    'state behind': set({ mergeable_state: 'behind' }),
    clean: set({ mergeable: true, mergeable_state: 'clean' }),
  },
}

/** Each comes in the place of an answer. */
export const REPLIES: Record<string, Reply> = {
  'not found': refusal(404),
  'a page that is not found': refusal(404, 'html'),
  'token refused': refusal(401),
  'token refused by a proxy': refusal(403, 'html'),
  'bad request': refusal(400),
  outage: refusal(503),
  'outage of the proxy': refusal(502, 'html'),
  'rate limit': refusal(429, 'text', { 'retry-after': '1' }),
  outageAtEnd: { kind: 'silence' },
  reset: { kind: 'reset' },
  'no JSON': { kind: 'answer', status: 200, body: '{"state": "running", ', type: 'json' },
  'a page': { ...refusal(404, 'html'), status: 200 } as Reply,
  'an empty object': { kind: 'answer', status: 200, body: '{}', type: 'json' },
  'a list': { kind: 'answer', status: 200, body: '[]', type: 'json' },
  null: { kind: 'answer', status: 200, body: 'null', type: 'json' },
}

function set(members: Json): Change {
  return body => void Object.assign(body, members)
}

function within(body: Json, member: string, members: Json): void {
  const inner = body[member]
  if (typeof inner === 'object' && inner !== null) Object.assign(inner, members)
}

function readiness(members: Json): Change {
  return body => within(body, 'readiness', members)
}

function upper(member: string): Change {
  return body => {
    if (typeof body[member] === 'string') body[member] = body[member].toUpperCase()
  }
}

function padded(member: string): Change {
  return body => {
    if (typeof body[member] === 'string') body[member] = ` ${body[member]} `
  }
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : []
}

function entries(body: Json): Json[] {
  return list(body['enqueuedPullRequests'])
}

/** The queue lists the pull request, in this state and once. */
function lists(state: string | undefined): Change {
  return (body, { number }) => {
    const others = entries(body).filter(({ prNumber }) => prNumber !== number)
    body['enqueuedPullRequests'] = [...others, { prNumber: number, state }]
  }
}

function checkRun(members: Json): Change {
  return body => {
    body['checkSuites'] = [{ checkRuns: [{ name: 'ci/unit', url: 'https://ci.example/1', ...members }] }]
  }
}

function status(state: string | undefined): Change {
  return body => {
    body['statusChecks'] = [{ context: 'ci/build', url: 'https://ci.example/2', state }]
  }
}

import { NEVER_ASKED, type Outputs, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

/**
 * A mistake in one input, or in several: no request is sent, and every mistake is reported with the name of its input.
 */
function bad(
  inputs: Record<string, string>,
  named: string[] = Object.keys(inputs).slice(0, 1),
  outputs: Outputs = {},
  changes: Partial<Scenario> = {},
): Scenario {
  return scenario({
    inputs,
    exit: 1,
    outputs: { ...PULL_REQUEST, ...NEVER_ASKED, conclusion: 'failed', ...outputs },
    reasons: named.map(() => 'bad-input'),
    requests: [],
    named,
    ...changes,
  })
}

const endpoint = (value: string) => bad({ endpoint: value })

scenarios('bad-endpoint', {
  nothing: endpoint(''),
  'a password': endpoint('https://mona:stand-in-token@service.example'),
  'a query': endpoint('https://service.example?key=stand-in-token'),
  'no scheme': endpoint('service.example'),
  'with /v2': endpoint('https://service.example/v2'),
  'a line break': endpoint('https://service.example\nhttps://other.example'),
})

scenarios('bad-names', {
  'require: an unknown name': bad({ require: 'redy' }),
  'source: another spelling, so nothing else is missed': bad({ source: 'GitHub', endpoint: '', 'api-token': '' }),
  'require: the opposite': bad({ require: '!submitted' }),
  'require: given but empty, as a missing variable leaves it': bad({ require: '' }),
  'require: a log command': bad({ require: '::error::gotcha' }),
  'an unknown input near one of ours': bad({ requires: 'ready' }, ['no input']),
  'an unknown input that lists conditions': bad({ needs: 'merged' }, ['no input']),
})

/** The token of the stand-in, where it does not belong. */
const MISPLACED = 'stand-in-token'

const token = (value: string, changes: Partial<Scenario> = {}) =>
  bad({ 'api-token': value }, ['api-token'], {}, changes)

scenarios('bad-token', {
  'a blank inside': token('first-half second-half'),
  'a carriage return and a header': token('first-half\r\nx-other:injected'),
  'too short': token('1234567'),
  'in another input': bad({ organization: MISPLACED }),
  none: token('', { reasons: ['token-missing'] }),
})

const MAIN: Outputs = {
  context: 'branch',
  'target-branch': 'main',
  'head-sha': '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
  'pull-request': '',
}

const NOTHING_KNOWN: Outputs = { context: '', 'target-branch': '', 'head-sha': '', 'pull-request': '' }

/** Each input that can be wrong by itself. */
const EVERYTHING = {
  endpoint: 'http://service.example',
  'api-token': 'first-half second-half',
  'on-missing-token': 'maybe',
  organization: 'acme org',
  repository: 'rocket',
  'target-branch': 'a..b',
  'pull-request': '#12',
  'test-run-id': 'one two',
  read: 'all',
  require: 'redy',
  'request-timeout': '5',
  'on-unavailable': 'maybe',
  summary: 'maybe',
  annotations: 'maybe',
  'wait-timeout': '5',
  'poll-interval': '5',
}

scenarios('bad-combinations', {
  'require: ready where there is no pull request': bad({ require: 'ready' }, ['pull-request'], MAIN, {
    event: 'push-main',
  }),
  'require: test-run-succeeded where nothing names a test run': bad(
    { require: 'test-run-succeeded' },
    ['test-run-id'],
    MAIN,
    { event: 'push-main' },
  ),
  'test reports of another run': bad({ 'junit-paths': '*.xml' }, ['junit-paths'], MAIN, { event: 'workflow-run-push' }),
  'require: no-blocking-failures without an organization': bad(
    { require: 'no-blocking-failures', 'junit-paths': '*.xml', 'test-outcome': 'failure' },
    ['organization'],
  ),
  'everything at once': bad(EVERYTHING, Object.keys(EVERYTHING), NOTHING_KNOWN),
  'an input and the event': bad({ 'pull-request': '0' }, ['no input', 'pull-request'], NOTHING_KNOWN, {
    event: { name: 'pull_request', payload: '{"number": 42,' },
  }),
})

import { NEVER_ASKED, type Outputs, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

/** A mistake in one input, or in several: nothing is asked, every mistake is told with the name of its input. */
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
  'http off loopback': endpoint('http://service.example'),
  'http on a name that only begins like loopback': endpoint('http://127.0.0.1.example'),
  'a user name': endpoint('https://mona@service.example'),
  'a password': endpoint('https://mona:stand-in-token@service.example'),
  'a query': endpoint('https://service.example?key=stand-in-token'),
  'an empty query': endpoint('https://service.example?'),
  'a fragment': endpoint('https://service.example/#stand-in-token'),
  'no scheme': endpoint('service.example'),
  'another scheme': endpoint('ftp://service.example'),
  'a scheme alone': endpoint('https://'),
  'not a URL': endpoint('the service'),
  'a broken port': endpoint('https://service.example:99999'),
  'with /v1': endpoint('https://service.example/v1'),
  'with /v1/': endpoint('https://service.example/v1/'),
  'a line break': endpoint('https://service.example\nhttps://other.example'),
})

/** Whether the event is about that repository is not known, so nothing is taken from it. */
const repository = (value: string) =>
  bad({ repository: value }, undefined, { context: '', 'target-branch': '', 'head-sha': '', 'pull-request': '' })

const number = (value: string) => bad({ 'pull-request': value }, undefined, { 'pull-request': '' })

scenarios('bad-number', {
  '0': number('0'),
  '1.5': number('1.5'),
  '-3': number('-3'),
  '2147483648': number('2147483648'),
  '#12': number('#12'),
  '1e3': number('1e3'),
  '0x10': number('0x10'),
  '007': number('007'),
  '+7': number('+7'),
  'two of them': number('7, 8'),
  words: number('the newest'),
})

scenarios('bad-names', {
  'read: an unknown name': bad({ read: 'pull-requests' }),
  'read: a known and two unknown names': bad({ read: 'queue, quarantine\neverything' }),
  'read: capitals': bad({ read: 'Queue' }),
  'read: auto beside others': bad({ read: 'auto, quarantined-tests', organization: 'acme-org' }),
  'require: an unknown name': bad({ require: 'redy' }),
  'require: a known and an unknown name': bad({ require: 'ready, tests_passed' }),
  'require: a log command': bad({ require: '::error::gotcha' }),
  'on-missing-token': bad({ 'on-missing-token': 'ignore' }),
  'on-unavailable': bad({ 'on-unavailable': 'skip' }),
  summary: bad({ summary: 'sometimes' }),
  'organization with a blank': bad({ organization: 'acme org' }),
  'organization with a slash': bad({ organization: 'acme/org' }),
  'repository without an owner': repository('rocket'),
  'repository without a name': repository('acme/'),
  'repository as a URL': repository('https://github.com/acme/rocket'),
  'repository that climbs': repository('acme/../tank'),
  'repository-host as a URL': bad({ 'repository-host': 'https://github.com' }),
  'repository-host with a path': bad({ 'repository-host': 'github.com/acme' }),
  'target-branch that git refuses': bad({ 'target-branch': 'a..b' }, undefined, { 'target-branch': '' }),
  'target-branch with a blank': bad({ 'target-branch': 'release 1' }, undefined, { 'target-branch': '' }),
  'test-run-id with a blank': bad({ 'test-run-id': 'one two' }),
})

const boolean = (value: string) => bad({ annotations: value })
const duration = (value: string) => bad({ 'request-timeout': value })

scenarios('bad-booleans', {
  yes: boolean('yes'),
  no: boolean('no'),
  on: boolean('on'),
  '1': boolean('1'),
  '0': boolean('0'),
  y: boolean('y'),
  tRUE: boolean('tRUE'),
  null: boolean('null'),
})

scenarios('bad-durations', {
  '5': duration('5'),
  '-5s': duration('-5s'),
  '5m abc': duration('5m abc'),
  '1h30': duration('1h30'),
  '0s': duration('0s'),
  '1.5m': duration('1.5m'),
  '5 m': duration('5 m'),
  '30s1h': duration('30s1h'),
  '10ms': duration('10ms'),
  '1w': duration('1w'),
  s: duration('s'),
  soon: duration('soon'),
  'wait-timeout: 5': bad({ 'wait-timeout': '5' }),
  'wait-timeout: -5s': bad({ 'wait-timeout': '-5s' }),
  'poll-interval: 0s': bad({ 'poll-interval': '0s' }),
  'poll-interval: 1h30': bad({ 'poll-interval': '1h30' }),
})

const token = (value: string, changes: Partial<Scenario> = {}) =>
  bad({ 'api-token': value }, ['api-token'], {}, changes)

scenarios('bad-token', {
  'a blank inside': token('first-half second-half'),
  'a line break inside': token('first-half\nsecond-half'),
  'a carriage return and a header': token('first-half\r\nx-other:injected'),
  'quotes that are not ASCII': token('“quoted-token”'),
  'a letter that is not ASCII': token('tokén-of-mona'),
  'a control character': token('first-half\u0007second-half'),
  none: token('', { reasons: ['token-missing'] }),
})

const MAIN: Outputs = {
  context: 'branch',
  'target-branch': 'main',
  'head-sha': '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
  'pull-request': '',
}

scenarios('bad-combinations', {
  'require: ready where there is no pull request': bad({ require: 'ready' }, ['pull-request'], MAIN, {
    event: 'push-main',
  }),
  'require: not-submitted where there is no pull request': bad({ require: 'not-submitted' }, ['pull-request'], MAIN, {
    event: 'push-main',
  }),
  'read: pull-request where there is none': bad({ read: 'pull-request' }, ['pull-request'], MAIN, {
    event: 'push-main',
  }),
  'require: queue-running where there is no branch': bad(
    { require: 'queue-running' },
    ['target-branch'],
    { context: 'other', 'target-branch': '', 'head-sha': '', 'pull-request': '' },
    { event: 'push-tag' },
  ),
  'require: ready of another repository': bad(
    { repository: 'acme/tank', require: 'ready' },
    ['pull-request', 'target-branch'],
    { context: 'other', 'target-branch': '', 'head-sha': '', 'pull-request': '' },
  ),
  'quarantined-tests without organization': bad({ read: 'quarantined-tests' }, ['organization']),
  'everything at once': bad(
    {
      endpoint: 'http://service.example',
      'api-token': 'first-half second-half',
      'on-missing-token': 'maybe',
      organization: 'acme org',
      repository: 'rocket',
      'repository-host': 'https://github.com',
      'target-branch': 'a..b',
      'pull-request': '#12',
      'test-run-id': 'one two',
      read: 'all',
      require: 'redy',
      'request-timeout': '5',
      'on-unavailable': 'maybe',
      summary: 'maybe',
      annotations: 'maybe',
      'report-file': '../../outside.json',
      'wait-timeout': '5',
      'poll-interval': '5',
    },
    [
      'endpoint',
      'api-token',
      'on-missing-token',
      'organization',
      'repository',
      'repository-host',
      'target-branch',
      'pull-request',
      'test-run-id',
      'read',
      'require',
      'request-timeout',
      'on-unavailable',
      'summary',
      'annotations',
      'report-file',
      'wait-timeout',
      'poll-interval',
    ],
    { context: '', 'head-sha': '', 'pull-request': '', 'target-branch': '', 'report-file': '' },
  ),
  'an input and the event': bad(
    { 'pull-request': '0' },
    ['no input', 'pull-request'],
    {
      context: '',
      'target-branch': '',
      'head-sha': '',
      'pull-request': '',
    },
    { event: { name: 'pull_request', payload: '{"number": 42,' } },
  ),
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITIONS, READS } from '../../src/facts/conditions.ts'
import {
  type InputName,
  type Inputs,
  type InputsRead,
  readInputs,
  tokenHint,
  tokenProblem,
} from '../../src/setup/inputs.ts'
import { inputs } from '../builders.ts'

const ALONE = CONDITIONS.filter(each => each !== 'no-blocking-failures' && each !== 'quarantine-within-limits')

/** Reads the inputs as a step would give them that names the endpoint and these. */
function reading(given: Partial<Record<InputName, string>>): InputsRead {
  const all: Partial<Record<InputName, string>> = { endpoint: 'https://queue.example', ...given }
  return readInputs((name: string) => all[name as InputName])
}

/** Good texts and what they mean. */
function takes<Key extends keyof Inputs>(name: InputName, key: Key, cases: [string, Inputs[Key]][]): void {
  test.each(cases)(`${name}: takes %j`, (text, value) => {
    const { inputs: read, problems } = reading({ [name]: text })
    expect({ read, problems }).toEqual({ read: inputs({ [key]: value }), problems: [] })
  })
}

/** Bad texts: one problem each, one line that names the input, what came (unless `told` is empty) and the remedy. */
function refuses(name: InputName, expected: string, cases: (string | [text: string, told: string])[]): void {
  test.each(cases.map(each => (typeof each === 'string' ? [each, `"${each}"`] : each)))(
    `${name}: refuses %j`,
    (text, told) => {
      const { inputs: rest, problems } = reading({ [name]: text })
      expect(problems).toEqual([{ input: name, message: problems[0]?.message }])
      const message = problems[0]?.message ?? ''
      expect(message.startsWith(`Input \`${name}\``)).toBe(true)
      expect(message).toMatch(/[.?]$/)
      expect(message).not.toMatch(/[\r\n]/)
      expect(message).toContain(expected)
      expect(message).toContain(told)
      // What else could be read stays, with the default in the place of the bad one.
      expect({ ...rest, endpoint: inputs().endpoint }).toEqual(inputs())
    },
  )
}

test('the least that a step gives', () => {
  expect(reading({})).toEqual({ inputs: inputs(), problems: [], warnings: [] })
})

test('everything that a step can give', () => {
  expect(
    reading({
      endpoint: 'https://queue.example/prefix/',
      'on-missing-token': 'skip',
      organization: 'acme',
      repository: 'acme/rocket',
      'repository-host': 'git.acme.example',
      'target-branch': 'release/1.x',
      'pull-request': '42',
      'test-run-id': '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6',
      read: 'queue',
      require: 'ready',
      'wait-timeout': '10m',
      'poll-interval': '30s',
      'request-timeout': '5s',
      'on-unavailable': 'warn',
      'junit-paths': 'reports/**/*.xml\n# not these\n!reports/old/**',
      'min-tests': '100',
      'test-outcome': 'failure',
      variant: 'arm64',
      'codeowners-path': 'OWNERS',
      'max-quarantined': '0',
      'max-quarantine-age': '30d',
      'max-excused': '10',
      leg: 'linux',
      summary: 'on-failure',
      annotations: 'false',
      comment: 'on-failure',
      'comment-key': 'gate of the release',
      'status-context': 'merge-queue-gate',
      'dry-run': 'true',
      'report-file': 'out/report.json',
      'check-run-id': '77',
    }),
  ).toEqual({
    inputs: {
      endpoint: new URL('https://queue.example/prefix/'),
      onMissingToken: 'skip',
      organization: 'acme',
      repository: { owner: 'acme', name: 'rocket' },
      repositoryHost: 'git.acme.example',
      targetBranch: 'release/1.x',
      pullRequest: 42,
      testRunId: '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6',
      read: ['queue'],
      require: ['ready'],
      waitTimeoutMs: 600_000,
      pollIntervalMs: 30_000,
      requestTimeoutMs: 5000,
      onUnavailable: 'warn',
      junitPaths: ['reports/**/*.xml', '!reports/old/**'],
      minTests: 100,
      testOutcome: 'failure',
      variant: 'arm64',
      codeownersPath: 'OWNERS',
      maxQuarantined: 0,
      maxQuarantineAgeMs: 30 * 86_400_000,
      maxExcused: 10,
      leg: 'linux',
      mergeReports: [],
      expectedReports: null,
      summary: 'on-failure',
      annotations: false,
      comment: 'on-failure',
      commentKey: 'gate of the release',
      statusContext: 'merge-queue-gate',
      dryRun: true,
      reportFile: 'out/report.json',
      checkRunId: 77,
    },
    problems: [],
    warnings: [],
  })
})

test('all problems are reported together, each under its input', () => {
  const { problems } = reading({
    endpoint: '',
    'pull-request': '#12',
    require: 'redy',
    annotations: 'yes',
    'request-timeout': '5',
  })
  expect(problems.map(({ input }) => input)).toEqual([
    'endpoint',
    'pull-request',
    'require',
    'request-timeout',
    'annotations',
  ])
})

describe('endpoint', () => {
  takes('endpoint', 'endpoint', [
    ['https://queue.example', new URL('https://queue.example')],
    ['https://queue.example/', new URL('https://queue.example/')],
    ['https://queue.example/prefix', new URL('https://queue.example/prefix')],
    ['https://queue.example:8443/a/b/', new URL('https://queue.example:8443/a/b/')],
    ['HTTPS://QUEUE.EXAMPLE', new URL('https://queue.example')],
    ['http://localhost:8080', new URL('http://localhost:8080')],
    ['http://127.0.0.1', new URL('http://127.0.0.1')],
    ['http://127.9.9.9:1', new URL('http://127.9.9.9:1')],
    ['http://[::1]:8080/prefix/', new URL('http://[::1]:8080/prefix/')],
    ['https://queue.example/v10', new URL('https://queue.example/v10')],
  ])
  refuses('endpoint', 'must begin with https://', [
    ['queue.example', 'Did you mean "https://queue.example"?'],
    ['queue.example:8443/prefix', 'Did you mean "https://queue.example:8443/prefix"?'],
    ['queue.example and more', 'must begin with https://.'],
    ['see https://queue.example', 'must begin with https://.'],
    ['1ftp://queue.example', 'must begin with https://.'],
    ['/v1', ''],
    ['javascript:alert(1)', ''],
    ['mona:hunter2@queue.example', ''],
    ['ftp://queue.example', 'not with "ftp://"'],
    ['file:///etc/passwd', 'not with "file://"'],
  ])
  refuses('endpoint', 'this is not a URL. Give the service', [
    ['https://', ''],
    ['https://queue example', ''],
    ['https://queue.example/a b', ''],
    ['https://queue.example:99999', ''],
  ])
  refuses('endpoint', 'has a query or a fragment.', [
    ['https://queue.example?', 'Did you mean "https://queue.example/"?'],
    ['https://queue.example/?tenant=acme', 'Did you mean "https://queue.example/"?'],
    ['https://queue.example#', 'Did you mean "https://queue.example/"?'],
    ['https://queue.example/#top', 'Did you mean "https://queue.example/"?'],
  ])
  refuses('endpoint', '(http is for loopback only)', [
    ['http://queue.example', 'Did you mean "https://queue.example"?'],
    ['http://queue.example/prefix', 'Did you mean "https://queue.example/prefix"?'],
    ['http://localhost.queue.example', 'Did you mean "https://localhost.queue.example"?'],
    ['http://127.0.0.1.queue.example', 'Did you mean "https://127.0.0.1.queue.example"?'],
    ['http://10.0.0.1', ''],
    ['http://[::2]', ''],
    ['http://0.0.0.0', ''],
  ])
  refuses('endpoint', 'holds a user or a password. Leave them out: the token goes into `api-token`.', [
    ['https://mona@queue.example', ''],
    ['https://mona:hunter2@queue.example/a', ''],
    ['https://:hunter2@queue.example', ''],
  ])
  refuses('endpoint', 'ends in `/v1`, which the action adds itself.', [
    ['https://queue.example/v1', 'Did you mean "https://queue.example"?'],
    ['https://queue.example/prefix/v1//', 'Did you mean "https://queue.example/prefix"?'],
    ['https://queue.example/v1/prefix/v1', 'Did you mean "https://queue.example/v1/prefix"?'],
  ])

  test.each([
    'https://mona:hunter2@queue.example:port',
    'https://mona:hunter2@queue example',
    'https://mona:hunter2@',
    '//mona:hunter2@queue.example',
    'http://mona:hunter2@queue.example',
    'https://queue.example/?token=hunter2',
    'https://queue.example/#hunter2',
    'mona:hunter2@queue.example',
    // A secret can hold a slash, which makes the rest no URL.
    'https://mona:hunter2/abc==@queue.example',
  ])('what could be a secret in %j is not told', text => {
    const { problems } = reading({ endpoint: text })
    expect(problems.map(({ input }) => input)).toEqual(['endpoint'])
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  test.each([undefined, ''])('is needed: %j', given => {
    expect(readInputs(name => (name === 'endpoint' ? given : undefined))).toEqual({
      inputs: inputs({ endpoint: new URL('https://endpoint.invalid') }),
      problems: [
        {
          input: 'endpoint',
          message:
            "Input `endpoint` is empty. Set it to the service's base URL, such as https://queue.example.com. " +
            'If it comes from `vars.X`, check that X exists for this repository.',
          missing: true,
        },
      ],
      warnings: [],
    })
  })
})

describe('comment and status', () => {
  takes('comment', 'comment', [
    ['always', 'always'],
    ['on-failure', 'on-failure'],
    ['never', 'never'],
  ])
  refuses('comment', 'is none of `always`, `on-failure`, `never`.', ['true', 'Always'])
  takes('comment-key', 'commentKey', [
    ['release', 'release'],
    ['a --> b @team #1 🚀', 'a --> b @team #1 🚀'],
    ['x'.repeat(1000), 'x'.repeat(1000)],
  ])
  refuses('comment-key', 'Write at most 1,000 characters.', [['x'.repeat(1001), 'is too long']])
  refuses('comment-key', 'Write it on one line.', [
    ['a\nb', 'a line break'],
    ['a\u200bb', 'an invisible character'],
    ['a\ud800', 'an invisible character'],
  ])
  takes('status-context', 'statusContext', [
    ['merge-queue-gate', 'merge-queue-gate'],
    ['Gate / ready (main)', 'Gate / ready (main)'],
    ['Prüfung', 'Prüfung'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])
  refuses('status-context', 'Write at most 255 characters.', [['x'.repeat(256), 'is too long']])
  refuses('status-context', 'Write it on one line.', [
    ['a\r\nb', 'a line break'],
    ['a\u202eb', 'an invisible character'],
  ])
  refuses('status-context', 'holds an emoji', ['🚀 gate'])
  takes('dry-run', 'dryRun', [
    ['true', true],
    ['false', false],
  ])
  refuses('dry-run', 'is neither `true` nor `false`.', ['yes', '1'])
})

describe('words', () => {
  takes('on-missing-token', 'onMissingToken', [
    ['fail', 'fail'],
    ['skip', 'skip'],
  ])
  refuses('on-missing-token', 'is none of `fail`, `skip`.', [
    ['Skip', '"Skip" is none of `fail`, `skip`. Did you mean `skip`?'],
    'true',
    'fail,skip',
  ])
  takes('on-unavailable', 'onUnavailable', [
    ['fail', 'fail'],
    ['warn', 'warn'],
  ])
  refuses('on-unavailable', 'is none of `fail`, `warn`.', ['ignore', 'WARN'])
  takes('summary', 'summary', [
    ['always', 'always'],
    ['on-failure', 'on-failure'],
    ['never', 'never'],
  ])
  refuses('summary', 'is none of `always`, `on-failure`, `never`.', ['true', 'on_failure'])
  takes('annotations', 'annotations', [
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
    ['FALSE', false],
  ])
  refuses('annotations', 'is neither `true` nor `false`.', [
    'yes',
    'no',
    'on',
    'off',
    '1',
    '0',
    'tRUE',
    'y',
    'null',
    'not true',
    'true!',
    'not false',
    'false!',
  ])
})

describe('organization', () => {
  takes('organization', 'organization', [
    ['acme', 'acme'],
    ['acme-labs_2.x', 'acme-labs_2.x'],
  ])
  refuses('organization', "is not a slug. Write it as the organization's settings at the service show it", [
    'Acme Labs',
    'acme/rocket',
    'https://queue.example/acme',
    '@acme',
    ['a\nb', '"a ⏎ b"'],
  ])

  test('is needed to read quarantined tests', () => {
    const { problems } = reading({ read: 'quarantined-tests' })
    expect(problems).toEqual([{ input: 'organization', message: problems[0]?.message, missing: true }])
    expect(problems[0]?.message).toContain("`read: quarantined-tests` needs the organization's slug.")
  })

  test('a bad one is told once', () => {
    expect(reading({ read: 'quarantined-tests', organization: 'a b' }).problems.map(({ input }) => input)).toEqual([
      'organization',
    ])
  })
})

describe('repository', () => {
  /** 260 characters, the most that a host and its port have. */
  const LONG_HOST = `${`${'x'.repeat(50)}.`.repeat(5)}${'x'.repeat(5)}`

  takes('repository', 'repository', [
    ['acme/rocket', { owner: 'acme', name: 'rocket' }],
    ['Acme/rocket.js', { owner: 'Acme', name: 'rocket.js' }],
    ['group/sub/team/rocket', { owner: 'group/sub/team', name: 'rocket' }],
    ['acme./.rocket', { owner: 'acme.', name: '.rocket' }],
  ])
  refuses('repository', 'is not a repository. Write it as `owner/name`.', [
    'rocket',
    '/rocket',
    'acme/',
    'acme//rocket',
    'acme/rocket/',
    'https://github.com/acme/rocket',
    'git@github.com:acme/rocket',
    'acme/..',
    '../rocket',
    'acme/./rocket',
    'acme/ro cket',
    'acme/rocket?x',
  ])
  takes('repository-host', 'repositoryHost', [
    ['github.com', 'github.com'],
    ['GitHub.com', 'github.com'],
    ['git.acme.example:8443', 'git.acme.example:8443'],
    ['localhost', 'localhost'],
    ['g', 'g'],
    [LONG_HOST, LONG_HOST],
  ])
  refuses('repository-host', 'is not a host name. Write it without scheme and path, such as `github.com`.', [
    'https://github.com',
    'github.com/acme',
    'git hub.com',
    '.github.com',
    'github..com',
    'mona@github.com',
    'github.com:',
    'git-.acme.example',
    '_git.acme.example',
    'git:80.acme.example',
    `${'x'.repeat(64)}.example`,
    [`${LONG_HOST}x`, '"xxx'],
  ])
})

describe('target-branch', () => {
  takes('target-branch', 'targetBranch', [
    ['main', 'main'],
    ['release/1.x', 'release/1.x'],
    ['refs/heads/main', 'main'],
    ['fix-#12', 'fix-#12'],
    ['größer', 'größer'],
    ['copies/refs/heads/main', 'copies/refs/heads/main'],
    ['main.locked', 'main.locked'],
    ['x'.repeat(1000), 'x'.repeat(1000)],
  ])
  refuses('target-branch', 'is not the name of a branch. Write it as git does, such as `main`.', [
    'refs/tags/v1',
    'refs/heads/',
    'a b',
    'a..b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    'a@{1}',
    '/main',
    'main/',
    'main.',
    'main.lock',
    'a//b',
    '-main',
    ['a\nb', '"a ⏎ b"'],
    ['a\u0000b', '"a␀b"'],
  ])
})

describe('pull-request and test-run-id', () => {
  takes('pull-request', 'pullRequest', [
    ['1', 1],
    ['42', 42],
    ['2147483647', 2147483647],
  ])
  refuses('pull-request', 'is not the number of a pull request.', [
    '0',
    '-3',
    '+3',
    '1.5',
    '1e3',
    '0x10',
    '007',
    ['12 13', 'Write digits only, 1 to 2147483647.'],
    '2147483648',
    '99999999999999999999',
    'NaN',
    '１２',
    ['#7', 'Did you mean `7`?'],
    ['#123456789', 'Did you mean `123456789`?'],
    ['#012', 'Write digits only'],
    ['#1a', 'Write digits only'],
    ['#12 and #13', 'Write digits only'],
    ['https://github.com/acme/rocket/pull/12', 'Did you mean `12`?'],
    ['https://github.com/acme/rocket/pull/12/', 'Did you mean `12`?'],
    ['https://github.com/acme/rocket/pull/12/files', 'Write digits only'],
  ])
  takes('check-run-id', 'checkRunId', [
    ['7', 7],
    ['123456789012345', 123456789012345],
    // Where the runner does not know it.
    ['not known', null],
    ['x7', null],
    ['7x', null],
    ['0', null],
  ])
  takes('test-run-id', 'testRunId', [
    ['3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6', '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'],
    ['run:1.a_b', 'run:1.a_b'],
  ])
  refuses('test-run-id', 'is not the id of a test run.', ['a b', 'a/b'])
})

describe('read', () => {
  takes('read', 'read', [
    ['auto', 'auto'],
    ['queue', ['queue']],
    ['queue,pull-request', ['pull-request', 'queue']],
    ['test-run\nqueue\r\npull-request', ['pull-request', 'queue', 'test-run']],
    [' queue ,\n\n queue,', ['queue']],
  ])
  refuses('read', 'is not something to read.', [
    'all',
    'Queue',
    ['queues, queue, tests', '"queues" is not something to read. Nor is "tests".'],
    'queue;test-run',
  ])
  refuses('read', "`auto` can't stand beside other names.", [['queue, auto', '']])
  refuses('read', 'is more than one name. Separate them with commas.', ['queue pull-request'])
  refuses('read', 'names nothing. Write `auto`, or any of `pull-request`, `queue`, `test-run`, `quarantined-tests`.', [
    [',', ''],
    ['\n,\n', ''],
  ])

  test('takes everything at once', () => {
    const { inputs: all, problems } = reading({ read: READS.toReversed().join(','), organization: 'acme' })
    expect({ read: all.read, problems }).toEqual({ read: [...READS], problems: [] })
  })
})

describe('require', () => {
  takes('require', 'require', [
    // Those on tests need other inputs beside them: test-inputs.test.ts.
    ...ALONE.map((name): [string, Inputs['require']] => [name, [name]]),
    ['ready, queue-running', ['ready', 'queue-running']],
    ['queue-running\nready\n', ['ready', 'queue-running']],
    ['ready,ready', ['ready']],
    [ALONE.toReversed().join('\n'), ALONE],
  ])
  refuses('require', 'is not a condition.', [
    ['redy', '"redy" is not a condition. Did you mean `ready`?'],
    ['READY', '"READY" is not a condition. Did you mean `ready`?'],
    ['Queue_Running, greenish', '"Queue_Running" is not a condition. Did you mean `queue-running`?'],
    ['queue  running', '"queue  running" is not a condition. Did you mean `queue-running`?'],
    ['green light', '"green light" is not a condition. It takes `none`'],
    'ready=true',
    'constructor',
    ['ready, green', '"green" is not a condition. It takes `none`, or any of `submitted`, '],
  ])
  refuses('require', 'is more than one name. Separate them with commas.', [
    'ready queue-running',
    'ready and merged',
    'ready   merged',
    'ready  AND  merged',
    'merged && green',
    '- ready',
  ])
  refuses('require', "`none` can't stand beside other names.", [['none, ready', '']])
  refuses('require', 'takes condition names, such as `ready`, not ', ['true', 'false', 'Yes'])

  test('absent, as only other callers than the runner leave it: nothing is required', () => {
    const { inputs: read, problems } = reading({})
    expect([read.require, problems]).toEqual([[], []])
  })

  test('none: a report', () => {
    const { inputs: read, problems } = reading({ require: 'none' })
    expect([read.require, problems]).toEqual([[], []])
  })

  test('given but empty, as a variable that is missing leaves it: never a report', () => {
    const { problems } = reading({ require: '' })
    expect(problems).toEqual([{ input: 'require', message: problems[0]?.message }])
    expect(problems[0]?.message).toMatch(/^Input `require` is empty, .* write `none` to report only\. .*`vars\.X`/)
  })

  // Each names nothing, and none of them is a report.
  refuses('require', 'names nothing. Write `none`, or any of `submitted`, ', [
    [',', ''],
    [', ,', ''],
    [',\n,', ''],
    ['\n', ''],
  ])
})

describe('durations', () => {
  const BAD = ['5', '-5s', '5m abc', '1h30', '1e3', '1.5m', '5 s', '500ms', '999999d', 'soon']

  takes('request-timeout', 'requestTimeoutMs', [
    ['1s', 1000],
    ['10s', 10_000],
    ['1m30s', 90_000],
    ['24d', 24 * 86_400_000],
  ])
  refuses('request-timeout', '', [...BAD, '0'])
  refuses('request-timeout', 'is too short. It is `1s` at least.', ['0s'])
  // What is proposed is taken: no `0s`, and nothing over a year.
  refuses('request-timeout', 'has no unit. Write `1s`.', ['0', '000'])
  refuses('request-timeout', 'has no unit. Write `900000s`.', ['900000'])
  refuses('request-timeout', 'is not a duration. Write whole numbers', ['0 seconds'])
  takes('poll-interval', 'pollIntervalMs', [
    ['1s', 1000],
    ['1h', 3_600_000],
  ])
  refuses('poll-interval', '', BAD)
  refuses('poll-interval', 'is too short. It is `1s` at least.', ['0s'])
  takes('wait-timeout', 'waitTimeoutMs', [
    ['0s', 0],
    ['90s', 90_000],
    ['1h30m', 5_400_000],
    ['2d', 2 * 86_400_000],
  ])
  refuses('wait-timeout', '', [...BAD, '0'])
  refuses('wait-timeout', 'has no unit. Write `5m` or `5s`.', ['5'])
  refuses('wait-timeout', 'has no unit. Write `0m` or `0s`.', ['0'])
  refuses('wait-timeout', 'is over the limit of 366d.', ['999999d', '99999h', '9999999m', '99999999s', '366d1s'])
  refuses('wait-timeout', 'Did you mean `5m`?', ['5 m', '5 minutes', '5M', '5 min', '5  mins', '5minute'])
  refuses('wait-timeout', 'Did you mean `1d2h3m4s`?', [
    '1 day 2 hours 3 minutes 4 seconds',
    '1days2hour3minute4second',
    '1D 2hr 3min 4sec',
    '1d2hrs3mins4secs',
  ])
  refuses('wait-timeout', 'is not a duration. Write whole numbers', [
    'in 999999d',
    '999999d or so',
    '30s10m',
    '99999s10d',
    'x5',
    '5 moments',
    '5mm',
    '5 dayss',
  ])
})

describe('texts, counts and globs', () => {
  takes('variant', 'variant', [['x'.repeat(1000), 'x'.repeat(1000)]])
  refuses('variant', 'is no text of one line. Write at most 1,000 characters without line breaks.', [
    ['x'.repeat(1001), '"xxx'],
    ['a\nb', '"a ⏎ b"'],
  ])
  takes('max-excused', 'maxExcused', [
    ['0', 0],
    ['999999999', 999_999_999],
  ])
  refuses('max-excused', 'is not a whole number from 0 on.', [
    '-1',
    '1.5',
    'ten',
    'x1',
    '1x',
    ['1,000', 'Did you mean `1000`?'],
    ['12 000 000', 'Did you mean `12000000`?'],
    ['1,00', 'Write digits only, 0 or more.'],
    ['over 1,000', 'Write digits only, 0 or more.'],
    ['1,000 or so', 'Write digits only, 0 or more.'],
  ])
  takes('junit-paths', 'junitPaths', [['  a.xml \n\n\t!b.xml\n', ['a.xml', '!b.xml']]])
  refuses('junit-paths', 'names no file: each line only excludes. Write a glob such as', [['!a.xml\n!b.xml', '']])
})

describe('what has no effect without `require`', () => {
  test.each<[Partial<Record<InputName, string>>, string[]]>([
    [{}, []],
    [{ 'wait-timeout': '10m' }, ['`wait-timeout` has']],
    [{ 'poll-interval': '30s' }, ['`poll-interval` has']],
    [{ 'on-missing-token': 'skip' }, ['`on-missing-token` has']],
    [{ 'wait-timeout': '10m', 'poll-interval': '30s' }, ['`wait-timeout` and `poll-interval` have']],
    [
      { 'wait-timeout': '10m', 'poll-interval': '30s', 'on-missing-token': 'skip' },
      ['`wait-timeout`, `poll-interval` and `on-missing-token` have'],
    ],
    [{ 'wait-timeout': '10m', require: 'ready' }, []],
    // It was given, and is told to be wrong.
    [{ 'wait-timeout': '10m', require: 'redy' }, []],
  ])('%j', (given, names) => {
    expect(reading(given).warnings).toEqual(
      names.map(each => `${each} no effect without \`require\`. Name a condition there, such as \`ready\`.`),
    )
  })
})

test.each<[InputName, number]>([
  ['target-branch', 1001],
  ['test-run-id', 201],
  ['organization', 201],
  ['repository-host', 261],
  ['pull-request', 100_000],
])('%s: %d characters are too many, and are not all told', (name, length) => {
  const { problems } = reading({ [name]: '1'.repeat(length) })
  expect(problems.map(({ input }) => input)).toEqual([name])
  expect(problems[0]?.message).toMatch(/: "1{50,150}…" is not /)
})

test('a long name of a host is told apart at once', () => {
  const started = performance.now()
  expect(reading({ 'repository-host': `${'a'.repeat(10_000)}!` }).problems).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(500)
})

test('whatever the inputs hold, each problem is one line under the name of an input', () => {
  const names: InputName[] = [
    'endpoint',
    'organization',
    'repository',
    'repository-host',
    'target-branch',
    'pull-request',
    'read',
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\n::error::x', '##[error]', '\u202e', '\ud800'),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), texts), given => {
      for (const { input, message } of reading(given).problems) {
        expect(names.concat('organization')).toContain(input)
        expect(message).toMatch(/^(?:Input `[a-z-]+`|`read: quarantined-tests` needs).+[.?]$/)
        expect(message).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(message).not.toContain('##[')
      }
    }),
    { numRuns: 400 },
  )
})

describe('api-token', () => {
  test('a good one', () => {
    expect(tokenProblem('abcdef-0123456789_~!')).toBeNull()
  })

  test('an empty one says where the secret belongs', () => {
    const problem = tokenProblem('')
    expect(problem).toEqual({ input: 'api-token', message: problem?.message, code: 'token-missing' })
    expect(problem?.message).toContain('Input `api-token` is empty. Check that the secret exists')
  })

  test.each([
    'abc def012345',
    'abc\ndef012345',
    'abc\tdef012345',
    'abcdéf012345',
    'abc\u0000def012345',
    'abcdef\u007f1234',
    '“abcdef”',
  ])('one that a header cannot carry, %j, is refused and not told', token => {
    const problem = tokenProblem(token)
    expect(problem).toEqual({ input: 'api-token', message: problem?.message })
    expect(problem?.message).toMatch(/^Input `api-token` holds .+ Store the secret again, .+\.$/)
    expect(problem?.message).not.toContain('abc')
  })

  test.each([
    ['acme_v2_0123456789', true],
    ['ACME_V2_0123456789', true],
    ['acme_v1_0123456789', false],
    ['0123456789_v2_', false],
    ['', false],
  ])('%j is hinted at as a key of the newer API: %s', (token, expected) => {
    const hint = tokenHint(token)
    expect(hint !== null).toBe(expected)
    expect(hint ?? '').not.toContain('0123456789')
  })
})

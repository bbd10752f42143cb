import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITIONS, READS } from '../../src/facts/conditions.ts'
import { INPUT_TABLE, type InputName, type Inputs } from '../../src/setup/inputs.ts'
import { gitHubTokenProblem, readInputs, tokenProblem } from '../../src/setup/rules.ts'
import { asText, rendered } from '../../src/text/message.ts'
import { inputs } from '../builders.ts'

/** Those on tests need other inputs beside them: test-inputs.test.ts. */
const ALONE = CONDITIONS.filter(each => each !== 'no-blocking-failures' && each !== 'quarantine-within-limits')

/** Reads the inputs as a step would give them that names the endpoint and these. */
function reading(given: Partial<Record<InputName, string>>, token?: string) {
  const all: Partial<Record<InputName, string>> = { endpoint: 'https://queue.example', ...given }
  const { inputs: read, problems, warnings } = readInputs(name => all[name], token)
  return { inputs: read, ...rendered({ problems, warnings }) }
}

/** Good texts of an input and their values. */
function takes<Key extends keyof Inputs>(key: Key, cases: [text: string, value: Inputs[Key]][]): void {
  const { name } = INPUT_TABLE[key]
  test.each(cases)(`${name}: takes %j`, (text, value) => {
    const { inputs: read, problems } = reading({ [name]: text })
    expect({ read, problems }).toEqual({ read: inputs({ [key]: value }), problems: [] })
  })
}

/** Bad texts: one problem each, in one line with the input, its text (or `told`) and the remedy. */
function refuses(name: InputName, expected: string, cases: (string | [text: string, told: string])[]): void {
  test.each(cases.map(each => (typeof each === 'string' ? [each, `"${each}"`] : each)))(
    `${name}: refuses %j`,
    (text, told) => {
      const { inputs: rest, problems } = reading({ [name]: text })
      const message = problems[0]?.message ?? ''
      expect(problems).toEqual([{ input: name, message }])
      expect(message).toMatch(/^Input `[a-z-]+`.*[.?]$/)
      expect(message.slice(0, name.length + 8)).toBe(`Input \`${name}\``)
      expect(message).toContain(expected)
      expect(message).toContain(told)
      // The other inputs stay, with the default in the place of the bad one.
      expect({ ...rest, endpoint: inputs().endpoint }).toEqual(inputs())
    },
  )
}

const words = (list: string) => list.split(' ')

test('the least that a step gives', () => {
  expect(reading({})).toEqual({ inputs: inputs(), problems: [], warnings: [] })
})

test('all problems are reported together, each under its input', () => {
  const given = { endpoint: '', 'pull-request': '#12', require: 'redy', annotations: 'yes', 'request-timeout': '5' }
  const names = ['endpoint', 'pull-request', 'require', 'request-timeout', 'annotations']
  expect(reading(given).problems.map(({ input }) => input)).toEqual(names)
})

describe('endpoint', () => {
  takes('endpoint', [
    ['https://queue.example', new URL('https://queue.example')],
    ['https://queue.example/', new URL('https://queue.example/')],
    ['https://queue.example:8443/a/b/', new URL('https://queue.example:8443/a/b/')],
    ['HTTPS://QUEUE.EXAMPLE', new URL('https://queue.example')],
    ['http://localhost:8080', new URL('http://localhost:8080')],
    ['http://127.9.9.9:1', new URL('http://127.9.9.9:1')],
    ['http://[::1]:8080/prefix/', new URL('http://[::1]:8080/prefix/')],
    ['https://queue.example/v10', new URL('https://queue.example/v10')],
  ])
  refuses('endpoint', 'must begin with https://', [
    ['queue.example', 'Did you mean "https://queue.example"?'],
    ['queue.example:8443/prefix', 'Did you mean "https://queue.example:8443/prefix"?'],
    ['queue.example and more', 'must begin with https://.'],
    ['see https://queue.example', 'must begin with https://.'],
    ['/v1', ''],
    ['mona:hunter2@queue.example', ''],
    ['ftp://queue.example', 'not with "ftp://"'],
  ])
  refuses('endpoint', 'this is not a URL. Give the service', [
    ['https://', ''],
    ['https://queue example', ''],
    ['https://queue.example/a b', ''],
    ['https://queue.example:99999', ''],
  ])
  refuses('endpoint', 'stands in quotation marks. Write it without them.', [
    ['"https://queue.example"', ''],
    ["'https://queue.example'", ''],
  ])
  refuses('endpoint', 'has a query or a fragment.', [
    ['https://queue.example?', 'Did you mean "https://queue.example/"?'],
    ['https://queue.example/?tenant=acme', 'Did you mean "https://queue.example/"?'],
    ['https://queue.example/v1?x', 'Did you mean "https://queue.example"?'],
    ['https://queue.example/prefix/V2/#x', 'Did you mean "https://queue.example/prefix"?'],
    ['https://queue.example#', 'Did you mean "https://queue.example/"?'],
  ])
  refuses('endpoint', '(http is for loopback only)', [
    ['http://queue.example', 'Did you mean "https://queue.example"?'],
    ['http://queue.example/prefix', 'Did you mean "https://queue.example/prefix"?'],
    ['http://localhost.queue.example', 'Did you mean "https://localhost.queue.example"?'],
    ['http://127.0.0.1.queue.example', 'Did you mean "https://127.0.0.1.queue.example"?'],
    ['http://[::2]', ''],
    ['http://0.0.0.0', ''],
  ])
  refuses('endpoint', 'holds a user or a password. Leave them out: the token goes into `api-token`.', [
    ['https://mona:hunter2@queue.example/a', ''],
    ['https://:hunter2@queue.example', ''],
  ])
  refuses('endpoint', 'ends in `/v2`: the action adds the version itself.', [
    ['https://queue.example/v2/', 'Did you mean "https://queue.example"?'],
  ])
  refuses('endpoint', 'ends in `/V1`: the action adds the version itself.', [
    ['https://queue.example/V1', 'Did you mean "https://queue.example"?'],
  ])
  refuses('endpoint', 'ends in `/V2`: the action adds the version itself.', [
    ['https://queue.example/a/V2/', 'Did you mean "https://queue.example/a"?'],
  ])
  refuses('endpoint', 'ends in `/v1`: the action adds the version itself.', [
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
    '"https://mona:hunter2@queue.example"',
    `https://mona:hunter2@\${HOST}`,
    `https://$HOST:hunter2`,
    `https://$HOST/?token=hunter2`,
    'hunter2$HOST',
  ])('a possible secret in %j is not shown', text => {
    const { problems } = reading({ endpoint: text })
    expect(problems.map(({ input }) => input)).toEqual(['endpoint'])
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  test.each([undefined, ''])('is needed: %j', endpoint => {
    const { inputs: read, problems } = readInputs(name => (name === 'endpoint' ? endpoint : undefined))
    expect({ read, ...rendered({ problems }) }).toEqual({
      read: inputs({ endpoint: new URL('https://endpoint.invalid') }),
      problems: [
        {
          input: 'endpoint',
          message:
            "Input `endpoint` is empty. Set it to the service's base URL, such as https://queue.example.com. " +
            'If it comes from `vars.X`, check that X exists for this repository. ' +
            "For GitHub's own merge queue set `source: github`.",
          missing: true,
        },
      ],
    })
  })
})

describe('comment and status', () => {
  takes('comment', [['on-failure', 'on-failure']])
  takes('dryRun', [['true', true]])
  takes('statusContext', [
    ['Gate / Prüfung (main)', 'Gate / Prüfung (main)'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])
  refuses('status-context', 'Write at most 255 characters.', [['x'.repeat(256), 'is too long']])
  refuses('status-context', 'holds a line break or an invisible character. Write it on one line.', [
    ['a\r\nb', ''],
    ['a\u202eb', ''],
  ])
  refuses('status-context', 'holds an emoji', ['🚀 gate'])
})

describe('choices', () => {
  takes('onMissingToken', [['skip', 'skip']])
  refuses('on-missing-token', 'is none of `fail`, `skip`.', ['true', ['Skip', 'Did you mean `skip`?']])
  takes('onUnavailable', [['warn', 'warn']])
  refuses('on-unavailable', 'is none of `fail`, `warn`.', ['ignore'])
  takes('summary', [['never', 'never']])
  refuses('summary', 'is none of `always`, `on-failure`, `never`.', ['true'])
  takes('testOutcome', [['cancelled', 'cancelled']])
  refuses('test-outcome', 'is none of `success`, `failure`, `cancelled`, `skipped`.', [
    ['succes', 'Did you mean `success`?'],
    // Its opposite is no answer to it.
    ['unsuccess', '`skipped`.'],
  ])
  takes('annotations', [
    ['True', true],
    ['FALSE', false],
  ])
  refuses('annotations', 'is neither `true` nor `false`.', [
    ...words('yes 0 tRUE true! false!'),
    'not true',
    'not false',
  ])
})

describe('organization', () => {
  takes('organization', [
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
})

describe('source', () => {
  takes('source', [['service', 'service']])
  refuses('source', 'is none of `service`, `github`.', [
    ['trunk', "Write `service` for the service at `endpoint`, or `github` for GitHub's own merge queue."],
    ['Github', 'Did you mean `github`?'],
  ])

  test.each<[string, Record<string, string>, string[]]>([
    ['nothing that only the service takes is missed', { require: 'submitted, queue-empty, test-run-succeeded' }, []],
    ['a queue that can not be paused', { require: 'queue-running' }, ['require']],
    [
      'a limit, once for its condition and itself',
      { require: 'quarantine-within-limits', 'max-quarantined': '3' },
      ['require'],
    ],
    ['a limit without its condition', { 'max-quarantined': '3' }, ['max-quarantined']],
    ['a list of quarantined tests', { read: 'quarantined-tests' }, ['read']],
    ['a number of excused tests', { 'max-excused': '3' }, ['max-excused']],
    ['the id of a test run', { 'test-run-id': '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6' }, ['test-run-id']],
    ['test reports', { require: 'no-blocking-failures', 'junit-paths': '*.xml', 'test-outcome': 'success' }, []],
  ])("GitHub's own queue: %s", (_, given, refused) => {
    const { problems } = readInputs(name => ({ source: 'github', ...given })[name as string])
    expect(problems.map(({ input }) => input)).toEqual(refused)
  })

  test.each<[string, Record<string, string>, string]>([
    ['', { endpoint: 'https://queue.example.com', organization: 'acme' }, '`endpoint` and `organization` have'],
    [
      ', whatever they hold',
      { endpoint: 'queue.example.com/v1', 'test-collection': '1', 'on-missing-token': 'maybe' },
      '`endpoint`, `test-collection` and `on-missing-token` have',
    ],
    [' as without `require`', { 'on-missing-token': 'skip' }, '`on-missing-token` has'],
  ])("inputs that GitHub's own queue ignores are one warning%s", (_, given, told) => {
    const { problems, warnings } = readInputs(name => ({ source: 'github', ...given })[name as string])
    expect(problems).toEqual([])
    expect(warnings.map(each => asText(each, 200))).toEqual([`${told} no effect with GitHub's own queue.`])
  })

  test.each([
    ['acme_v2_0123456789', 'service-v2'],
    ['ACME_v2_', 'service-v2'],
    ['acme_v1_0123456789', 'service-v1'],
    ['acme2_v2_0123456789', 'service-v1'],
    ['acme_V2_0123456789', 'service-v1'],
    ['a-acme_v2_0123456789', 'service-v1'],
    ['0123456789_v2_', 'service-v1'],
  ])('the key %j is that of %s', (token, id) => {
    expect(readInputs(() => '', token).source.id).toBe(id)
  })

  test('with a key of v2 the organization has no effect', () => {
    expect(reading({ organization: 'acme' }, 'acme_v2_0123456789').warnings).toEqual([
      "`organization` has no effect with the service's v2 API.",
    ])
  })

  test.each([
    [
      'test-collection',
      'acme_v2_0123456789',
      {},
      'Input `test-collection` is empty, so no failed test could be excused. Set it to the id of the test collection that holds the tests, as the service shows it.',
    ],
    [
      'test-collection',
      'acme_v2_0123456789',
      { organization: 'acme' },
      "`api-token` is a key of the service's v2 API, which takes `test-collection` in place of `organization`. Set `test-collection` to the id of the test collection that holds the tests, as the service shows it, or use a v1 key.",
    ],
    [
      'organization',
      'a-v1-key',
      { 'test-collection': 'aB3dE6gH' },
      "`api-token` is a key of the service's v1 API, which takes `organization` in place of `test-collection`. Set `organization` to the organization's slug, as its settings at the service show it, or use a v2 key.",
    ],
  ])('tests need %s with the key %s and %j', (input, token, given, message) => {
    const tests = { require: 'no-blocking-failures', 'junit-paths': 'a.xml', 'test-outcome': 'success' }
    expect(reading({ ...tests, ...given }, token).problems).toEqual([{ input, message, missing: true }])
  })

  test.each([
    ['test-outcome', 'steps.test.outcome'],
    ['endpoint', 'vars.QUEUE_URL'],
  ])('%s: an expression without its braces', (input, text) => {
    expect(reading({ [input]: text }).problems).toContainEqual({
      input,
      message: `Input \`${input}\`: "${text}" lacks its braces. Did you mean \`\${{ ${text} }}\`?`,
    })
  })

  test.each([
    [
      '$QUEUE_URL',
      `names a shell variable, which \`with:\` does not replace. Did you mean \`\${{ vars.QUEUE_URL }}\` or \`\${{ env.QUEUE_URL }}\`?`,
    ],
    [
      `\${QUEUE_URL}`,
      `names a shell variable, which \`with:\` does not replace. Did you mean \`\${{ vars.QUEUE_URL }}\` or \`\${{ env.QUEUE_URL }}\`?`,
    ],
    ['{{ vars.QUEUE_URL }}', `lacks its \`$\`. Did you mean \`\${{ vars.QUEUE_URL }}\`?`],
    [
      'https://$HOST:8443/a',
      `names a shell variable, which \`with:\` does not replace. Did you mean \`https://\${{ vars.HOST }}:8443/a\` or \`https://\${{ env.HOST }}:8443/a\`?`,
    ],
    ['https://{{vars.HOST}}/a', `lacks its \`$\`. Did you mean \`https://\${{ vars.HOST }}/a\`?`],
  ])('%s is never replaced by a value', (text, told) => {
    const message = `Input \`endpoint\`: "${text}" ${told}`
    expect(reading({ endpoint: text }).problems).toContainEqual({ input: 'endpoint', message })
  })

  test.each([
    ['pull-request', `$${'{{a}}'.repeat(40)}@`],
    ['pull-request', `$${'{{a}}'.repeat(40_000)}@`],
    ['endpoint', `${'a.'.repeat(60_000)}!`],
  ])('a long text in `%s` is refused', (input, text) => {
    expect(reading({ [input]: text }).problems.map(problem => problem.input)).toContain(input)
  })

  test('without a key the API is unknown, so inputs of either are no mistake', () => {
    const tests = { require: 'no-blocking-failures', 'junit-paths': 'a.xml', 'test-outcome': 'success' }
    expect(reading({ ...tests, 'test-collection': 'aB3dE6gH' })).toMatchObject({ problems: [], warnings: [] })
    expect(reading({ ...tests, organization: 'acme' })).toMatchObject({ problems: [], warnings: [] })
    expect(readInputs(() => '').source).toMatchObject({ label: 'service' })
  })

  test('an input that the source has no use for is one warning', () => {
    expect(reading({ 'test-collection': 'aB3dE6gH' }, 'a-key-of-v1').warnings).toEqual([
      "`test-collection` has no effect with the service's v1 API.",
    ])
  })
})

describe('test-collection', () => {
  test('takes the id of one', () => {
    expect(reading({ 'test-collection': 'aB3dE6gH' }).inputs.testCollection).toBe('aB3dE6gH')
  })
  refuses('test-collection', 'is not the id of a test collection.', ['acme', 'aB3dE6gHi', 'aB3-E6gH'])
})

describe('repository', () => {
  /** 260 characters, the most that a host and its port have. */
  const LONG_HOST = `${`${'x'.repeat(50)}.`.repeat(5)}${'x'.repeat(5)}`

  takes('repository', [
    ['acme/rocket', { owner: 'acme', name: 'rocket' }],
    ['Acme/rocket.js', { owner: 'Acme', name: 'rocket.js' }],
    ['group/sub/team/rocket', { owner: 'group/sub/team', name: 'rocket' }],
    ['acme./.rocket', { owner: 'acme.', name: '.rocket' }],
  ])
  refuses('repository', 'is not a repository. Write it as `owner/name`.', [
    ...words('rocket /rocket acme/ acme//rocket acme/rocket/ acme/.. ../rocket acme/./rocket acme/rocket?x'),
    ...words('https://github.com/acme/rocket git@github.com:acme/rocket'),
    'acme/ro cket',
  ])
  takes('repositoryHost', [
    ['github.com', 'github.com'],
    ['GitHub.com', 'github.com'],
    ['git.acme.example:8443', 'git.acme.example:8443'],
    ['localhost', 'localhost'],
    ['g', 'g'],
    [LONG_HOST, LONG_HOST],
  ])
  refuses('repository-host', 'is not a host name. Write it without scheme and path, such as `github.com`.', [
    ...words('https://github.com github.com/acme .github.com github..com mona@github.com github.com:'),
    ...words('git-.acme.example _git.acme.example git:80.acme.example'),
    'git hub.com',
    `${'x'.repeat(64)}.example`,
    [`${LONG_HOST}x`, '"xxx'],
  ])
})

describe('target-branch', () => {
  takes('targetBranch', [
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
    ...words('refs/tags/v1 refs/heads/ a..b a~1 a^ a:b a? a* a[b a\\b a@{1} /main main/ main. main.lock a//b -main'),
    'a b',
    ['a\nb', '"a ⏎ b"'],
    ['a\u0000b', '"a␀b"'],
  ])
})

describe('pull-request and test-run-id', () => {
  takes('pullRequest', [
    ['1', 1],
    ['42', 42],
    ['2147483647', 2147483647],
  ])
  refuses('pull-request', 'is not the number of a pull request. Write digits only, 1 to 2147483647.', [
    ...words('0 -3 +3 1.5 1e3 0x10 007 2147483648 99999999999999999999 NaN １２ #012 #1a'),
    '12 13',
    '#12 and #13',
    'https://github.com/acme/rocket/pull/12/files',
  ])
  refuses('pull-request', 'is not the number of a pull request. Did you mean', [
    ['#7', '`7`?'],
    ['#123456789', '`123456789`?'],
    ['https://github.com/acme/rocket/pull/12', '`12`?'],
    ['https://github.com/acme/rocket/pull/12/', '`12`?'],
  ])
  takes('checkRunId', [
    ['7', 7],
    ['123456789012345', 123456789012345],
    // The value if the runner does not know it.
    ['not known', null],
    ['x7', null],
    ['7x', null],
    ['0', null],
  ])
  takes('testRunId', [
    ['3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6', '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'],
    ['run:1.a_b', 'run:1.a_b'],
  ])
  refuses('test-run-id', 'is not the id of a test run.', ['a b', 'a/b'])
})

describe('read', () => {
  takes('read', [
    ['auto', 'auto'],
    ['queue', ['queue']],
    ['queue,pull-request', ['pull-request', 'queue']],
    ['test-run\nqueue\r\npull-request', ['pull-request', 'queue', 'test-run']],
    [' queue ,\n\n queue,', ['queue']],
  ])
  refuses('read', 'is not something to read.', [
    'all',
    'Queue',
    [
      'queues, queue, tests',
      '"queues" is not something to read. Did you mean `queue`? Nor is "tests". It takes `auto`',
    ],
    [
      'queues, test-runs',
      '"queues" is not something to read. Did you mean `queue`? Nor is "test-runs". Did you mean `test-run`?',
    ],
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
  takes('require', [
    ...ALONE.map((name): [string, Inputs['require']] => [name, [name]]),
    ['ready, queue-running', ['ready', 'queue-running']],
    ['queue-running\nready\n', ['ready', 'queue-running']],
    ['ready,ready', ['ready']],
    [ALONE.toReversed().join('\n'), ALONE],
  ])
  refuses('require', 'is not a condition.', [
    ['redy', '"redy" is not a condition. Did you mean `ready`?'],
    ['READY', '"READY" is not a condition. Did you mean `ready`?'],
    ['!submitted', 'Did you mean `not-submitted`?'],
    ['not ready', '"not ready" is not a condition. It takes `none`'],
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
  ])
  refuses('require', 'begins with a dash. Write each name without one.', ['- ready'])
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
  takes('waitTimeoutMs', [
    ['0s', 0],
    ['90s', 90_000],
    ['1h30m', 5_400_000],
    ['2d', 2 * 86_400_000],
  ])
  takes('requestTimeoutMs', [['1s', 1000]])
  refuses('request-timeout', 'is too short. Write at least `1s`.', ['0s'])
  refuses('poll-interval', 'is too short. Write at least `1s`.', ['0s'])
  // A duration that is proposed is taken: no `0s`, and nothing over a year.
  refuses('request-timeout', 'has no unit. Write `1s`.', ['0', '000'])
  refuses('request-timeout', 'has no unit. Write `900000s`.', ['900000'])
  refuses('request-timeout', 'is not a duration. Write whole numbers', ['0 seconds'])
  refuses('wait-timeout', 'has no unit. Write `5m` or `5s`.', ['5'])
  refuses('wait-timeout', 'has no unit. Write `0m` or `0s`.', ['0'])
  refuses('max-quarantine-age', 'has no unit. Write `30d`.', ['30'])
  refuses('wait-timeout', 'is over the limit of 366d.', ['999999d', '99999h', '9999999m', '99999999s', '366d1s'])
  refuses('wait-timeout', 'Did you mean `5m`?', ['5 m', '5 minutes', '5M', '5 min', '5  mins', '5minute'])
  refuses('wait-timeout', 'Did you mean `1d2h3m4s`?', ['1 day 2 hours 3 minutes 4 seconds', '1D 2hr 3min 4sec'])
  refuses('wait-timeout', 'is not a duration. Write whole numbers', [
    ...words('-5s 1h30 1e3 1.5m 500ms 30s10m 99999s10d 5mm'),
    '5m abc',
    'in 999999d',
    '5 moments',
    '5 dayss',
  ])
})

describe('texts, counts and globs', () => {
  takes('variant', [['x'.repeat(1000), 'x'.repeat(1000)]])
  refuses('variant', 'is too long, or not on one line. Write at most 1,000 characters without line breaks.', [
    ['x'.repeat(1001), '"xxx'],
    ['a\nb', '"a ⏎ b"'],
  ])
  takes('maxExcused', [
    ['0', 0],
    ['999999999', 999_999_999],
  ])
  refuses('max-excused', 'is not a whole number from 0 on. Write digits only, 0 or more.', [
    ...words('-1 1.5 ten x1 1x 1,00'),
    'over 1,000',
    '1,000 or so',
  ])
  refuses('max-quarantined', 'is not a whole number from 0 on. Did you mean', [
    ['1,000', '`1000`?'],
    ['12 000 000', '`12000000`?'],
  ])
  refuses('min-tests', 'is not a whole number from 1 on. Write digits only, 1 or more.', ['0'])
  takes('junitPaths', [['  a.xml \n\n\t!b.xml\n#c.xml', ['a.xml', '!b.xml']]])
  refuses('junit-paths', 'names no file: each line only excludes. Write a glob such as', [['!a.xml\n!b.xml', '']])
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
    expect(problem).toEqual({ input: 'api-token', message: problem?.message, code: 'token-missing', missing: true })
    expect(asText(problem?.message ?? '')).toContain('Input `api-token` is empty. Check that the secret exists')
  })

  test('one under 8 characters is refused and not told', () => {
    const message = asText(tokenProblem('1234567')?.message ?? '')
    expect(message).toBe('Input `api-token` has fewer than 8 characters, so it is no token. Store the secret again.')
    expect(asText(tokenProblem('$TOKEN')?.message ?? '')).toBe(
      `Input \`api-token\` has fewer than 8 characters, so it is no token. It begins with \`$\`, and \`with:\` replaces no shell variables. Write \`\${{ secrets.NAME }}\`.`,
    )
  })

  test.each([
    'abc def012345',
    'abc\ndef012345',
    'abc\tdef012345',
    'abcdéf012345',
    'abc\u0000def012345',
    'abcdef\u007f1234',
    '“abcdefg”',
  ])('one that a header cannot carry, %j, is refused and not told', token => {
    const problem = tokenProblem(token)
    expect(problem).toEqual({ input: 'api-token', message: problem?.message })
    expect(asText(problem?.message ?? '')).toMatch(/^Input `api-token` holds .+ Store the secret again, .+\.$/)
    expect(asText(problem?.message ?? '')).not.toContain('abc')
  })

  test.each([
    ['bearer abc012345', 'Input `api-token` begins with `Bearer`. Store the key alone, without it.'],
    ['{{ secrets.QUEUE_API_TOKEN }}', 'Input `api-token` is the text of an expression. Write a `$` before its braces.'],
  ])('a common slip is named: %s', (token, message) => {
    expect(rendered(tokenProblem(token)?.message)).toBe(message)
  })
})

test('a github-token that a header cannot carry is refused and not told: it is no outage of GitHub', () => {
  expect(gitHubTokenProblem('ghs_0123456789')).toBeNull()
  const problem = gitHubTokenProblem('ghs_01234\n56789')
  expect(problem?.input).toBe('github-token')
  expect(asText(problem?.message ?? '')).toMatch(/^Input `github-token` holds a line break, [^\d]+$/)
})

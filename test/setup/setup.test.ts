import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { setUp } from '../../src/setup/setup.ts'
import { rendered } from '../../src/text/message.ts'
import { type EventFixture, loadEvent } from '../events/index.js'

const TOKEN = 'a-v1-key-0123456789'
const V2_TOKEN = 'acme_v2_0123456789'
const RUN = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'
const TESTS = { require: 'no-blocking-failures', 'junit-paths': 'a.xml', 'test-outcome': 'success' }
const folder = mkdtempSync(path.join(os.tmpdir(), 'setup-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Given {
  event?: EventFixture
  /** Beside `endpoint` and the two tokens; undefined takes one of these out. */
  inputs?: Record<string, string | undefined>
  env?: Record<string, string>
}

function step({ event = 'pull-request', inputs = {}, env = {} }: Given) {
  const { name, payload, env: own } = loadEvent(event)
  const file = path.join(folder, 'event.json')
  writeFileSync(file, JSON.stringify(payload))
  const given = { endpoint: 'https://queue.example', 'api-token': TOKEN, 'github-token': 'ghs_0123456789', ...inputs }
  const variables = Object.entries(given).map(([input, text]) => [`INPUT_${input.toUpperCase()}`, text])
  const masked: string[] = []
  const environment = {
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: file,
    GITHUB_REPOSITORY: 'acme/rocket',
    GITHUB_SERVER_URL: 'https://github.com',
    RUNNER_TEMP: '/temp',
    ...own,
    ...Object.fromEntries(variables),
    ...env,
  }
  const toolkit = { setSecret: (text: string) => masked.push(text) }
  // biome-ignore lint/suspicious/noExplicitAny: the setup writes nothing to the log
  const found = setUp({ environment, random: () => 0.5, toolkit: toolkit as any })
  const ready = found.kind === 'ready' ? found : null
  const problems = found.kind === 'refused' ? found.problems : []
  return { ...found, masked, context: ready?.context, ...rendered({ problems, warnings: ready?.warnings ?? [] }) }
}

const wrong = (given: Given) => step(given).problems.map(({ input }) => input)
const only = (given: Given) => step(given).problems.map(({ message }) => message)

test('a step that can start', () => {
  const found = step({ inputs: { require: 'ready' } })
  expect(found).toMatchObject({
    kind: 'ready',
    context: { kind: 'pull-request', pullRequest: 42, targetBranch: 'main' },
    plan: { reads: ['pull-request', 'queue'], decisiveReads: ['pull-request'] },
    secrets: { service: TOKEN, github: 'ghs_0123456789' },
    tokenlessOrigin: null,
    warnings: [],
    reportFile: '/temp/merge-queue-gate-8000000000000.json',
  })
  expect(found.masked).toEqual([TOKEN, 'ghs_0123456789'])
})

describe('tokens', () => {
  const EMPTY =
    'Input `api-token` is empty. Check that the secret exists and that this workflow sees it (a reusable workflow needs `secrets: inherit`).'
  const NONE = (input: string) =>
    `Input \`${input}\` holds no token: it is short, or holds a character that no token has, such as a blank or a line break. Store the secret again, and pass it as \`\${{ secrets.NAME }}\`.`

  test.each<[string, string, string | undefined, messages: string[]]>([
    ['blanks around it', 'api-token', ` ${TOKEN}\n`, []],
    ['8 characters', 'api-token', '12345678', []],
    ['7 characters', 'api-token', '1234567', [NONE('api-token')]],
    ['a blank in it', 'api-token', 'abcd efghij', [NONE('api-token')]],
    ['a letter that no header holds', 'api-token', 'abcdéfghij', [NONE('api-token')]],
    ['empty', 'api-token', '', [EMPTY]],
    ['not given', 'api-token', undefined, [EMPTY]],
    ["GitHub's, empty", 'github-token', '', []],
    ["GitHub's, with a blank", 'github-token', 'ghs_ 123456789', [NONE('github-token')]],
  ])('%s', (_, input, text, messages) => {
    const { problems, secrets } = step({ inputs: { [input]: text } })
    expect(problems.map(({ message }) => message)).toEqual(messages)
    if (text !== undefined)
      expect(secrets).toMatchObject({ [input === 'api-token' ? 'service' : 'github']: text.trim() })
  })

  test.each([
    [TOKEN, 'service-v1'],
    [V2_TOKEN, 'service-v2'],
    ['ACME_v2_0', 'service-v2'],
    ['acme2_v2_0123456789', 'service-v1'],
    ['acme_V2_0123456789', 'service-v1'],
    ['a-acme_v2_0123456789', 'service-v1'],
  ])('the key %j is that of %s', (token, id) => {
    expect(step({ inputs: { 'api-token': token } }).context?.source.id).toBe(id)
  })

  const NO_TOKEN = { 'api-token': '' }

  test.each<[string, Given, without: string | null, wrong: string[]]>([
    ['a fork', { event: 'pull-request-fork' }, 'fork', []],
    ['Dependabot', { event: 'pull-request-dependabot' }, 'dependabot', []],
    ['somebody else', {}, null, ['api-token']],
    ['a fork without variables', { event: 'pull-request-fork', inputs: { ...TESTS, endpoint: '' } }, 'fork', []],
    ['no variables', { inputs: { ...TESTS, endpoint: '' } }, null, ['endpoint', 'api-token']],
    ['a fork with a wrong value', { event: 'pull-request-fork', inputs: { summary: 'x' } }, null, ['summary']],
    ["a fork and GitHub's own queue", { event: 'pull-request-fork', inputs: { source: 'github' } }, null, []],
  ])('no token: %s', (_, { event = 'pull-request', inputs }, without, expected) => {
    const found = step({ event, inputs: { ...NO_TOKEN, ...inputs } })
    expect(found.problems.map(({ input }) => input)).toEqual(expected)
    expect(found.kind === 'ready' ? found.tokenlessOrigin : null).toBe(without)
  })

  test('Dependabot with a token of its own is like anybody else', () => {
    expect(step({ event: 'pull-request-dependabot' })).toMatchObject({ kind: 'ready', tokenlessOrigin: null })
  })
})

describe('rules that inputs break', () => {
  test.each<[string, Given, wrong: string[]]>([
    ['no endpoint', { inputs: { endpoint: '' } }, ['endpoint']],
    ["no endpoint, for GitHub's own queue", { inputs: { endpoint: '', source: 'github', 'api-token': '' } }, []],
    ["no token for GitHub's own queue", { inputs: { source: 'github', 'github-token': '' } }, ['github-token']],
    ['no repository', { env: { GITHUB_REPOSITORY: '' }, inputs: { require: 'ready' } }, ['repository']],
    ['conditions that came out empty', { inputs: { require: ' ' } }, ['require']],
    ['test reports that only show', { inputs: { 'junit-paths': 'a.xml' } }, []],
    [
      'test reports of another run',
      { event: 'workflow-run-push', inputs: { 'junit-paths': 'a.xml' } },
      ['junit-paths'],
    ],
    ['tests', { inputs: { ...TESTS, organization: 'acme' } }, []],
    ['tests without reports', { inputs: { ...TESTS, organization: 'acme', 'junit-paths': '' } }, ['junit-paths']],
    ['tests without an outcome', { inputs: { ...TESTS, organization: 'acme', 'test-outcome': '' } }, ['test-outcome']],
    [
      'tests with a wrong outcome',
      { inputs: { ...TESTS, organization: 'acme', 'test-outcome': 'ok' } },
      ['test-outcome'],
    ],
    ['tests without a list', { inputs: TESTS }, ['organization']],
    [
      'tests without a list, on v2',
      { inputs: { ...TESTS, 'api-token': V2_TOKEN, organization: 'acme' } },
      ['test-collection'],
    ],
    ["tests, and GitHub's own queue", { inputs: { ...TESTS, source: 'github' } }, []],
    ['no limit', { inputs: { require: 'quarantine-within-limits', organization: 'acme' } }, ['max-quarantined']],
    [
      'a limit',
      { inputs: { require: 'quarantine-within-limits', organization: 'acme', 'max-quarantine-age': '1d' } },
      [],
    ],
    ['a pull request on a push', { event: 'push-main', inputs: { require: 'ready' } }, ['pull-request']],
    ['a pull request on a tag', { event: 'push-tag', inputs: { require: 'ready' } }, ['pull-request', 'target-branch']],
    ['a test run without an id', { inputs: { require: 'test-run-succeeded' } }, []],
    ['a test run on a push', { event: 'push-main', inputs: { require: 'test-run-succeeded' } }, ['test-run-id']],
    ['a test run on a test branch', { event: 'push-test-branch', inputs: { require: 'test-run-succeeded' } }, []],
    [
      'everything at once',
      { event: 'push-tag', inputs: { endpoint: '', read: 'queue', summary: 'x' } },
      ['summary', 'endpoint', 'target-branch'],
    ],
    [
      'a source that is unknown: nobody knows what it needs',
      { inputs: { source: 'x', endpoint: '', 'api-token': '' } },
      ['source'],
    ],
  ])('%s', (_, given, expected) => {
    expect(wrong(given)).toEqual(expected)
  })

  test.each<[string, Given, messages: string[]]>([
    [
      'an event that names none',
      { event: 'push-tag', inputs: { require: 'not-submitted' } },
      [
        '`require: not-submitted` needs a pull request, which neither an input nor the event names. Set `pull-request`.',
        '`require: not-submitted` needs a target branch, which neither an input nor the event names. Set `target-branch`.',
      ],
    ],
    [
      "a question for GitHub's own queue",
      { inputs: { require: 'merge-group-checks' } },
      ["`require: merge-group-checks` is about GitHub's own merge queue. Take the value out, or set `source: github`."],
    ],
    [
      'an event about another repository',
      { inputs: { repository: 'acme/lander', read: 'queue' } },
      ['`read: queue` needs a target branch, which neither an input nor the event names. Set `target-branch`.'],
    ],
    [
      'a list without its place',
      { inputs: { read: 'quarantined-tests' } },
      [
        "Input `organization` is empty, so the quarantined tests can't be read. Set it to the name or id that the service shows.",
      ],
    ],
    [
      'an event that is broken',
      { env: { GITHUB_EVENT_PATH: path.join(folder, 'none.json') } },
      ["The event can't be read: its file (GITHUB_EVENT_PATH) does not hold valid JSON."],
    ],
  ])('the message for %s', (_, given, messages) => {
    expect(only(given)).toEqual(messages)
  })

  test.each<[string, Record<string, string>, wrong: string[]]>([
    ['conditions that it can answer', { require: 'submitted, test-run-succeeded, merge-group-checks' }, []],
    ['a read that it can answer', { read: 'merge-group-checks' }, []],
    ['a queue that can not be paused', { require: 'queue-running, queue-empty' }, ['require', 'require']],
    ['the list of the queue', { read: 'queue' }, ['read']],
    ['limits', { require: 'quarantine-within-limits', 'max-quarantined': '3' }, ['require', 'max-quarantined']],
    ['excuses', { 'max-excused': '3' }, ['max-excused']],
    ['the id of a test run', { 'test-run-id': RUN }, ['test-run-id']],
  ])("GitHub's own queue: %s", (_, inputs, expected) => {
    expect(wrong({ inputs: { source: 'github', endpoint: '', 'api-token': '', ...inputs } })).toEqual(expected)
  })
})

describe('warnings', () => {
  const ignored = (names: string) => `No effect with this source: ${names}.`

  test.each<[string, Given, warnings: string[]]>([
    ['what v1 ignores', { inputs: { 'test-collection': 'aB3dE6gH' } }, [ignored('`test-collection`')]],
    ['what v2 ignores', { inputs: { 'api-token': V2_TOKEN, organization: 'acme' } }, [ignored('`organization`')]],
    [
      "what GitHub's own queue ignores, whatever it holds",
      { inputs: { source: 'github', endpoint: 'x', organization: '!', 'on-missing-token': 'fail' } },
      [ignored('`endpoint`, `api-token` and `organization`')],
    ],
    ['none on a step that can not start', { inputs: { summary: 'x', colour: 'red' } }, []],
    [
      'unknown inputs',
      { inputs: { colour: 'red', head: 'x', pr_number: '7' } },
      ['This action has no such inputs, so they have no effect: `colour`, `head`, `pr_number`.'],
    ],
    [
      'a proxy variable that is no address, without its value',
      { env: { HTTPS_PROXY: 'mona:secret@proxy.example' } },
      ['The variable `HTTPS_PROXY` is not an http or https URL, so no proxy is used.'],
    ],
    [
      'text from outside in their names',
      { inputs: { [`x\n::error::${TOKEN}`]: 'x' } },
      ['This action has no such inputs, so they have no effect: `x ⏎ ::error::***`.'],
    ],
  ])('%s', (_, given, warnings) => {
    expect(step(given).warnings).toEqual(warnings)
  })
})

describe('unknown inputs that may be ours', () => {
  test.each<[name: string, text: string, meant: string | null]>([
    ['requires', 'x', 'require'],
    ['requrie', 'x', 'require'],
    ['wait_timeout', '5m', 'wait-timeout'],
    ['on-uavailable', 'warn', 'on-unavailable'],
    ['api_token', 'x', 'api-token'],
    ['comments', 'x', 'comment'],
    ['conditions', 'ready,\n merged ', 'require'],
    ['needs', 'merged', 'require'],
    ['needs', 'ready, set', null],
    ['needs', 'not merged', null],
    ['timeout', '5m', null],
    ['ref', 'main', null],
    ['reed', 'x', null],
    ['constructor', 'x', null],
    ['x'.repeat(100_000), 'x', null],
  ])('%.20s: %j', (name, text, meant) => {
    const messages = meant === null ? [] : [`Unknown input \`${name}\`. Did you mean \`${meant}\`?`]
    expect(only({ inputs: { [name]: text } })).toEqual(messages)
  })
})

import { expect, test } from 'vitest'
import { CONDITION_NAMES, READS } from '../../src/facts/facts.ts'
import { INPUT_TABLE, type InputName, type Inputs, readInputs } from '../../src/setup/inputs.ts'
import { asText } from '../../src/text/message.ts'
import { inputs } from '../builders.ts'

function reading(given: Partial<Record<InputName, string>>) {
  const { inputs: read, problems } = readInputs(
    new Map(Object.entries({ endpoint: 'https://queue.example', ...given })),
  )
  return { inputs: read, problems: problems.map(each => ({ ...each, message: asText(each.message) })) }
}

/** Texts that an input takes, with their values. */
const TAKES: { [Key in keyof Inputs]?: [text: string, value: Inputs[Key]][] } = {
  source: [['github', 'github']],
  endpoint: [
    ['https://queue.example:8443/a/b/', new URL('https://queue.example:8443/a/b/')],
    ['HTTPS://QUEUE.EXAMPLE', new URL('https://queue.example')],
    ['http://localhost:8080', new URL('http://localhost:8080')],
    ['http://[::1]:8080/prefix/', new URL('http://[::1]:8080/prefix/')],
    ['https://queue.example/v10', new URL('https://queue.example/v10')],
  ],
  onMissingToken: [['skip', 'skip']],
  organization: [['acme-labs_2.x', 'acme-labs_2.x']],
  testCollection: [['aB3dE6gH', 'aB3dE6gH']],
  requestTimeoutMs: [['1s', 1000]],
  repository: [['acme-labs/rocket.js', { owner: 'acme-labs', name: 'rocket.js' }]],
  targetBranch: [
    ['release/1.x', 'release/1.x'],
    ['refs/heads/main', 'main'],
  ],
  pullRequest: [['2147483647', 2147483647]],
  testRunId: [['3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6-bisection-2', '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6-bisection-2']],
  checkRunId: [
    ['123456789012345', 123456789012345],
    ['not known', null],
  ],
  require: [
    ['none', []],
    ['queue-running, ready,ready', ['ready', 'queue-running']],
    ['ready\n  merged\n', ['ready', 'merged']],
    [CONDITION_NAMES.join(), [...CONDITION_NAMES]],
  ],
  read: [
    ['auto', null],
    [READS.toReversed().join(), [...READS]],
  ],
  waitTimeoutMs: [
    ['0s', 0],
    ['1h30m', 5_400_000],
  ],
  junitPaths: [['  a.xml \n\n\t!b.xml\r\n#c.xml', ['a.xml', '!b.xml']]],
  maxExcused: [['0', 0]],
  minTests: [['1', 1]],
  annotations: [
    ['True', true],
    ['FALSE', false],
  ],
  commentKey: [['a\nb', 'a\nb']],
  statusContext: [['Gate / Prüfung (main)', 'Gate / Prüfung (main)']],
}

test.each(
  Object.entries(TAKES).flatMap(([key, cases]) =>
    cases.map(([text, value]) => [INPUT_TABLE[key as keyof Inputs][0], text, { [key]: value }] as const),
  ),
)('%s takes %j', (name, text, expected) => {
  expect(reading({ [name]: text })).toEqual({ inputs: inputs(expected), problems: [] })
})

const CAN_BE = {
  endpoint:
    "the service's base URL: https (http for loopback only), without version, user, password, query and fragment, such as `https://queue.example.com`",
  organization: 'a slug of letters, digits, `-`, `_` and `.`, such as `acme`',
  'test-collection': 'its id at the service, 8 letters or digits, such as `a1B2c3D4`',
  repository: 'a repository as `owner/name`, such as `acme/rocket`',
  'target-branch': 'the name of a branch as git allows it, such as `main`',
  'pull-request': 'a whole number from 1 to 2147483647, such as `42`',
  'test-run-id':
    "the id of a test run, which ends the name of the run's test branch, such as `2f1c0a3e-5d84-4b7a-9c6e-1f0b2d3c4e5f`",
  'wait-timeout': 'whole numbers with units (s, m, h, d), such as `1h30m`',
  'poll-interval': 'whole numbers with units (s, m, h, d), at least 1s, such as `1h30m`',
  'junit-paths': 'globs, one a line, of which at least one does not begin with `!`, such as `reports/**/*.xml`',
  'test-outcome': '`success`, `failure`, `cancelled` or `skipped`',
  'min-tests': 'a whole number from 1 to 999999999, such as `10`',
  annotations: '`true` or `false`',
  'status-context': 'one line of at most 255 characters without emoji, such as `merge-queue-gate`',
  source: '`service` or `github`',
}

test.each<[keyof typeof CAN_BE, ...texts: string[]]>([
  ['organization', 'Acme Labs', 'acme/rocket', '@acme'],
  ['test-collection', 'aB3dE6g', 'aB3dE6gH1', 'aB3dE6g-'],
  ['repository', 'rocket', '/rocket', 'acme/', 'acme/..', 'https://github.com/acme/rocket'],
  ['target-branch', 'refs/tags/v1', 'a..b', 'a b', '-a', 'a.lock', 'a/', 'refs/heads/'],
  ['pull-request', '#42', '0', '042', '4.2', '2147483648'],
  ['test-run-id', 'a/b', 'a b'],
  ['wait-timeout', '5', '5 m', '-5s', '1.5m', '500ms', '30s10m', '999999d', '5m abc'],
  ['poll-interval', '0s'],
  ['junit-paths', '!a.xml'],
  ['test-outcome', 'passed'],
  ['min-tests', '0', '-1', '1.5', '1,000'],
  ['annotations', 'yes', '0'],
  ['status-context', 'x'.repeat(256), '🚀 gate', 'a\u202eb'],
  ['source', 'trunk'],
])('%s refuses %j …', (name, ...texts) => {
  for (const text of texts) {
    const { inputs: read, problems } = reading({ [name]: text })
    const shown = text.length > 120 ? `${text.slice(0, 119)}…` : text.replace('\u202e', '<U+202E>')
    const message = `Input \`${name}\` can't be "${shown}": it takes ${CAN_BE[name]}.`
    // The default stands in the place of a wrong value.
    expect({ read, problems }).toEqual({ read: inputs(), problems: [{ input: name, message }] })
  }
})

test.each([
  'queue.example',
  'ftp://queue.example',
  'http://queue.example',
  'http://localhost.queue.example',
  'https://queue.example/v1',
  'https://queue.example/prefix/V2//',
  'https://queue.example?tenant=hunter2',
  'https://queue.example/#hunter2',
  'https://mona:hunter2@queue.example',
  'https://mona:hunter2@queue example',
  '"https://mona:hunter2@queue.example"',
])('endpoint refuses %j and does not show it', endpoint => {
  const message = `Input \`endpoint\` takes ${CAN_BE.endpoint}.`
  expect(reading({ endpoint }).problems).toEqual([{ input: 'endpoint', message }])
})

test.each<[name: InputName, text: string, told: string, hint: string]>([
  ['require', 'redy', '"redy"', ' Did you mean `ready`?'],
  ['require', 'ready, queue_runing', '"queue_runing"', ' Did you mean `queue-running`?'],
  ['require', 'Merged', '"Merged"', ' Did you mean `merged`?'],
  ['require', 'ready merged', '"ready merged"', ''],
  ['require', 'ready=true', '"ready=true"', ''],
  ['require', 'none, ready', '"none, ready"', ''],
  ['require', ',', '","', ''],
  ['read', 'queues', '"queues"', ' Did you mean `queue`?'],
  ['source', 'Github', '"Github"', ' Did you mean `github`?'],
  ['annotations', 'tRUE', '"tRUE"', ' Did you mean `true`?'],
  ['test-outcome', 'succes', '"succes"', ' Did you mean `success`?'],
])('%s refuses %j', (name, text, told, hint) => {
  const [problem, ...others] = reading({ [name]: text }).problems
  expect(others).toEqual([])
  expect(problem?.message.startsWith(`Input \`${name}\` can't be ${told}: it takes \``)).toBe(true)
  expect(problem?.message.replace(/^.*`\.(?= |$)/, '')).toBe(hint)
})

test('all wrong values are told, in the order of the inputs', () => {
  const given = { 'pull-request': '#12', require: 'redy', annotations: 'yes', 'request-timeout': '5' } as const
  const names = ['request-timeout', 'pull-request', 'require', 'annotations']
  expect(reading(given).problems.map(({ input }) => input)).toEqual(names)
})

/**
 * GitHub's own example events: every one of them is read without a crash, and those of the context table give their
 * row. The fixtures of test/events are ours; these are not, so they show what we only imagined.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { contextOf } from '../../src/setup/context.ts'
import { readSubject } from '../../src/setup/event.ts'
import { readInputs } from '../../src/setup/rules.ts'
import { cleanerOf } from '../../src/text/secret.ts'

type Payload = Record<string, unknown>

/** The columns of the context table. */
type Row = Pick<RunContext, 'kind' | 'headSha'> & {
  pullRequest: number | null
  targetBranch: string | null
  testRunId: string | null
}

/** The server of the examples: github.com, and the releases of GitHub Enterprise Server. */
const SERVERS = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35']
const NO_ROW: Row = { kind: 'other', pullRequest: null, targetBranch: null, headSha: null, testRunId: null }

const require = createRequire(import.meta.url)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-events-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const examples = SERVERS.flatMap(server => {
  const events: { name: string; examples: Payload[] }[] = require(`@octokit/webhooks-examples/${server}/index.json`)
  return events.flatMap(({ name, examples }) => examples.map((payload, index) => ({ server, name, index, payload })))
})

/** The row of the table for an event, read from the payload without the help of the code under test. */
const TABLE: Record<string, (payload: Payload) => Row> = {
  pull_request: ofPullRequest,
  pull_request_review: ofPullRequest,
  pull_request_review_comment: ofPullRequest,
  push(payload) {
    const ref = String(at(payload, 'ref'))
    if (ref.startsWith('refs/tags/')) return NO_ROW
    const targetBranch = ref.replace('refs/heads/', '')
    return { ...NO_ROW, kind: 'branch', targetBranch, headSha: String(at(payload, 'after')) }
  },
  issue_comment: onDefaultBranch,
  workflow_run(payload) {
    const headSha = String(at(payload, 'workflow_run', 'head_sha'))
    const number = at(payload, 'workflow_run', 'pull_requests', '0', 'number')
    // In one example it is another repository's.
    const base = at(payload, 'workflow_run', 'pull_requests', '0', 'base', 'repo', 'id')
    if (number !== undefined && base === at(payload, 'repository', 'id')) {
      const targetBranch = String(at(payload, 'workflow_run', 'pull_requests', '0', 'base', 'ref'))
      return { ...NO_ROW, kind: 'pull-request', pullRequest: Number(number), targetBranch, headSha }
    }
    const own = at(payload, 'workflow_run', 'head_repository', 'full_name') === at(payload, 'repository', 'full_name')
    const targetBranch = own ? String(at(payload, 'workflow_run', 'head_branch')) : null
    return { ...NO_ROW, kind: 'branch', targetBranch, headSha }
  },
  merge_group(payload) {
    const targetBranch = String(at(payload, 'merge_group', 'base_ref')).replace('refs/heads/', '')
    return { ...NO_ROW, kind: 'merge-group', targetBranch, headSha: String(at(payload, 'merge_group', 'head_sha')) }
  },
  workflow_dispatch(payload) {
    return { ...NO_ROW, kind: 'branch', targetBranch: String(at(payload, 'ref')).replace('refs/heads/', '') }
  },
  release: () => NO_ROW,
}

describe.each(Object.entries(TABLE))('%s', (name, expected) => {
  const own = examples.filter(example => example.name === name)

  test('there are examples of it', () => expect(own.length).toBeGreaterThan(0))

  test.each(own)('$server, example $index', async ({ payload }) => {
    expect(await rowOf(name, payload)).toEqual(expected(payload))
  })
})

test.each(examples.filter(({ name }) => name === 'pull_request'))(
  'pull_request_target: $server, example $index',
  async ({ payload }) => expect(await rowOf('pull_request_target', payload)).toEqual(ofPullRequest(payload)),
)

test.each(examples.filter(({ name }) => !(name in TABLE)))(
  'no row, so the branch that the workflow runs on: $name, $server, example $index',
  async ({ name, payload }) => expect(await rowOf(name, payload)).toEqual(onDefaultBranch(payload)),
)

function ofPullRequest(payload: Payload): Row {
  return {
    ...NO_ROW,
    kind: 'pull-request',
    pullRequest: Number(at(payload, 'pull_request', 'number')),
    targetBranch: String(at(payload, 'pull_request', 'base', 'ref')),
    headSha: String(at(payload, 'pull_request', 'head', 'sha')),
  }
}

function onDefaultBranch(payload: Payload): Row {
  return { ...NO_ROW, kind: 'branch', targetBranch: defaultBranch(payload) }
}

function defaultBranch(payload: Payload): string {
  return String(at(payload, 'repository', 'default_branch') ?? 'main')
}

/** The context as the action finds it, with no input but what it needs to start. */
async function rowOf(name: string, payload: Payload): Promise<Row> {
  const file = path.join(folder, 'event.json')
  fs.writeFileSync(file, JSON.stringify(payload))
  const env = { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file, GITHUB_REF: refOf(name, payload) }
  const subject = await readSubject(env, cleanerOf(), 'test-branch')
  const { inputs, source } = readInputs(() => '')
  const repository = String(at(payload, 'repository', 'full_name') ?? 'Codertocat/Hello-World')
  const { context, problems } = contextOf(inputs, subject, { repository, serverUrl: 'https://github.com' }, source)
  expect(problems).toEqual([])
  const { kind, pullRequest, targetBranch, headSha, testRunId } = context
  return {
    kind,
    headSha,
    pullRequest: pullRequest?.value ?? null,
    targetBranch: targetBranch?.value ?? null,
    testRunId: testRunId?.value ?? null,
  }
}

/** GITHUB_REF as "Events that trigger workflows" has it. */
function refOf(name: string, payload: Payload): string {
  if (name === 'push' || name === 'workflow_dispatch') return String(at(payload, 'ref'))
  if (name === 'release') return `refs/tags/${at(payload, 'release', 'tag_name')}`
  return `refs/heads/${defaultBranch(payload)}`
}

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce((current, key) => (isPayload(current) ? current[key] : undefined), value)
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null
}

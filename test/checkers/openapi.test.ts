/**
 * The descriptions of the service, as a third party's validator reads them: what the action sends and what the stand-in
 * answers is held against them.
 */
import fs from 'node:fs'
import http from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadEvent } from '../events/index.js'
import { runAction } from '../launcher/runner.js'
import { close, listen } from '../stand-in/listen.js'
import { EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { startService, TOKEN, V2_TOKEN } from '../stand-in/service/server.js'
import { changeAnswers, type State } from '../stand-in/service/state.js'
import { checkerOf, type Description, type Exchange } from './openapi.ts'

const [v1, v2]: Description[] = ['service', 'service-v2'].map(name =>
  parse(fs.readFileSync(new URL(`../../docs/${name}.openapi.yaml`, import.meta.url), 'utf8')),
)
if (!v1 || !v2) throw new Error('There is no description')

const EVERYTHING = { read: 'pull-request, queue, test-run, quarantined-tests', 'test-run-id': EXAMPLE.testRunId }
const V2 = { 'api-token': V2_TOKEN, 'test-collection': EXAMPLE.testCollection, organization: '' }

describe.each([
  ['v1', v1],
  ['v2', v2],
])('the description of %s', (_, description) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })

  test('each schema refers to what is there', () => {
    for (const schema of Object.values(description.components['schemas'] ?? {})) {
      expect(() => ajv.compile({ ...schema, components: description.components })).not.toThrow()
    }
  })

  test('each part is referred to', () => {
    const used = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/(\w+\/\w+)"/g)]
    const { securitySchemes, ...parts } = description.components
    const defined = Object.entries(parts).flatMap(([kind, group]) => Object.keys(group).map(name => `${kind}/${name}`))
    expect([...new Set(used.map(([, part]) => part))].toSorted()).toEqual(defined.toSorted())
  })

  test('each example of an answer is one', () => {
    const operations = Object.values(description.paths).flatMap(each => Object.values(each))
    const answers = operations
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(each => Object.values(each.content ?? {}))
    for (const { schema, example } of answers) {
      if (example === undefined) continue
      const validate = ajv.compile({ ...schema, components: description.components })
      expect(validate(example) ? null : validate.errors).toBeNull()
    }
  })
})

test.each<[string, Record<string, string>, string]>([
  ['all four operations, three pages of tests', EVERYTHING, 'reported'],
  ['never submitted', { 'pull-request': '9', require: 'submitted' }, 'failed'],
  ['a branch without a queue', { 'target-branch': 'none', require: 'queue-running' }, 'failed'],
  ['a refused token', { 'api-token': 'another-token', require: 'queue-running' }, 'unknown'],
])('v1, %s: no violation', async (_, inputs, conclusion) => {
  const { violations, outputs } = await runBetween(v1, inputs)
  expect(violations).toEqual([])
  expect(outputs).toMatchObject({ source: 'service-v1', conclusion })
})

test.each<[string, Record<string, string>, string]>([
  ['everything, with three pages of tests', EVERYTHING, 'reported'],
  ['one that left', { 'pull-request': '1202', require: 'merged' }, 'failed'],
  ['never submitted', { 'pull-request': '9', require: 'submitted' }, 'failed'],
  ['a branch without a queue', { 'target-branch': 'none', require: 'queue-running' }, 'failed'],
  ['a refused key', { 'api-token': 'another_v2_key', require: 'queue-running' }, 'unknown'],
])('v2, %s: no violation', async (_, inputs, conclusion) => {
  const { violations, outputs } = await runBetween(v2, { ...V2, ...inputs })
  expect(violations).toEqual([])
  expect(outputs).toMatchObject({ source: 'service-v2', conclusion })
})

test('a violation of the description is noticed', async () => {
  const change = changeAnswers({ getQueue: { status: 200, body: { state: 'running', enqueuedPullRequests: [] } } })
  const { violations } = await runBetween(v1, { require: 'queue-running' }, change)
  expect(violations).toContain("POST /v1/getQueue: answer must have required property 'branch'")
  const check = checkerOf(v2)
  const asked = { method: 'GET', path: '/v2/repositories', body: undefined, answer: { status: 200, body: {} } }
  expect(check({ ...asked, query: {} })[0]).toBe('query.providerUrl is missing')
  expect(check({ ...asked, path: '/v2/nothing', query: {} })).toEqual(['is not described'])
})

/** Runs the action before the stand-in, with a recorder between them. */
async function runBetween(description: Description, inputs: Record<string, string>, change = (state: State) => state) {
  const service = await startService({ state: change(exampleState({ now: Date.now() })) })
  const seen: Exchange[] = []
  const recorder = http.createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString()
    const { method = '', url = '', headers } = request
    const answer = await fetch(service.url + url, {
      method,
      headers: headers as Record<string, string>,
      ...(sent && { body: sent }),
    })
    const text = await answer.text()
    const { pathname: path, searchParams } = new URL(service.url + url)
    const query = Object.fromEntries(searchParams)
    seen.push({ method, path, query, body: parsed(sent), answer: { status: answer.status, body: parsed(text) } })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text)
  })
  try {
    const { name, payload } = loadEvent('workflow-dispatch')
    const { outputs } = await runAction({
      event: { name, payload },
      env: { GITHUB_REPOSITORY: `${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}` },
      inputs: {
        endpoint: `http://127.0.0.1:${await listen(recorder)}`,
        'api-token': TOKEN,
        organization: EXAMPLE.organization,
        'pull-request': String(EXAMPLE.pullRequest),
        'target-branch': EXAMPLE.branch,
        ...inputs,
      },
    })
    const check = checkerOf(description)
    const violations = seen.flatMap(each => check(each).map(what => `${each.method} ${each.path}: ${what}`))
    return { outputs, violations }
  } finally {
    await close(recorder)
    await service.close()
  }
}

/** JSON, or the text itself. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

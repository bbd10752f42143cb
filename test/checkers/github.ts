/**
 * Holds what a test and the stand-in of GitHub's API said to each other against GitHub's own description
 * (`github-rest.json`, with Prism). GraphQL is held against the published schema by the stand-in itself.
 */
import { readFileSync } from 'node:fs'
import { createLogger } from '@stoplight/prism-core'
import { createInstance, getHttpOperationsFromSpec, type IHttpRequest, type IHttpResponse } from '@stoplight/prism-http'
import type { Exchange, GitHubApi } from '../stand-in/github/api.js'

/** Answers that any operation can give and that GitHub describes for few: each is held against its `basic-error`. */
const ANYWHERE = ['301', '302', '307', '308', '401', '403', '404', '410', '422', '429', '500', '502', '503']

interface Operation {
  responses?: Record<string, unknown>
  parameters?: { $ref?: string; in?: string; name?: string }[]
}

interface Description {
  openapi: string
  info: object
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, { in?: string; name?: string }>>
}

/** The paths in use of GitHub's description, as `scripts/github-rest.ts` cuts them out. */
function readDescription(): Description {
  const cut: Description = JSON.parse(readFileSync(new URL('github-rest.json', import.meta.url), 'utf8'))
  const schema = { $ref: '#/components/schemas/basic-error' }
  const usual = { description: '', content: { 'application/json': { schema } } }
  for (const operation of Object.values(cut.paths).flatMap(operations => Object.values(operations))) {
    operation.responses = { ...Object.fromEntries(ANYWHERE.map(status => [status, usual])), ...operation.responses }
  }
  return cut
}

async function createChecker() {
  const description = readDescription()
  const operations = await getHttpOperationsFromSpec(structuredClone(description))
  const answers = new Map<IHttpRequest, IHttpResponse>()
  const logger = createLogger('prism', { level: 'silent' })
  const prism = createInstance(
    {
      ...{ isProxy: true, upstream: new URL('http://github'), upstreamProxy: undefined, errors: false },
      ...{ checkSecurity: false, validateRequest: true, validateResponse: true, mock: { dynamic: false } },
    },
    // The request itself stands in for the upstream.
    { logger, forward: input => () => async () => ({ _tag: 'Right' as const, right: answerOf(answers, input.data) }) },
  )
  return async (exchange: Exchange): Promise<string[]> => {
    const input = requestOf(exchange)
    answers.set(input, responseOf(exchange))
    const outcome = await prism.request(input, operations)()
    answers.delete(input)
    if (outcome._tag === 'Left') return [outcome.left.message]
    const { input: inputs, output: outputs } = outcome.right.validations
    const found = [...inputs, ...(exchange.answer.silent || exchange.answer.broken ? [] : outputs)]
    return [
      ...found.map(({ path, message }) => `${path?.join('.') ?? ''}: ${message}`),
      ...unknownQuery(description, exchange),
    ]
  }
}

function answerOf(answers: Map<IHttpRequest, IHttpResponse>, input: IHttpRequest): IHttpResponse {
  const answer = answers.get(input)
  if (!answer) throw new Error('Prism asks for another request than it was given')
  return answer
}

function requestOf({ method, path, query, headers, body }: Exchange): IHttpRequest {
  return {
    method: method.toLowerCase() as IHttpRequest['method'],
    url: { path, query },
    headers,
    ...(body !== undefined && { body }),
  }
}

function responseOf({ answer: { status, headers, body } }: Exchange): IHttpResponse {
  const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
  return { statusCode: status, headers: { ...type, ...headers }, ...(body !== undefined && { body }) }
}

/** Prism lets any query through. */
function unknownQuery({ paths, components }: Description, { method, path, query }: Exchange): string[] {
  const template = Object.keys(paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .find(each => new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  const parameters = paths[template ?? '']?.[method.toLowerCase()]?.parameters ?? []
  const names = parameters.map(each =>
    each.$ref ? components['parameters']?.[each.$ref.split('/').at(-1) ?? '']?.name : each.name,
  )
  return Object.keys(query)
    .filter(name => !names.includes(name))
    .map(name => `query.${name}: GitHub describes no such parameter`)
}

const made: { checker?: ReturnType<typeof createChecker> } = {}

/**
 * The violations of GitHub's description, each as `GET /path: what is wrong`. Answers that are meant to break it are left
 * out, and so is what went to GraphQL, but for what the stand-in itself found wrong with it.
 */
export async function violationsOf(api: Pick<GitHubApi, 'exchanges' | 'violations'>): Promise<string[]> {
  made.checker ??= createChecker()
  const check = await made.checker
  const found = api.exchanges
    .filter(({ path, violates }) => !violates && !path.endsWith('/graphql'))
    .map(async exchange =>
      (await check(exchange)).map(violation => `${exchange.method} ${exchange.path}: ${violation}`),
    )
  return [...(await Promise.all(found)).flat(), ...api.violations]
}

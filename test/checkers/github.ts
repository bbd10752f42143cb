import { readFileSync } from 'node:fs'
import type { GitHubApi } from '../stand-in/github/api.js'
import { checkerOf, type Description, type Operation } from './openapi.ts'

/** Answers that any operation can give and that GitHub describes for few: each is held against its `basic-error`. */
const ANYWHERE = ['301', '302', '307', '308', '401', '403', '404', '410', '422', '429', '500', '502', '503']

/** The paths in use of GitHub's description, as `scripts/github.ts` cuts them out. */
function readDescription(): Description {
  const cut: Description = JSON.parse(readFileSync(new URL('github-rest.json', import.meta.url), 'utf8'))
  const schema = { $ref: '#/components/schemas/basic-error' }
  const usual: Operation['responses'][string] = { content: { 'application/json': { schema } } }
  for (const operation of Object.values(cut.paths).flatMap(operations => Object.values(operations))) {
    operation.responses = { ...Object.fromEntries(ANYWHERE.map(status => [status, usual])), ...operation.responses }
  }
  return cut
}

const check = checkerOf(readDescription())

/**
 * The violations of GitHub's description, each as `GET /path: what is wrong`. Answers that are meant to break it are left
 * out, and so is what went to GraphQL, but for what the stand-in itself found wrong with it.
 */
export async function violationsOf(api: Pick<GitHubApi, 'exchanges' | 'violations'>): Promise<string[]> {
  const found = api.exchanges
    .filter(({ path, violates, answer }) => !(violates || answer.silent || answer.broken || path.endsWith('/graphql')))
    .flatMap(exchange => check(exchange).map(violation => `${exchange.method} ${exchange.path}: ${violation}`))
  return [...found, ...api.violations]
}

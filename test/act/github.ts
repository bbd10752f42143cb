import { parse } from 'yaml'
import { REPOSITORY } from '../stand-in/events.js'
import type { GitHubApi } from '../stand-in/github/api.js'
import {
  type State as GitHubState,
  type Permission,
  type Repository,
  WORKFLOW_LOGIN,
} from '../stand-in/github/state.js'
import { commitId, EXAMPLE, exampleState } from '../stand-in/service/scenario.js'

type Permissions = NonNullable<GitHubState['permissions']>

const NAMES: Permission[] = ['checks', 'statuses', 'contents', 'pull-requests']

/** GitHub as the service of the example sees it: each of its pull requests open, with the same head. */
export function exampleGitHub(changes: Partial<Repository>): GitHubState {
  const queue = exampleState({ now: 0 }).repositories[0]?.queues[0]
  const numbers = queue?.pullRequests.map(({ prNumber }) => prNumber) ?? []
  const pullRequests = Object.fromEntries(
    numbers.map(number => [number, { head: { ref: 'a-branch', sha: commitId(`pull request ${number}`) } }]),
  )
  const branches = { [EXAMPLE.branch]: 'b'.repeat(40), ...changes.branches }
  const repository = { ...changes, pullRequests: { ...pullRequests, ...changes.pullRequests }, branches }
  return { repositories: { [REPOSITORY]: repository } }
}

interface Job {
  permissions?: Record<string, 'read' | 'write'>
  steps?: { uses?: string }[]
}

/** The token's permissions in a workflow's jobs that use the action: only those that they declare. */
export function permissionsIn(workflow: string, isFork: boolean): Permissions {
  const { permissions = {}, jobs }: { permissions?: Job['permissions']; jobs: Record<string, Job> } = parse(workflow)
  const own = Object.values(jobs).filter(({ steps = [] }) =>
    steps.some(({ uses = '' }) => /^\.\/$|\/merge-queue-gate@/.test(uses)),
  )
  return Object.fromEntries(
    NAMES.map(name => {
      const given = own.map(job => (job.permissions ?? permissions)[name])
      if (given.includes('write') && !isFork) return [name, 'write']
      return [name, given.some(each => each !== undefined) ? 'read' : 'none']
    }),
  )
}

/** The writes to GitHub, and the headings of the current comments. */
export function written(api: GitHubApi, since: number): { wrote: string[]; comments: string[] } {
  const wrote = api.exchanges.slice(since).flatMap(({ method, path, body, answer: { status } }) => {
    if (method === 'GET' || path === '/graphql') return []
    const state = path.includes('/statuses/') ? ` ${(body as { state: string }).state}` : ''
    return [`${method} ${path.replace(`/repos/${REPOSITORY}`, '')}${state}: ${status}`]
  })
  const comments = Object.entries(api.state.repositories[REPOSITORY]?.pullRequests ?? {}).flatMap(
    ([number, { comments = [] }]) =>
      comments
        .filter(({ login = WORKFLOW_LOGIN }) => login === WORKFLOW_LOGIN)
        .map(({ body }) => `#${number}: ${/<h3>(.*)<\/h3>/.exec(body)?.[1]}`),
  )
  return { wrote, comments }
}

/** The requests to GitHub, for the log: `GitHub: GET /pulls/42: 200`. */
export function requests(api: GitHubApi, since: number): string[] {
  return api.exchanges
    .slice(since)
    .map(
      ({ method, path, answer: { status } }) =>
        `GitHub: ${method} ${path.replace(`/repos/${REPOSITORY}`, '')}: ${status}`,
    )
}

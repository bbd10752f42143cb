import { readFileSync } from 'node:fs'
import { readActionFile } from './action-file.js'

/**
 * @typedef {object} Event
 * @property {string} name
 * @property {unknown} payload  As GitHub sends it. A string is written to the event file as it stands; with `undefined`
 *   there is no event file.
 */

/**
 * The variables of GitHub's runner that don't depend on the machine. The ones that depend on the event are taken from
 * its payload as far as that goes.
 *
 * @param {Event} event
 * @returns {Record<string, string>}
 */
export function workflowEnvironment(event) {
  const repository = String(member(event.payload, 'repository', 'full_name') ?? 'example/shop')
  const { ref, sha, head = '', base = '' } = refsOf(event)
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_ACTOR: String(member(event.payload, 'sender', 'login') ?? 'ana-example'),
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_BASE_REF: base,
    GITHUB_EVENT_NAME: event.name,
    GITHUB_GRAPHQL_URL: 'https://api.github.com/graphql',
    GITHUB_HEAD_REF: head,
    GITHUB_JOB: 'gate',
    GITHUB_REF: ref,
    GITHUB_REF_NAME: ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    GITHUB_REF_TYPE: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_OWNER: repository.replace(/\/.*/, ''),
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: '4242',
    GITHUB_RUN_NUMBER: '42',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_SHA: sha,
    GITHUB_WORKFLOW: 'Gate',
    GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/gate.yml@${ref}`,
  }
}

/**
 * The variables in which the runner hands inputs over: action.yml's defaults for those that are not given.
 *
 * @param {Record<string, string>} inputs
 * @param {Record<string, string>} [terms]  What expressions in a default stand for: nothing, unless given.
 * @returns {Record<string, string>}
 */
export function inputVariables(inputs, terms = {}) {
  const declared = readActionFile(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')).inputs
  const defaults = Object.entries(declared).map(([name, input]) => [
    name,
    input.default.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, term) => terms[term] ?? ''),
  ])
  const all = Object.entries({ ...Object.fromEntries(defaults), ...inputs })
  return Object.fromEntries(all.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]))
}

/**
 * @param {Event} event
 * @returns {{ref: string, sha: string, head?: string, base?: string}}
 */
function refsOf({ name, payload }) {
  /** @type {(...path: string[]) => string | undefined} */
  const read = (...path) => {
    const value = member(payload, ...path)
    return typeof value === 'string' ? value : undefined
  }
  const usual = {
    ref: `refs/heads/${read('repository', 'default_branch') ?? 'main'}`,
    sha: 'd'.repeat(40),
  }
  const number = member(payload, 'pull_request', 'number')
  if (number !== undefined && name !== 'issue_comment') {
    const head = read('pull_request', 'head', 'ref') ?? ''
    const base = read('pull_request', 'base', 'ref') ?? ''
    // `pull_request_target` runs on the base branch; the others on a merge commit that is neither head nor base.
    if (name === 'pull_request_target') return { ref: `refs/heads/${base}`, sha: usual.sha, head, base }
    return { ref: `refs/pull/${number}/merge`, sha: 'e'.repeat(40), head, base }
  }
  if (name === 'merge_group') {
    return { ref: read('merge_group', 'head_ref') ?? usual.ref, sha: read('merge_group', 'head_sha') ?? usual.sha }
  }
  return { ref: read('ref')?.replace(/^(?!refs\/)/, 'refs/heads/') ?? usual.ref, sha: read('after') ?? usual.sha }
}

/**
 * @param {unknown} value
 * @param {string[]} path
 * @returns {unknown}
 */
function member(value, ...path) {
  return path.reduce(
    (/** @type {unknown} */ current, key) =>
      typeof current === 'object' && current !== null && Object.hasOwn(current, key)
        ? /** @type {Record<string, unknown>} */ (current)[key]
        : undefined,
    value,
  )
}

/**
 * The bodies of GitHub's answers, with every member that GitHub's description requires. What a test does not say is
 * made up, the same each time.
 *
 * @import { Comment, Protection, PullRequest, Wire } from './state.js'
 *
 * @typedef {{api: string, owner: string, name: string}} Place  Base address of the API, and the repository.
 */
import { ACTIONS_APP, sha } from './state.js'

const CREATED = '2026-03-01T09:00:00Z'
const WEB = 'https://github.com'

const USER_LINKS = ['events', 'followers', 'following', 'gists', 'organizations', 'received_events', 'repos']
const REPOSITORY_LINKS = [
  ...['archive', 'assignees', 'blobs', 'branches', 'collaborators', 'comments', 'commits', 'compare', 'contents'],
  ...['contributors', 'deployments', 'downloads', 'events', 'forks', 'git_commits', 'git_refs', 'git_tags', 'hooks'],
  ...['issue_comment', 'issue_events', 'issues', 'keys', 'labels', 'languages', 'merges', 'milestones'],
  ...['notifications', 'pulls', 'releases', 'stargazers', 'statuses', 'subscribers', 'subscription', 'tags', 'teams'],
  'trees',
]

/**
 * @param {string} api
 * @param {readonly string[]} names
 */
function links(api, names) {
  return Object.fromEntries(names.map(name => [`${name}_url`, `${api}/${name}`]))
}

/**
 * @param {string} api
 * @param {string} login
 */
export function userBody(api, login) {
  const path = encodeURIComponent(login)
  return {
    login,
    id: login.length,
    node_id: `U_${login.length}`,
    avatar_url: `${WEB}/avatars/${path}`,
    gravatar_id: '',
    url: `${api}/users/${path}`,
    html_url: `${WEB}/${path}`,
    ...links(`${api}/users/${path}`, [...USER_LINKS, 'starred', 'subscriptions']),
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  }
}

/** @param {Place} place */
export function repositoryBody({ api, owner, name }) {
  const url = `${api}/repos/${owner}/${name}`
  const web = `${WEB}/${owner}/${name}`
  return {
    ...links(url, REPOSITORY_LINKS),
    ...{ id: 1296269, node_id: 'R_1', name, full_name: `${owner}/${name}`, owner: userBody(api, owner), url },
    ...{ html_url: web, description: null, fork: false, private: false, clone_url: `${web}.git`, svn_url: web },
    ...{ git_url: `git://github.com/${owner}/${name}.git`, ssh_url: `git@github.com:${owner}/${name}.git` },
    ...{ mirror_url: null, homepage: null, language: null, license: null, default_branch: 'main', size: 1 },
    ...{ forks: 0, forks_count: 0, open_issues: 1, open_issues_count: 1, stargazers_count: 0 },
    ...{ watchers: 0, watchers_count: 0, archived: false, disabled: false, has_downloads: true, has_issues: true },
    ...{ has_projects: true, has_wiki: true, has_pages: false },
    ...{ pushed_at: CREATED, created_at: CREATED, updated_at: CREATED },
  }
}

/**
 * @param {Place} place
 * @param {number} number
 * @param {PullRequest} given
 * @param {Wire} view  What this read shows.
 */
export function pullRequestBody(place, number, given, view) {
  const { api, owner, name } = place
  const url = `${api}/repos/${owner}/${name}/pulls/${number}`
  const issue = `${api}/repos/${owner}/${name}/issues/${number}`
  const web = `${WEB}/${owner}/${name}/pull/${number}`
  const user = userBody(api, 'octocat')
  const merged = given.merged ?? false
  const state = given.state ?? (merged ? 'closed' : 'open')
  /** @param {{ref: string, sha: string}} side */
  const side = ({ ref, sha }) => ({ label: `${owner}:${ref}`, ref, sha, user, repo: repositoryBody(place) })
  const head = side({ ref: 'feature', sha: sha('a'), ...given.head })
  const statuses = `${api}/repos/${owner}/${name}/statuses/${head.sha}`
  const addresses = {
    ...{ html: web, issue, self: url, comments: `${issue}/comments`, commits: `${url}/commits`, statuses },
    ...{ review_comments: `${url}/comments`, review_comment: `${url}/comments{/number}` },
  }
  return {
    ...{ url, id: 1000 + number, node_id: `PR_${number}`, number, state, title: given.title ?? `Change ${number}` },
    ...{ html_url: web, diff_url: `${web}.diff`, patch_url: `${web}.patch`, issue_url: issue, user, body: null },
    ...{ comments_url: addresses.comments, commits_url: addresses.commits, statuses_url: statuses },
    ...{ review_comments_url: addresses.review_comments, review_comment_url: addresses.review_comment },
    _links: Object.fromEntries(Object.entries(addresses).map(([key, href]) => [key, { href }])),
    ...{ head, base: side({ ref: 'main', sha: sha('0'), ...given.base }), labels: [], milestone: null },
    ...{ assignee: null, auto_merge: null, author_association: 'CONTRIBUTOR', draft: given.draft ?? false },
    ...{ locked: given.locked ?? false, created_at: CREATED, updated_at: CREATED },
    ...{ closed_at: state === 'closed' ? CREATED : null, merged, merged_at: merged ? CREATED : null },
    ...{ merged_by: merged ? user : null, merge_commit_sha: null, maintainer_can_modify: false },
    ...{ additions: 1, deletions: 1, changed_files: 1, comments: given.comments?.length ?? 0 },
    ...{ commits: 1, review_comments: 0 },
    mergeable: state === 'closed' ? null : true,
    mergeable_state: state === 'closed' ? 'unknown' : 'clean',
    ...view,
  }
}

/**
 * @param {Place} place
 * @param {string} commit
 * @param {Wire} given
 * @param {number} index
 */
export function checkRunBody(place, commit, given, index) {
  const { api, owner, name } = place
  const id = typeof given['id'] === 'number' ? given['id'] : 5000 + index
  const url = `${api}/repos/${owner}/${name}/check-runs/${id}`
  const { app = ACTIONS_APP, ...members } = given
  const isDone = (members['status'] ?? 'completed') === 'completed'
  return {
    ...{ id, node_id: `CR_${id}`, head_sha: commit, external_id: '', url },
    html_url: `${WEB}/${owner}/${name}/runs/${id}`,
    details_url: `${WEB}/${owner}/${name}/actions/runs/77/job/${id}`,
    ...{ status: 'completed', conclusion: isDone ? 'success' : null },
    ...{ started_at: CREATED, completed_at: isDone ? '2026-03-01T09:05:00Z' : null },
    output: { title: null, summary: null, text: null, annotations_count: 0, annotations_url: `${url}/annotations` },
    ...{ check_suite: { id: 7 }, pull_requests: [], app: typeof app === 'number' ? appBody(api, app) : app },
    ...members,
  }
}

/**
 * @param {string} api
 * @param {number} id
 */
function appBody(api, id) {
  const name = id === ACTIONS_APP ? 'GitHub Actions' : `App ${id}`
  return {
    ...{ id, slug: name.toLowerCase().replace(' ', '-'), node_id: `A_${id}`, owner: userBody(api, 'github'), name },
    ...{ description: null, external_url: WEB, html_url: `${WEB}/apps/${id}` },
    ...{ created_at: CREATED, updated_at: CREATED, permissions: {}, events: [] },
  }
}

/**
 * @param {Place} place
 * @param {string} commit
 * @param {Wire} given
 * @param {number} index
 */
export function statusBody({ api, owner, name }, commit, given, index) {
  return {
    ...{ url: `${api}/repos/${owner}/${name}/statuses/${commit}`, id: 9000 + index, node_id: `SC_${index}` },
    ...{ avatar_url: null, context: 'default', description: null, target_url: null },
    ...{ created_at: CREATED, updated_at: CREATED },
    ...given,
  }
}

/**
 * @param {Place} place
 * @param {number} number
 * @param {Required<Pick<Comment, 'id' | 'body' | 'login'>>} comment
 */
export function commentBody({ api, owner, name }, number, { id, body, login }) {
  const url = `${api}/repos/${owner}/${name}/issues`
  return {
    ...{ url: `${url}/comments/${id}`, html_url: `${WEB}/${owner}/${name}/pull/${number}#issuecomment-${id}` },
    ...{ issue_url: `${url}/${number}`, id, node_id: `IC_${id}`, user: userBody(api, login), body },
    ...{ created_at: CREATED, updated_at: CREATED, author_association: 'NONE', performed_via_github_app: null },
  }
}

/**
 * @param {Place} place
 * @param {string} branch
 * @param {string} commit
 * @param {Protection} [protection]
 */
export function branchBody({ api, owner, name }, branch, commit, protection) {
  const url = `${api}/repos/${owner}/${name}`
  const self = `${url}/branches/${branch}`
  const person = { name: 'Octocat', email: 'octocat@example.com', date: CREATED }
  return {
    name: branch,
    commit: {
      ...{ url: `${url}/commits/${commit}`, sha: commit, node_id: 'C_1', html_url: `${WEB}/${owner}/${name}` },
      ...{ comments_url: `${url}/commits/${commit}/comments`, author: userBody(api, 'octocat'), parents: [] },
      committer: userBody(api, 'octocat'),
      commit: {
        ...{ url: `${url}/git/commits/${commit}`, author: person, committer: person, message: 'Change it' },
        ...{ comment_count: 0, tree: { sha: sha('e'), url: `${url}/git/trees/${sha('e')}` } },
      },
    },
    _links: { html: `${WEB}/${owner}/${name}/tree/${branch}`, self },
    protected: protection !== undefined,
    protection: {
      enabled: protection !== undefined,
      required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
      ...protection?.protection,
    },
    protection_url: `${self}/protection`,
  }
}

/**
 * @param {Wire} rule
 * @param {number} index
 */
export function ruleBody(rule, index) {
  return { ruleset_source_type: 'Repository', ruleset_source: 'acme/rocket', ruleset_id: 42 + index, ...rule }
}

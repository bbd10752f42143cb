/**
 * The state of the stand-in of GitHub's API: plain data that a test writes by hand. Every member may be left out; what
 * the API sends beside it is made up in `bodies.js`.
 *
 * @typedef {Record<string, unknown>} Wire  Members as GitHub sends them, which win over those that are made up.
 *
 * @typedef {object} PullRequest
 * @property {string} [title]
 * @property {'open' | 'closed'} [state]
 * @property {boolean} [merged]
 * @property {boolean} [draft]
 * @property {boolean} [locked]  Nobody but members may comment: 403.
 * @property {{ref?: string, sha?: string}} [head]
 * @property {{ref?: string, sha?: string}} [base]
 * @property {Wire[]} [views]
 *   Members that the first, the second … read shows; the last one stays. `mergeable` is null while GitHub computes it.
 * @property {Wire[]} [standings]
 *   How it stands in GitHub's own queue by the first, the second … query; the last one stays. Members as GraphQL has them;
 *   `entry` with those of an entry (`headCommit`, `builtAt` and `enqueuer` as text), `events` and `pushes` (`events`, where it is left
 *   out) with `kind`: `added`, `removed`, `force-pushed` or `committed`, `at`, and of a removal `reason`, `group` and `by`.
 * @property {Comment[]} [comments]
 *
 * @typedef {object} Comment
 * @property {number} [id]
 * @property {string} body
 * @property {string} [login]  Who wrote it; the token's owner if it is left out.
 *
 * @typedef {object} Repository
 * @property {Record<number, PullRequest>} [pullRequests]
 * @property {Record<string, string>} [branches]  Commit by name.
 * @property {Record<string, Wire[]>} [checkRuns]  By commit; each with `name`, and `app` as a number or null.
 * @property {Record<string, Wire[]>} [statuses]  By commit; each with `context` and `state`, the newest last.
 * @property {Record<string, Wire[]>} [rules]  By branch; each with `type` and `parameters`.
 * @property {Record<string, Protection>} [protections]  Classic protection by branch; the others have none.
 * @property {Record<string, Record<string, string>>} [workflows]
 *   Texts of workflow files, by commit or branch, and by name. Where it is given, there is no other commit.
 * @property {Wire[]} [groups]
 *   The last pull requests that the queue merged, with `removedAt` and `checks`: `name`, `at`, `app`, `event` and `file` of a
 *   check run, `context`, `at` and `by` of a status.
 * @property {boolean} [isPersonal]  It belongs to a person.
 * @property {string[]} [marked]  Names of checks that GitHub marks as required.
 *
 * @typedef {object} Protection
 * @property {Wire} [protection]  As the branch shows it.
 *
 * @typedef {'checks' | 'statuses' | 'contents' | 'pull-requests'} Permission
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {unknown} [body]  A string is sent as it stands, anything else as JSON.
 * @property {Record<string, string>} [headers]  Win over those of the stand-in, names in lower case.
 * @property {boolean} [silent]  Nothing is ever sent.
 * @property {boolean} [broken]  The connection breaks in the middle of the body.
 *
 * @typedef {object} Fault
 * @property {string} at  Start of the request that it befalls: `GET /repos/acme/rocket/pulls/42`, or `graphql`.
 * @property {Answer | ((own: Answer) => Answer)} answer  Sent instead; a function changes what would have been sent.
 * @property {number} [times]  For so many requests; for all if it is left out.
 * @property {boolean} [violates]  The answer breaks GitHub's description, and is meant to.
 *
 * @typedef {object} State
 * @property {string} [login]  The owner of the token.
 * @property {Partial<Record<Permission, 'read' | 'write' | 'none'>>} [permissions]
 *   Of the token; the rest is `write`.
 * @property {string[]} [refused]  Fields of GraphQL that the token may not read, each as `PullRequest.field`.
 * @property {string[]} [unknownFields]  Fields of GraphQL that the server does not know, each as `Type.field`.
 * @property {Record<string, Repository>} repositories  By `owner/name`.
 * @property {Fault[]} [faults]  The first that fits counts.
 */

/** The login of a workflow's own token. */
export const WORKFLOW_LOGIN = 'github-actions[bot]'

/** The token that counts as the right one. */
export const GITHUB_TOKEN = 'github-stand-in-token'

/** The app of GitHub Actions. */
export const ACTIONS_APP = 15368

/**
 * A commit id, made of one character: `sha('a')`.
 *
 * @param {string} digit
 */
export function sha(digit) {
  return digit.repeat(40)
}

/**
 * A rule of a ruleset that requires these checks.
 *
 * @param {(string | {context: string, integration_id?: number})[]} checks
 * @returns {Wire}
 */
export function requiresChecks(...checks) {
  return {
    type: 'required_status_checks',
    parameters: {
      strict_required_status_checks_policy: false,
      required_status_checks: checks.map(check => (typeof check === 'string' ? { context: check } : check)),
    },
  }
}

/**
 * A rule of a ruleset that asks for a merge queue.
 *
 * @param {number} [minutes]  Time for the checks of a group.
 * @returns {Wire}
 */
export function requiresQueue(minutes = 60) {
  return {
    type: 'merge_queue',
    parameters: {
      ...{ check_response_timeout_minutes: minutes, grouping_strategy: 'ALLGREEN', merge_method: 'SQUASH' },
      ...{ max_entries_to_build: 5, max_entries_to_merge: 5, min_entries_to_merge: 1 },
      min_entries_to_merge_wait_minutes: 5,
    },
  }
}

/**
 * A state with one repository, `acme/rocket`, and one pull request in it, #42.
 *
 * @param {Repository} [changes]
 * @param {Omit<State, 'repositories'>} [rest]
 * @returns {State}
 */
export function gitHubState(changes = {}, rest = {}) {
  const pullRequests = { 42: {}, ...changes.pullRequests }
  return { ...rest, repositories: { 'acme/rocket': { ...changes, pullRequests } } }
}

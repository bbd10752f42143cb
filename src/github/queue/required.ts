import * as z from 'zod/mini'
import type { RequiredCheck } from '../../facts/facts.ts'
import type { GitHubFailure } from '../../facts/reading.ts'
import { code, type Message, say } from '../../message.ts'
import type { GitHubScope } from '../client.ts'
import type { Topic } from '../failure.ts'
import { askRest } from '../read.ts'
import { eachOnce, readRules, requiredCheck } from '../rules.ts'
import { askParts, type PartialAnswer, partAt } from './parts.ts'
import { type QueryPart, repositoryQuery } from './query.ts'

/** The checks that a group has to pass, as far as GitHub shows them. */
export interface RequiredChecks extends RequiredPart {
  /** The rules of the branch ask for a merge queue; null if they could not be read. */
  hasQueueRule: boolean | null
  /** Why the rules could not be read; null if they were. */
  unread: GitHubFailure | null
}

/** The names of required checks, each once, as the facts hold them: null if none is known, but there may be some. */
export function requiredNames(checks: readonly { name: string }[], incomplete: Gap | null) {
  const names = [...new Set(checks.map(({ name }) => name))]
  return {
    requiredStatuses: incomplete && names.length === 0 ? null : names,
    ...(incomplete && { moreRequired: incomplete.why }),
  }
}

/** A part of the required checks that is not known. */
export interface Gap {
  /** Worded to follow a colon. */
  why: Message
  /** The outage, if nothing else keeps this part unknown. */
  outage: GitHubFailure | null
  /** GitHub refused to show this part, so asking again does not help. */
  isRefused?: boolean
}

/** The branch and commit whose required checks are asked for. */
interface RequiredQuestion {
  branch: string
  /** Commit of the group; null if only the branch is asked about. */
  sha: string | null
  /** The pull request whose required checks GitHub marks; null if none is named. */
  number: number | null
}

const BRANCH: Topic = { task: 'read the protection of the branch', permission: 'contents: read' }
const MARKS: Topic = { task: 'read which checks are required', permission: 'checks: read' }

/** Rules that require no check. Any other rule, now or in the future, may require one. */
const WITHOUT_CHECKS: ReadonlySet<string> = new Set([
  'creation',
  'update',
  'deletion',
  'required_linear_history',
  'merge_queue',
  'required_deployments',
  'required_signatures',
  'pull_request',
  'non_fast_forward',
  'commit_message_pattern',
  'commit_author_email_pattern',
  'committer_email_pattern',
  'branch_name_pattern',
  'tag_name_pattern',
  'file_path_restriction',
  'max_file_path_length',
  'file_extension_restriction',
  'max_file_size',
  'copilot_code_review',
])

const protection = z.object({
  enabled: z.boolean(),
  required_status_checks: z.optional(
    z.object({
      contexts: z.array(z.string()),
      checks: z.optional(z.array(z.object({ context: z.string(), app_id: z.nullish(z.number()) }))),
    }),
  ),
})

const contexts = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullish(z.string()) }),
  nodes: z.array(
    z.object({
      __typename: z.string(),
      isRequired: z.boolean(),
      name: z.optional(z.string()),
      context: z.optional(z.string()),
      checkSuite: z.nullish(z.object({ app: z.nullish(z.object({ databaseId: z.nullish(z.number()) })) })),
    }),
  ),
})

/** The required checks from one place, and why there may be more; null if these are all. */
interface RequiredPart {
  checks: RequiredCheck[]
  incomplete: Gap | null
}

/**
 * Reads the checks that a branch requires: by its rulesets, its classic protection, and GitHub's marks on the pull
 * request's checks. Sends three requests at once, then those for further pages. Throws only on cancellation.
 */
export async function readAllRequired(
  scope: GitHubScope,
  question: RequiredQuestion,
  leftOut: Set<string>,
): Promise<RequiredChecks> {
  const [byRules, byBranch, byGraphql] = await Promise.all([
    ofRules(scope, question.branch),
    ofBranch(scope, question.branch),
    ofGraphql(scope, question, leftOut),
  ])
  const { marked, byRef } = byGraphql
  // A branch that is protected without a ruleset has classic protection, whose checks may be hidden.
  const isWithoutRules = byRules.unread === null && byRules.count === 0
  const isHidden = byBranch.isProtected && byBranch.checks.length === 0 && isWithoutRules
  const hidden = byBranch.incomplete ?? (isHidden ? HIDDEN : null)
  // `byRef` has all checks of classic protection. If it could not be read, the branch has to show them.
  // Once GraphQL's outage is over, `byRef` may show all that the branch does not.
  const isRefused = hidden?.isRefused === true && byGraphql.outage === null
  const unknown = hidden && { ...hidden, outage: hidden.outage ?? byGraphql.outage, isRefused }
  const gaps = [byRules.incomplete, byRef ? null : unknown].filter(gap => gap !== null)
  // `byRef` names no apps, and a mark names the app that reported. So if a rule or the branch requires a check of the
  // same name, the app that is named there counts.
  const shown = [...byRules.checks, ...byBranch.checks]
  const listed = [...shown, ...without(shown, byRef ?? [])]
  return {
    checks: eachOnce([...listed, ...without(listed, marked)]),
    incomplete: gaps.find(gap => gap.outage === null) ?? gaps[0] ?? null,
    hasQueueRule: byRules.hasQueueRule,
    unread: byRules.unread,
  }
}

/** The checks without those whose name is already known. */
function without(known: readonly RequiredCheck[], checks: readonly RequiredCheck[]): RequiredCheck[] {
  const names = new Set(known.map(({ name }) => name))
  return checks.filter(({ name }) => !names.has(name))
}

async function ofRules(
  scope: GitHubScope,
  branch: string,
): Promise<RequiredPart & Pick<RequiredChecks, 'hasQueueRule' | 'unread'> & { count: number }> {
  const { types, checks, incomplete: failure } = await readRules(scope, branch)
  const other = types.find(type => type !== 'required_status_checks' && !WITHOUT_CHECKS.has(type))
  const unnamed = say`a rule of the branch (${code(other ?? '')}) asks for checks that GitHub does not name`
  const gap = other === undefined ? null : { why: unnamed, outage: null }
  const incomplete = failure ? notRead('the rules of the branch', failure) : gap
  const hasRule = types.includes('merge_queue')
  const hasQueueRule = failure && !hasRule ? null : hasRule
  return { checks, incomplete, hasQueueRule, unread: failure, count: types.length }
}

/**
 * The classic protection, as the branch shows it to a token that may not read protections. This is undocumented, so an
 * answer of another shape is a failure.
 */
async function ofBranch(scope: GitHubScope, branch: string): Promise<RequiredPart & { isProtected: boolean }> {
  const reading = await askRest(scope, {
    route: 'GET /repos/{owner}/{repo}/branches/{branch}',
    parameters: { branch },
    topic: BRANCH,
    shape: z.object({ name: z.string(), protected: z.boolean(), protection }),
  })
  if (reading.kind === 'failed') {
    return { checks: [], incomplete: notRead(PROTECTION, reading.failure), isProtected: false }
  }
  // GitHub redirects from the old name of a branch, so the answer may be about another branch.
  if (reading.value.data.name !== branch) return { checks: [], incomplete: HIDDEN, isProtected: false }
  const { enabled, required_status_checks: required } = reading.value.data.protection
  const ofApps = required?.checks?.map(({ context, app_id }) => ({ context, integration_id: app_id })) ?? []
  const named = new Set(ofApps.map(({ context }) => context))
  const ofAnybody = (required?.contexts ?? []).filter(context => !named.has(context)).map(context => ({ context }))
  const checks = [...ofApps, ...ofAnybody].map(requiredCheck)
  // A protection that is on but shows no checks may hide them; checks of a protection that is off contradict it.
  const isAll = enabled ? checks.length > 0 : checks.length === 0
  const inForce = enabled ? checks : []
  return { checks: inForce, incomplete: isAll ? null : HIDDEN, isProtected: reading.value.data.protected }
}

const PROTECTION = 'the classic protection of the branch'
const HIDDEN: Gap = { why: `${PROTECTION} can't be read with this token`, outage: null }

async function ofGraphql(
  scope: GitHubScope,
  question: RequiredQuestion,
  leftOut: Set<string>,
): Promise<{ marked: RequiredCheck[]; byRef: RequiredCheck[] | null; outage: GitHubFailure | null }> {
  let marked: RequiredCheck[] = []
  let byRef: RequiredCheck[] | null = null
  for (let after: string | null = null; ; ) {
    const answer = await askParts(scope, MARKS, unknown => requiredQuery(scope, question, after, unknown), leftOut)
    if (answer.kind === 'failed') return { marked, byRef, outage: after === null ? outageIn(answer.failure) : null }
    if (after === null) byRef = checksOfRef(answer.value)
    const page = partAt(answer.value, ['repository', 'object', 'statusCheckRollup', 'contexts'], contexts)
    if (page.kind === 'failed' || page.value === null) return { marked, byRef, outage: null }
    marked = [...marked, ...page.value.nodes.flatMap(markedBy)]
    const { hasNextPage, endCursor } = page.value.pageInfo
    if (!hasNextPage || !endCursor || endCursor === after) return { marked, byRef, outage: null }
    after = endCursor
  }
}

/** The required checks that GraphQL lists for the ref; null if the list is missing, because it may be hidden. */
function checksOfRef(answer: PartialAnswer): RequiredCheck[] | null {
  const path = ['repository', 'ref', 'refUpdateRule', 'requiredStatusCheckContexts']
  const part = partAt(answer, path, z.array(z.string()))
  if (part.kind === 'failed' || part.value === null) return null
  return part.value.map(name => ({ name, appId: null }))
}

function markedBy(node: z.output<typeof contexts>['nodes'][number]): RequiredCheck[] {
  const name = node.__typename === 'CheckRun' ? node.name : node.context
  if (!node.isRequired || name === undefined) return []
  return [{ name, appId: node.checkSuite?.app?.databaseId ?? null }]
}

function requiredQuery(
  { repository }: GitHubScope,
  { branch, sha, number }: RequiredQuestion,
  after: string | null,
  leftOut: ReadonlySet<string>,
) {
  const parts: QueryPart[] = []
  if (after === null && !REF_FIELDS.some(field => leftOut.has(field))) {
    const text = 'ref(qualifiedName: $ref) { __typename refUpdateRule { __typename requiredStatusCheckContexts } }'
    parts.push({ text, takes: { ref: ['String!', `refs/heads/${branch}`] } })
  }
  if (sha !== null && number !== null && !MARK_FIELDS.some(field => leftOut.has(field))) {
    const text = `object(oid: $sha) { __typename ... on Commit { statusCheckRollup {
      contexts(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          __typename
          ... on CheckRun { name isRequired(pullRequestNumber: $number) checkSuite { app { databaseId } } }
          ... on StatusContext { context isRequired(pullRequestNumber: $number) }
        }
      }
    } } }`
    parts.push({ text, takes: { sha: ['GitObjectID!', sha], number: ['Int!', number], after: ['String', after] } })
  }
  return repositoryQuery('RequiredChecks', repository, parts)
}

const REF_FIELDS = ['Ref.refUpdateRule', 'RefUpdateRule.requiredStatusCheckContexts']
/** Without one of these fields, marks would be known only for a part of the checks. */
const MARK_FIELDS = ['CheckRun.isRequired', 'StatusContext.isRequired', 'Commit.statusCheckRollup']

function notRead(what: string, failure: GitHubFailure): Gap {
  return {
    why: say`${what} could not be read (${failure.message})`,
    outage: outageIn(failure),
    isRefused: !failure.outage,
  }
}

function outageIn(failure: GitHubFailure): GitHubFailure | null {
  return failure.outage ? failure : null
}

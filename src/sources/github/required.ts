import * as z from 'zod/mini'
import type { RequiredCheck } from '../../facts/facts.ts'
import { type GitHubFailure, isFailed } from '../../facts/reading.ts'
import type { GitHubScope } from '../../github/client.ts'
import type { Topic } from '../../github/failure.ts'
import { askRest } from '../../github/read.ts'
import { eachOnce, readRules, requiredCheck } from '../../github/rules.ts'
import { code, type Message, say } from '../../text/message.ts'

/** The checks that a group has to pass, as far as GitHub shows them. */
export interface RequiredChecks extends RequiredPart {
  /** The rules of the branch ask for a merge queue; null if they could not be read. */
  hasQueueRule: boolean | null
  /** Why the rules could not be read; null if they were. */
  unread: GitHubFailure | null
  /** A part of the rules or of the classic protection could not be read, so more checks may have names. */
  isPartial: boolean
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

const BRANCH: Topic = { task: 'read the protection of the branch', permission: 'contents: read' }

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

/** The required checks from one place, and why there may be more; null if these are all. */
interface RequiredPart {
  checks: RequiredCheck[]
  incomplete: Gap | null
}

/** Reads the checks that a branch requires, by its rulesets and its classic protection. Throws only on cancellation. */
export async function readAllRequired(scope: GitHubScope, branch: string): Promise<RequiredChecks> {
  const [byRules, byBranch] = await Promise.all([ofRules(scope, branch), ofBranch(scope, branch)])
  // A branch that is protected without a ruleset has classic protection, whose checks may be hidden.
  const isWithoutRules = byRules.unread === null && byRules.count === 0
  const isHidden = byBranch.isProtected && byBranch.checks.length === 0 && isWithoutRules
  const ofBranchGap = byBranch.incomplete ?? (isHidden ? HIDDEN : null)
  const gaps = [byRules.incomplete, ofBranchGap].filter(gap => gap !== null)
  return {
    checks: eachOnce([...byRules.checks, ...byBranch.checks]),
    incomplete: gaps.find(gap => gap.outage === null) ?? gaps[0] ?? null,
    hasQueueRule: byRules.hasQueueRule,
    unread: byRules.unread,
    isPartial: byRules.unread !== null || ofBranchGap !== null,
  }
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
  if (isFailed(reading)) {
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

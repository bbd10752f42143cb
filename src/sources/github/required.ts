import * as z from 'zod/mini'
import { type Answer, type Failure, failureIn, isFailed, type RequiredCheck, valueIn } from '../../facts/facts.ts'
import type { GitHubScope } from '../../github/client.ts'
import type { Topic } from '../../github/failure.ts'
import { askRest, parseAnswer, readAllPages } from '../../github/rest.ts'
import { code, type Message, say } from '../../text/message.ts'

/** The checks that a merge group has to pass, as far as GitHub shows them. */
export interface RequiredChecks {
  checks: RequiredCheck[]
  /** Why there may be more checks; gaps that waiting can close come last. Empty if these are all. */
  gaps: Gap[]
  /** True if a rule of the branch asks for a merge queue; else why that is not known. */
  hasQueue: Answer<true>
  /** The minutes that the rule of the queue gives the checks; null if it is not known. */
  timeoutMinutes: number | null
}

/** Why a part of the required checks is not known. */
export interface Gap {
  /** Worded to follow a colon, without a full stop. */
  why: Message
  /** If absent, that of `failure` is shown; without a failure, advice about the token. */
  remedy?: Message
  /** The type of the rule that asks for checks without naming them; undefined if an answer could not be read. */
  ruleType?: string
  failure?: Failure
}

const RULES: Topic = { task: 'list the rules of the branch', permission: 'metadata: read' }

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

/** Reads the checks that a branch requires, by its rulesets and its classic protection. Throws only on cancellation. */
export async function readRequired(scope: GitHubScope, branch: string): Promise<RequiredChecks> {
  const [rules, classic] = await Promise.all([readRules(scope, branch), readProtection(scope, branch)])
  const checks = [...rules.checks, ...classic.checks]
  const gaps = [...rules.gaps, ...classic.gaps]
  return {
    ...rules,
    checks: [...new Map(checks.map(check => [JSON.stringify(check), check])).values()],
    gaps: gaps.toSorted((a, b) => Number(a.failure?.outage ?? false) - Number(b.failure?.outage ?? false)),
  }
}

const rulesShape = z.array(z.object({ type: z.string(), parameters: z.optional(z.unknown()) }))
const requiredByRule = z.object({
  required_status_checks: z.array(z.object({ context: z.string(), integration_id: z.nullish(z.number()) })),
})
const queueRule = z.object({ check_response_timeout_minutes: z.number() })

/** The checks that the active rulesets require; several of them can require the same check. */
async function readRules(scope: GitHubScope, branch: string): Promise<RequiredChecks> {
  const { items, incomplete } = await readAllPages(scope, {
    route: 'GET /repos/{owner}/{repo}/rules/branches/{branch}',
    parameters: { branch },
    topic: RULES,
    shape: rulesShape,
    // GitHub gives neither a count nor ids of rules. So any number is enough, and no rule counts as another's double.
    itemsOf: items => ({ items, total: 0 }),
    keyOf: rule => rule,
  })
  const types = items.map(({ type }) => type)
  const rules = items.filter(({ type }) => type === 'required_status_checks')
  const readings = rules.map(({ parameters }) => parseAnswer(requiredByRule, parameters, RULES))
  const required = readings.flatMap(reading => valueIn(reading)?.required_status_checks ?? [])
  const failure = incomplete ?? readings.map(failureIn).find(each => each !== null) ?? null
  const queue = items.find(({ type }) => type === 'merge_queue')
  return {
    checks: required.map(({ context, integration_id }) => requiredCheck(context, integration_id)),
    gaps: gapsOfRules(failure, types),
    hasQueue: queue ? { value: true } : { failure: failure ?? NO_RULE },
    timeoutMinutes: queueRule.safeParse(queue?.parameters).data?.check_response_timeout_minutes ?? null,
  }
}

/** Classic protection can ask for a queue as well. */
const NO_RULE: Failure = {
  code: 'queue-not-found',
  message: 'No rule of the branch asks for a merge queue, and whether its classic protection does is not known.',
  remedy: say`Set ${code('pull-request')}: GitHub's answer about a pull request says whether there is a queue.`,
  outage: false,
}

function gapsOfRules(failure: Failure | null, types: readonly string[]): Gap[] {
  if (failure) return [{ why: 'the rules of the branch could not be read', failure }]
  const ruleType = types.find(type => type !== 'required_status_checks' && !WITHOUT_CHECKS.has(type))
  if (ruleType === undefined) return []
  const why = say`the rule ${code(ruleType)} of the branch asks for checks that GitHub does not name`
  return [{ why, remedy: 'Look at the merge box of the pull request: it names what the rule waits for.', ruleType }]
}

const branchShape = z.object({
  protection: z.object({
    enabled: z.boolean(),
    required_status_checks: z.optional(
      z.object({
        contexts: z.array(z.string()),
        checks: z.optional(z.array(z.object({ context: z.string(), app_id: z.nullish(z.number()) }))),
      }),
    ),
  }),
})

/**
 * The classic protection, as the branch shows it to a token that may not read protections. This is undocumented, so an
 * answer of another shape is a failure.
 */
async function readProtection(scope: GitHubScope, branch: string): Promise<Pick<RequiredChecks, 'checks' | 'gaps'>> {
  const reading = await askRest(scope, {
    route: 'GET /repos/{owner}/{repo}/branches/{branch}',
    parameters: { branch },
    topic: { task: 'read the protection of the branch', permission: 'contents: read' },
    shape: branchShape,
  })
  if (isFailed(reading)) {
    const why = 'the classic protection of the branch could not be read'
    return { checks: [], gaps: [{ why, failure: reading.failure }] }
  }
  const { enabled, required_status_checks: required } = reading.value.data.protection
  const ofApps = required?.checks?.map(({ context, app_id }) => requiredCheck(context, app_id)) ?? []
  const named = new Set(ofApps.map(({ name }) => name))
  const others = (required?.contexts ?? []).filter(context => !named.has(context))
  const checks = [...ofApps, ...others.map(context => requiredCheck(context))]
  // A protection that is on but shows no checks may hide them; checks of a protection that is off contradict it.
  const isAll = enabled ? checks.length > 0 : checks.length === 0
  const gaps = isAll ? [] : [{ why: "the classic protection of the branch can't be read with this token" }]
  return { checks: enabled ? checks : [], gaps }
}

/** If a rule names no app by a positive id, any app may report its check. */
function requiredCheck(name: string, app?: number | null): RequiredCheck {
  return { name, appId: app && app > 0 ? app : null }
}

import * as z from 'zod/mini'
import type { RequiredCheck } from '../facts/facts.ts'
import { type Failure, isFailed } from '../facts/facts.ts'
import type { GitHubScope } from './client.ts'
import { readPages, shaped } from './read.ts'

const TOPIC = { task: 'list the rules of the branch', permission: 'metadata: read' }

const rules = z.array(z.object({ type: z.string(), parameters: z.optional(z.unknown()) }))
const requiredByRule = z.object({
  required_status_checks: z.array(z.object({ context: z.string(), integration_id: z.nullish(z.number()) })),
})
const queueRule = z.object({ check_response_timeout_minutes: z.number() })

export interface BranchRules {
  /** The types of all rules that were read. */
  types: string[]
  /** The checks that these rules require; several rulesets can require the same check. */
  checks: RequiredCheck[]
  /** The time that the rule of the merge queue gives the checks of a group; null if no rule says so. */
  timeoutMinutes: number | null
  /** Why there may be more checks; null if these are all. */
  incomplete: Failure | null
}

/**
 * Reads the active rulesets of a branch (GET /repos/{owner}/{repo}/rules/branches/{branch}). Throws only on
 * cancellation.
 */
export async function readRules(scope: GitHubScope, branch: string): Promise<BranchRules> {
  const { items, incomplete } = await readPages(scope, {
    route: 'GET /repos/{owner}/{repo}/rules/branches/{branch}',
    parameters: { branch },
    topic: TOPIC,
    shape: rules,
    items: page => page,
  })
  const found: BranchRules = { types: items.map(({ type }) => type), checks: [], timeoutMinutes: null, incomplete }
  for (const { type, parameters } of items) {
    if (type === 'merge_queue') {
      const { success, data } = queueRule.safeParse(parameters)
      if (success) found.timeoutMinutes = data.check_response_timeout_minutes
    }
    if (type !== 'required_status_checks') continue
    const reading = shaped(requiredByRule, parameters, TOPIC)
    if (isFailed(reading)) found.incomplete ??= reading.failure
    else found.checks.push(...reading.value.required_status_checks.map(requiredCheck))
  }
  return found
}

/** A required check. If its rule names no app by a positive id, any app may report it. */
export function requiredCheck(rule: { context: string; integration_id?: number | null | undefined }): RequiredCheck {
  const { context, integration_id: id } = rule
  return { name: context, appId: id && id > 0 ? id : null }
}

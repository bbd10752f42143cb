import * as z from 'zod/mini'
import type { RequiredCheck } from '../facts/facts.ts'
import { type GitHubFailure, isFailed } from '../facts/reading.ts'
import { type GitHubScope, shaped } from './client.ts'
import { readPages } from './read.ts'

const TOPIC = { task: 'list the rules of the branch', permission: 'metadata: read' }

const rules = z.array(z.object({ type: z.string(), parameters: z.optional(z.unknown()) }))
const requiredByRule = z.object({
  required_status_checks: z.array(z.object({ context: z.string(), integration_id: z.nullish(z.number()) })),
})

interface BranchRules {
  /** The types of all rules that were read. */
  types: string[]
  /** The checks that these rules require; several rulesets can require the same check. */
  checks: RequiredCheck[]
  /** Why there may be more checks; null if these are all. */
  incomplete: GitHubFailure | null
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
  const found: BranchRules = { types: items.map(({ type }) => type), checks: [], incomplete }
  for (const { type, parameters } of items) {
    if (type !== 'required_status_checks') continue
    const reading = shaped(requiredByRule, parameters, TOPIC)
    if (isFailed(reading)) found.incomplete ??= reading.failure
    else for (const check of reading.value.required_status_checks) found.checks.push(requiredCheck(check))
  }
  return found
}

export function eachOnce(checks: readonly RequiredCheck[]): RequiredCheck[] {
  return [...new Map(checks.map(check => [JSON.stringify(check), check])).values()]
}

/** A required check. If its rule names no app by a positive id, any app may report it. */
export function requiredCheck(rule: { context: string; integration_id?: number | null | undefined }): RequiredCheck {
  const { context, integration_id: id } = rule
  return { name: context, appId: id && id > 0 ? id : null }
}

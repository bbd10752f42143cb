import * as z from 'zod/mini'
import type { RequiredCheck } from '../facts/facts.ts'
import { failedBy } from '../facts/reading.ts'
import { type GitHubRead, type GitHubScope, shaped } from './client.ts'
import { readPages } from './read.ts'

const TOPIC = { task: 'list the rules of the branch', permission: 'metadata: read' }

const rules = z.array(z.object({ type: z.string(), parameters: z.optional(z.unknown()) }))
const parameters = z.object({
  required_status_checks: z.array(z.object({ context: z.string(), integration_id: z.nullish(z.number()) })),
})

/**
 * Reads the checks that the active rulesets of a branch require (GET /repos/{owner}/{repo}/rules/branches/{branch}). A
 * workflow's token can't read branch protection, so checks that are not listed here may be required, too. Rules that
 * are not all read are a failed reading. Throws only on cancellation.
 *
 * @param branch without `refs/heads/`
 */
export async function readRequiredChecks(scope: GitHubScope, branch: string): Promise<GitHubRead<RequiredCheck[]>> {
  const { items, incomplete } = await readPages(scope, {
    route: 'GET /repos/{owner}/{repo}/rules/branches/{branch}',
    parameters: { branch },
    topic: TOPIC,
    shape: rules,
    items: page => page,
  })
  if (incomplete) return failedBy(incomplete)
  const checks = new Map<string, RequiredCheck>()
  for (const rule of items) {
    if (rule.type !== 'required_status_checks') continue
    const reading = shaped(parameters, rule.parameters, TOPIC)
    if (reading.kind === 'failed') return reading
    // Several rulesets can require the same check.
    for (const { context, integration_id } of reading.value.required_status_checks) {
      const check = { name: context, appId: integration_id ?? null }
      checks.set(JSON.stringify(check), check)
    }
  }
  return { kind: 'read', value: [...checks.values()] }
}

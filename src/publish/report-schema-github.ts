/** What GitHub says beyond the pull request, as the report file has it: a part of `report-schema.ts`. */
import * as z from 'zod'

const text = z.string().nullable()
const number = z.number().nullable()

const GITHUB_FAILURES = [
  'token-missing',
  'token-refused',
  'forbidden',
  'locked',
  'not-found',
  'refused',
  'rate-limited',
  'unavailable',
  'silent',
  'redirected',
  'too-large',
  'unexpected',
  'over-budget',
  'too-many',
] as const

const gitHubFailure = z.strictObject({
  cause: z.enum(GITHUB_FAILURES),
  message: z.string(),
  remedy: z.string(),
  retryAfterMs: z.number().optional(),
})

const commitChecks = z.strictObject({
  sha: z.string(),
  checks: z.array(
    z.strictObject({
      source: z.enum(['check-run', 'status']),
      name: z.string(),
      appId: number,
      id: number,
      outcome: z.enum(['passed', 'failed', 'pending', 'unknown']),
      url: text,
      detailsUrl: text,
      startedAt: text,
      completedAt: text,
    }),
  ),
  incomplete: z.array(gitHubFailure),
})

/** A fact of GitHub's side. */
function ofGitHub<Value extends z.ZodType>(value: Value) {
  return z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('not-asked') }),
    z.strictObject({ kind: z.literal('read'), value }),
    z.strictObject({ kind: z.literal('failed'), ...gitHubFailure.shape }),
  ])
}

export const githubFacts = {
  checks: ofGitHub(commitChecks),
  headChecks: ofGitHub(commitChecks.extend({ ownCheckId: number.describe('Of the check run that the step runs in.') })),
  rules: ofGitHub(z.array(z.strictObject({ name: z.string(), appId: number }))),
  timeline: ofGitHub(
    z.strictObject({
      events: z.array(
        z.strictObject({
          kind: z.enum(['head-force-pushed', 'committed', 'closed', 'reopened', 'merged', 'removed-from-queue']),
          at: text,
          sha: text,
        }),
      ),
      incomplete: gitHubFailure.nullable(),
    }),
  ),
}

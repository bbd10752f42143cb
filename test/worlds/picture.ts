import { z } from 'zod'
import type { Json, Reply, Scene } from './world.ts'

/**
 * One side's answer as the contract sorts it. `missing` is a 404 that is an answer; `refused` covers 401 and 403,
 * `outage` network errors, time-outs, 408, 429 and 5xx, `broken` what is not the documented shape, `failed` the rest.
 */
export type Reading<T> =
  | { kind: 'read'; value: T }
  | { kind: 'missing' }
  | { kind: 'refused' }
  | { kind: 'outage' }
  | { kind: 'broken' }
  | { kind: 'failed' }

const text = z.string().nullish()
const flag = z.boolean().nullish()
const required = z.string().min(1)

const pullRequest = z.looseObject({
  prNumber: z.int(),
  prSha: required,
  prBaseBranch: required,
  isCurrentlySubmittedToQueue: z.boolean(),
  state: text,
  readiness: z
    .looseObject({
      requiresImpactedTargets: flag,
      doesBaseBranchMatch: flag,
      hasImpactedTargets: flag,
      gitHubMergeability: text,
    })
    .nullish(),
})
export type PullRequest = z.infer<typeof pullRequest>

const queue = z.looseObject({
  state: required,
  branch: required,
  mode: required,
  enqueuedPullRequests: z.array(z.looseObject({ prNumber: z.int().nullish(), state: text })).nullish(),
})
export type Queue = z.infer<typeof queue>

const testRun = z.looseObject({
  status: text,
  testBranch: required,
  testBranchSha: required,
  requiredStatuses: z.array(z.string()).nullable(),
  checkSuites: z
    .array(
      z.looseObject({
        checkRuns: z.array(z.looseObject({ name: text, status: text, conclusion: text })).nullish(),
      }),
    )
    .nullable(),
  statusChecks: z.array(z.looseObject({ context: text, state: text })).nullish(),
  testedPullRequests: z.array(z.looseObject({ prNumber: z.int() })).nullish(),
})
export type TestRun = z.infer<typeof testRun>

const github = z.looseObject({
  number: z.int(),
  state: z.string(),
  base: z.looseObject({ ref: required }),
  head: z.looseObject({ sha: required }),
  mergeable: flag,
  mergeable_state: text,
})
export type GitHub = z.infer<typeof github>

/** Everything that could be known at one moment. */
export interface Snapshot {
  'pull-request': Reading<PullRequest>
  queue: Reading<Queue>
  'test-run': Reading<TestRun>
  github: Reading<GitHub>
  /** The reads of this poll: an unread answer contradicts nothing. */
  heard: ReadonlySet<string>
}

export function snapshotOf(scene: Scene, heard: ReadonlySet<string> = new Set()): Snapshot {
  return {
    'pull-request': readingOf(scene['pull-request'], pullRequest),
    queue: readingOf(scene.queue, queue),
    'test-run': readingOf(scene['test-run'], testRun),
    github: readingOf(scene.github, github),
    heard,
  }
}

function readingOf<T>(reply: Reply, schema: z.ZodType<T>): Reading<T> {
  if (reply.kind !== 'answer') return { kind: 'outage' }
  const { status, type, body } = reply
  if (status === 404) return { kind: type === 'html' ? 'broken' : 'missing' }
  if (status === 401 || status === 403) return { kind: 'refused' }
  if (status === 408 || status === 429 || status >= 500) return { kind: 'outage' }
  if (status !== 200) return { kind: 'failed' }
  const parsed = schema.safeParse(parsedJson(body))
  return parsed.success ? { value: parsed.data } : { kind: 'broken' }
}

function parsedJson(body: string): Json | undefined {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

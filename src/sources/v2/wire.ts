/**
 * The answers as the v2 API sends them. A member that is the purpose of the operation is required, and a member that a
 * verdict rests on must have the documented type. All others are let through unchecked. `answers.ts` reads some of them
 * only to show them, and has their names in brackets: `wire['title']`.
 */
import * as z from 'zod/mini'
import { filled, pullRequestNumber } from '../../facts/schema/shapes.ts'
import { type Described, described } from '../../text/document.ts'

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
/** A list that only some verdicts rest on, so `answers.ts` decides which part of it is unknown. */
const items = z.nullish(z.array(z.unknown()))
const texts = z.nullish(z.array(z.string()))

/** The envelope of all lists. */
function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    data: z.array(row),
    nextCursor: text,
    hasMore: z.boolean(),
    total: z.nullish(z.int()),
  })
}

const repository = z.object({ id: filled, path: z.string(), host: text })

const queue = z.looseObject({
  id: filled,
  repositoryId: z.string(),
  targetBranch: z.string(),
  state: z.string(),
})

const order = z.looseObject({
  queueState: z.string(),
  batches: items,
  pending: items,
  awaitingAdmission: items,
  awaitingAdmissionTotal: z.nullish(z.int()),
})

const batch = z.object({
  verificationRunId: text,
  state: text,
  isBisection: flag,
  pullRequests: z.array(z.unknown()),
})

const pending = z.object({ pullRequest: z.unknown() })

const listed = z.looseObject({ number: pullRequestNumber })

const queueEntry = z.looseObject({
  mergeQueueId: filled,
  state: text,
  verifiedByVerificationRunId: text,
})

const pullRequest = z.looseObject({
  id: filled,
  repositoryId: z.string(),
  number: pullRequestNumber,
  sha: filled,
  baseBranch: text,
  isCurrentlySubmittedToQueue: z.boolean(),
  queueEntry: z.nullish(queueEntry),
})

const readiness = z.looseObject({
  requiresImpactedTargets: flag,
  hasImpactedTargets: flag,
  doesBaseBranchMatch: flag,
  mergeability: text,
})

const verificationRun = z.looseObject({
  id: filled,
  isBisection: flag,
  testBranch: z.string(),
  testBranchSha: filled,
  status: text,
  requiredStatuses: texts,
  checks: z.nullish(
    z.array(z.looseObject({ name: text, kind: text, status: text, conclusion: text, providerConclusion: text })),
  ),
  testedPullRequests: z.nullish(z.array(z.looseObject({ number: pullRequestNumber, sha: text }))),
})

const transition = z.looseObject({
  pullRequestId: text,
  state: text,
  reason: text,
})

const test = z.looseObject({
  id: filled,
  testCollectionId: text,
  repoId: text,
  name: z.string(),
  parentName: text,
  className: text,
  file: text,
  variant: text,
  statusSince: text,
  quarantineState: text,
  quarantinedSince: text,
})

/** The answers by subject. */
export const WIRE = {
  repositories: described(listOf(repository)),
  queues: described(listOf(queue)),
  order: described(order),
  pullRequests: described(listOf(pullRequest)),
  verificationRun: described(verificationRun),
  verificationRuns: described(listOf(verificationRun)),
  history: described(listOf(transition)),
  tests: described(listOf(test)),
}

/** Parts that are ignored if they are not as described; they never break an answer. */
export const PARTS = {
  readiness: described(readiness),
  batch: described(batch),
  pending: described(pending),
  listed: described(listed),
}

/** The checked answers; they can have more members than are described here. */
export type Wire = { [Name in keyof typeof WIRE]: Described<(typeof WIRE)[Name]> }
export type WireRow<Name extends 'repositories' | 'queues' | 'pullRequests' | 'history' | 'tests'> =
  Wire[Name]['data'][number]

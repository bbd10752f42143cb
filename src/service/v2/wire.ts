/**
 * The answers of the v2 API as it sends them. A member that the operation is for has to be there, and a member that a
 * verdict rests on breaks the contract where it is of another type than the documented one. Members that are only shown
 * may be of any shape, and members and words that this version does not know are let through.
 */
import * as z from 'zod/mini'
import type { Described } from '../../document.ts'
import { described } from '../../document.ts'
import { filled, pullRequestNumber } from '../../facts/schema/shapes.ts'

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
/** No verdict needs it: the mapping takes what it can show. */
const shown = z.optional(z.unknown())
/** A list that some verdicts rest on and others don't: the mapping takes it whole, or as one that is not known. */
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

const queue = z.object({
  id: filled,
  repositoryId: z.string(),
  targetBranch: z.string(),
  state: z.string(),
  mode: shown,
  config: shown,
})

const order = z.object({
  queueState: z.string(),
  mode: shown,
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

const listed = z.object({ number: pullRequestNumber, sha: shown, title: shown })

const queueEntry = z.object({
  id: shown,
  mergeQueueId: filled,
  state: text,
  stateChangedAt: shown,
  skipsTheLine: shown,
  direct: shown,
  readiness: shown,
  priorityValue: shown,
  priorityName: shown,
  usedDefaultPriorityName: shown,
  verifiedByVerificationRunId: text,
})

const pullRequest = z.object({
  id: filled,
  repositoryId: z.string(),
  number: pullRequestNumber,
  title: shown,
  sha: filled,
  baseBranch: text,
  author: shown,
  isCurrentlySubmittedToQueue: z.boolean(),
  state: shown,
  queueEntry: z.nullish(queueEntry),
  htmlUrl: shown,
})

const readiness = z.object({
  requiresImpactedTargets: flag,
  hasImpactedTargets: flag,
  doesBaseBranchMatch: flag,
  mergeability: text,
  mergeabilityDetails: shown,
})

const verificationRun = z.object({
  id: filled,
  isBisection: flag,
  testBranch: z.string(),
  testBranchSha: filled,
  createdAt: shown,
  status: text,
  requiredStatuses: texts,
  requiredStatusesSource: shown,
  checks: z.nullish(
    z.array(z.object({ name: text, kind: text, status: text, conclusion: text, providerConclusion: text, url: shown })),
  ),
  testedPullRequests: z.nullish(z.array(z.object({ number: pullRequestNumber, sha: text, title: shown, url: shown }))),
  dependentPullRequests: shown,
  impactedTargets: shown,
})

const transition = z.object({
  pullRequestId: text,
  state: text,
  changedAt: shown,
  reason: text,
  actor: shown,
  failed: shown,
})

const test = z.object({
  id: filled,
  testCollectionId: text,
  repoId: text,
  name: z.string(),
  parentName: text,
  className: text,
  file: text,
  variant: text,
  codeowners: shown,
  statusSince: text,
  quarantineState: text,
  quarantinedSince: text,
})

const testCollection = z.object({ id: z.string() })

/** The answers by what they tell of. */
export const WIRE = {
  repositories: described(listOf(repository)),
  queues: described(listOf(queue)),
  queue: described(queue),
  order: described(order),
  pullRequests: described(listOf(pullRequest)),
  verificationRun: described(verificationRun),
  verificationRuns: described(listOf(verificationRun)),
  history: described(listOf(transition)),
  tests: described(listOf(test)),
  testCollections: described(listOf(testCollection)),
}

/** Parts that say nothing where they are not as described, and break no answer. */
export const PARTS = {
  readiness: described(readiness),
  batch: described(batch),
  pending: described(pending),
  listed: described(listed),
}

/** What the answers are once they are held against their descriptions; they can have more members than these. */
export type Wire = { [Name in keyof typeof WIRE]: Described<(typeof WIRE)[Name]> }
export type WireRow<Name extends 'repositories' | 'queues' | 'pullRequests' | 'history' | 'tests'> =
  Wire[Name]['data'][number]

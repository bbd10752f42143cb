/**
 * The answers as the v2 API sends them. A member that is the purpose of the operation is required. All others are let
 * through unchecked: no odd member that a verdict does not rest on breaks an answer. They are read by their names in
 * brackets: `wire['title']`.
 */
import * as z from 'zod/mini'
import { filled, pullRequestNumber } from '../../facts/schema/shapes.ts'

const text = z.nullish(z.string())
/** A list that can't be read is a list that is not known; one item that can't be read still takes a place. */
const items = z.nullish(z.array(z.unknown()))

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
  // More entries than any queue has would only fill the memory.
  awaitingAdmissionTotal: z.nullish(z.int().check(z.maximum(100_000))),
})

const batch = z.looseObject({
  verificationRunId: text,
  state: text,
  isBisection: z.nullish(z.boolean()),
  pullRequests: z.array(z.unknown()),
})

const pullRequest = z.looseObject({
  id: filled,
  repositoryId: z.string(),
  number: pullRequestNumber,
  sha: text,
  isCurrentlySubmittedToQueue: z.boolean(),
  queueEntry: z.nullish(z.looseObject({ mergeQueueId: filled, state: text })),
})

const verificationRun = z.looseObject({
  id: filled,
  testBranch: text,
  testBranchSha: text,
  status: text,
})

const transition = z.looseObject({ pullRequestId: text, state: text })

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
  repositories: listOf(repository),
  queues: listOf(queue),
  order,
  pullRequests: listOf(pullRequest),
  verificationRun,
  verificationRuns: listOf(verificationRun),
  history: listOf(transition),
  tests: listOf(test),
}

/** A batch of the order; one that can't be read leaves the order unknown. */
export function isBatch(value: unknown): value is z.output<typeof batch> {
  return batch.safeParse(value).success
}

/** The checked answers; they can have more members than are described here. */
export type Wire = { [Name in keyof typeof WIRE]: z.output<(typeof WIRE)[Name]> }
export type WireRow<Name extends 'queues' | 'pullRequests' | 'history' | 'tests'> = Wire[Name]['data'][number]

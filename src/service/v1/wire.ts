/**
 * The answers as the service sends them. A member that the operation is for has to be there, and a member that a verdict
 * rests on breaks the contract where it is of another type than the documented one. Members that are only shown may be of
 * any shape, and members and words that this version does not know are let through.
 */
import * as z from 'zod/mini'
import type { Described } from '../../document.ts'
import { described } from '../../document.ts'
import { filled, pullRequestNumber } from '../../facts/schema/shapes.ts'

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const number = z.nullish(z.number())
/** No verdict needs it: the mapping takes what it can show. */
const shown = z.optional(z.unknown())

/** A list with gaps: where one is, nobody knows what is missing. */
function gapped<Item extends z.ZodMiniType>(item: Item) {
  return z.nullish(z.array(z.nullable(item)))
}

const readiness = z.object({
  requiresImpactedTargets: flag,
  doesBaseBranchMatch: flag,
  hasImpactedTargets: flag,
  gitHubMergeability: text,
})

const submission = {
  stateChangedAt: shown,
  priorityValue: shown,
  priorityName: shown,
  skipTheLine: shown,
  prTitle: shown,
  prAuthor: shown,
  id: shown,
  usedDefaultPriorityName: shown,
  state: text,
}

const submittedPullRequest = z.object({
  ...submission,
  prBaseBranch: text,
  readiness: shown,
  forceEnqueued: shown,
  isCurrentlySubmittedToQueue: z.boolean(),
  prNumber: pullRequestNumber,
  prSha: filled,
})

const queueEntry = z.object({
  ...submission,
  prBaseBranch: shown,
  readiness: shown,
  noBatch: shown,
  prNumber: z.nullish(pullRequestNumber),
  prSha: shown,
})

/** A list that some verdicts rest on and others don't: the mapping tells what of it is not known. */
const items = z.nullish(z.array(z.unknown()))

const queue = z.object({
  state: z.string(),
  branch: z.string(),
  concurrency: shown,
  testingTimeoutMinutes: shown,
  mode: shown,
  canOptimisticallyMerge: shown,
  pendingFailureDepth: shown,
  batch: shown,
  batchingMaxWaitTimeMinutes: shown,
  batchingMinSize: shown,
  createPrsForTestingBranches: shown,
  commentsEnabled: shown,
  commandsEnabled: shown,
  statusCheckEnabled: shown,
  bisectionConcurrency: shown,
  requiredStatuses: items,
  directMergeMode: shown,
  optimizationMode: shown,
  mergeMethod: shown,
  enqueuedPullRequests: items,
})

const testingDetails = z.object({
  requiredStatuses: gapped(z.string()),
  requiredStatusesSource: shown,
  testBranch: z.string(),
  testBranchSha: filled,
  checkSuites: gapped(
    // `status` and `conclusion` are in no document, but live answers carry them.
    z.object({ checkRuns: gapped(z.object({ name: text, url: shown, status: text, conclusion: text })) }),
  ),
  statusChecks: gapped(z.object({ context: text, url: shown, state: text })),
  testedPullRequests: gapped(z.object({ prNumber: pullRequestNumber, prUrl: shown, title: shown })),
  createdAt: shown,
  status: text,
  impactedTargets: shown,
  impactedTargetsForTestedPrs: shown,
  dependentPrs: shown,
})

const quarantinedTestsPage = z.object({
  quarantined_tests: z.array(
    z.object({
      name: z.string(),
      parent: text,
      file: text,
      classname: text,
      codeowners: shown,
      quarantined_at: text,
      status_last_updated_at: text,
      test_case_id: text,
      variant: text,
    }),
  ),
  page: z.object({
    total_rows: number,
    total_pages: number,
    next_page_token: text,
    prev_page_token: shown,
    last_page_token: shown,
    page_index: shown,
  }),
})

/** The answers by what they tell of. */
export const WIRE = {
  submittedPullRequest: described(submittedPullRequest),
  queue: described(queue),
  testingDetails: described(testingDetails),
  quarantinedTestsPage: described(quarantinedTestsPage),
}

/** Parts that say nothing where they are not as described, and break no answer. */
export const PARTS = { readiness: described(readiness), queueEntry: described(queueEntry) }

/** What the answers are once they are held against their descriptions; they can have more members than these. */
export type Wire = { [Name in keyof typeof WIRE]: Described<(typeof WIRE)[Name]> }
export type WireSubmission = Pick<Wire['submittedPullRequest'], keyof typeof submission>
export type WireEntry = Described<typeof PARTS.queueEntry>

/**
 * The answers as the service sends them. Liberal where no verdict depends on a member: it may be absent or null, and
 * members and enumeration values that this version does not know are let through. Strict in the rest: a member that
 * the operation is for has to be there, and a value of another type than the documented one breaks the contract.
 */
import * as z from 'zod/mini'
import { described } from '../description.ts'
import type { Described } from '../document.ts'
import { filled, pullRequestNumber } from '../facts/schema/shapes.ts'

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const number = z.nullish(z.number())
const texts = z.nullish(z.array(z.string()))

const readiness = z.object({
  requiresImpactedTargets: flag,
  doesBaseBranchMatch: flag,
  hasImpactedTargets: flag,
  gitHubMergeability: text,
})

const submission = {
  stateChangedAt: text,
  priorityValue: number,
  priorityName: text,
  skipTheLine: flag,
  prTitle: text,
  prBaseBranch: text,
  prAuthor: text,
  id: text,
  state: text,
  readiness: z.nullish(readiness),
  usedDefaultPriorityName: text,
}

const submittedPullRequest = z.object({
  ...submission,
  forceEnqueued: flag,
  isCurrentlySubmittedToQueue: z.boolean(),
  prNumber: pullRequestNumber,
  prSha: filled,
})

const queue = z.object({
  state: z.string(),
  branch: z.string(),
  concurrency: number,
  testingTimeoutMinutes: number,
  mode: text,
  canOptimisticallyMerge: flag,
  pendingFailureDepth: number,
  batch: flag,
  batchingMaxWaitTimeMinutes: number,
  batchingMinSize: number,
  createPrsForTestingBranches: flag,
  commentsEnabled: flag,
  commandsEnabled: flag,
  statusCheckEnabled: flag,
  bisectionConcurrency: number,
  requiredStatuses: texts,
  directMergeMode: text,
  optimizationMode: text,
  mergeMethod: text,
  enqueuedPullRequests: z.array(
    z.object({ ...submission, noBatch: flag, prNumber: z.nullish(pullRequestNumber), prSha: text }),
  ),
})

const testingDetails = z.object({
  requiredStatuses: texts,
  requiredStatusesSource: text,
  testBranch: z.string(),
  testBranchSha: filled,
  checkSuites: z.nullish(
    z.array(
      z.object({
        checkRuns: z.nullish(
          // `status` and `conclusion` are in no document, but live answers carry them.
          z.array(z.object({ name: text, url: text, status: text, conclusion: text })),
        ),
      }),
    ),
  ),
  statusChecks: z.array(z.object({ context: text, url: text, state: text })),
  testedPullRequests: z.array(z.object({ prNumber: pullRequestNumber, prUrl: text, title: text })),
  createdAt: text,
  status: text,
  impactedTargets: texts,
  impactedTargetsForTestedPrs: texts,
  dependentPrs: z.nullish(z.array(z.number())),
})

const quarantinedTestsPage = z.object({
  quarantined_tests: z.array(
    z.object({
      name: z.string(),
      parent: text,
      file: text,
      classname: text,
      codeowners: texts,
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
    prev_page_token: text,
    last_page_token: text,
    page_index: number,
  }),
})

/** The answers by what they tell of. */
export const WIRE = {
  submittedPullRequest: described(submittedPullRequest),
  queue: described(queue),
  testingDetails: described(testingDetails),
  quarantinedTestsPage: described(quarantinedTestsPage),
}

/** What the answers are once they are held against their descriptions; they can have more members than these. */
export type Wire = { [Name in keyof typeof WIRE]: Described<(typeof WIRE)[Name]> }
export type WireSubmission = Pick<Wire['submittedPullRequest'], keyof typeof submission>

/**
 * The answers as the v1 API sends them. A member that is the purpose of the operation is required, and a member that a
 * verdict rests on must have the documented type. All others are let through unchecked. `answers.ts` reads some of them
 * only to show them, and has their names in brackets: `wire['title']`.
 */
import * as z from 'zod/mini'
import { filled, pullRequestNumber } from '../../facts/schema/shapes.ts'
import { type Described, described } from '../../text/document.ts'

const text = z.nullish(z.string())
const flag = z.nullish(z.boolean())
const number = z.nullish(z.number())

/** A list that may have gaps: a null in it stands for an unreadable item. */
function gapped<Item extends z.ZodMiniType>(item: Item) {
  return z.nullish(z.array(z.nullable(item)))
}

const readiness = z.object({
  requiresImpactedTargets: flag,
  doesBaseBranchMatch: flag,
  hasImpactedTargets: flag,
  gitHubMergeability: text,
})

const submittedPullRequest = z.looseObject({
  state: text,
  prBaseBranch: text,
  isCurrentlySubmittedToQueue: z.boolean(),
  prNumber: pullRequestNumber,
  prSha: filled,
})

const queueEntry = z.looseObject({ prNumber: z.nullish(pullRequestNumber) })

/** A list that only some verdicts rest on, so `answers.ts` decides which part of it is unknown. */
const items = z.nullish(z.array(z.unknown()))

const queue = z.looseObject({
  state: z.string(),
  branch: z.string(),
  requiredStatuses: items,
  enqueuedPullRequests: items,
})

const testingDetails = z.looseObject({
  requiredStatuses: gapped(z.string()),
  testBranch: z.string(),
  testBranchSha: filled,
  checkSuites: gapped(
    // `status` and `conclusion` are undocumented, but live answers have them.
    z.object({ checkRuns: gapped(z.looseObject({ name: text, status: text, conclusion: text })) }),
  ),
  statusChecks: gapped(z.looseObject({ context: text, state: text })),
  testedPullRequests: gapped(z.looseObject({ prNumber: pullRequestNumber })),
  status: text,
})

const quarantinedTestsPage = z.object({
  quarantined_tests: z.array(
    z.looseObject({
      name: z.string(),
      parent: text,
      file: text,
      classname: text,
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
  }),
})

/** The answers by subject. */
export const WIRE = {
  submittedPullRequest: described(submittedPullRequest),
  queue: described(queue),
  testingDetails: described(testingDetails),
  quarantinedTestsPage: described(quarantinedTestsPage),
}

/** Parts that are ignored if they are not as described; they never break an answer. */
export const PARTS = { readiness: described(readiness), queueEntry: described(queueEntry) }

/** The checked answers; they can have more members than are described here. */
export type Wire = { [Name in keyof typeof WIRE]: Described<(typeof WIRE)[Name]> }

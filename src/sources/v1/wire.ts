/**
 * The answers as the v1 API sends them. A member that is the purpose of the operation is required. All others are let
 * through unchecked: no odd member that a verdict does not rest on breaks an answer. They are read by their names in
 * brackets: `wire['prTitle']`.
 */
import * as z from 'zod/mini'
import { pullRequestNumber } from '../../text/document.ts'

const text = z.nullish(z.string())

const submittedPullRequest = z.looseObject({
  prNumber: pullRequestNumber,
  prSha: text,
  state: text,
  isCurrentlySubmittedToQueue: z.boolean(),
})

/** A list that can't be read is a list that is not known; one item that can't be read still takes a place. */
const items = z.nullish(z.array(z.unknown()))

const queue = z.looseObject({
  state: z.string(),
  branch: z.string(),
  enqueuedPullRequests: items,
})

const testingDetails = z.looseObject({
  testBranch: text,
  testBranchSha: text,
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
    total_rows: z.nullish(z.number()),
    total_pages: z.nullish(z.number()),
    next_page_token: text,
  }),
})

/** The answers by subject. */
export const WIRE = {
  submittedPullRequest,
  queue,
  testingDetails,
  quarantinedTestsPage,
}

/** The checked answers; they can have more members than are described here. */
export type Wire = { [Name in keyof typeof WIRE]: z.output<(typeof WIRE)[Name]> }

/** The members of GitHub's answers that are read, as its documentation of the REST API has them. */
import * as z from 'zod/mini'
import { commitId, described, filled, pullRequestNumber } from '../description.ts'

const pullRequest = z.object({
  number: pullRequestNumber,
  state: z.enum(['open', 'closed']),
  head: z.object({ sha: commitId }),
  base: z.object({ ref: filled }),
  // Null while GitHub computes it.
  mergeable: z.nullish(z.boolean()),
  mergeable_state: z.nullish(z.string()),
})

/** The answers by what they tell of. */
export const GITHUB_ANSWERS = { pullRequest: described(pullRequest) }

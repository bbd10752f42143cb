/** The members of GitHub's event files that the action reads. GitHub documents them as webhooks and workflow events. */
import * as z from 'zod/mini'
import { commitId, filled, pullRequestNumber } from '../facts/schema/shapes.ts'
import { type Described, described } from '../text/document.ts'

const repository = z.object({ id: z.nullish(z.number()), full_name: z.string() })

const pullRequest = z.object({
  pull_request: z.object({
    number: pullRequestNumber,
    // Null if the fork was deleted.
    head: z.object({ ref: z.string(), sha: commitId, repo: z.nullish(repository) }),
    base: z.object({ ref: filled, repo: repository }),
    // Of a stacked pull request: the branch that the whole stack goes to.
    stack: z.nullish(z.object({ base: z.nullish(z.object({ ref: z.nullish(z.string()) })) })),
    updated_at: z.nullish(z.string()),
  }),
  action: z.nullish(z.string()),
  // Why the pull request left GitHub's own queue.
  reason: z.nullish(z.string()),
})

const push = z.object({ ref: z.string(), after: commitId, repository: z.object({ default_branch: filled }) })

const issueComment = z.object({ issue: z.object({ number: pullRequestNumber, pull_request: z.nullish(z.object({})) }) })

const workflowRun = z.object({
  workflow_run: z.object({
    event: z.nullish(z.string()),
    head_branch: z.nullish(z.string()),
    head_sha: commitId,
    head_repository: z.nullish(repository),
    pull_requests: z.nullish(
      z.array(
        z.object({
          number: pullRequestNumber,
          base: z.object({
            ref: filled,
            // GitHub sends no `full_name` here.
            repo: z.nullish(z.object({ id: z.nullish(z.number()), full_name: z.nullish(z.string()) })),
          }),
        }),
      ),
    ),
  }),
  repository: z.extend(repository, { default_branch: z.nullish(z.string()) }),
})

const mergeGroup = z.object({
  merge_group: z.object({ base_ref: filled, head_sha: commitId, head_ref: z.nullish(z.string()) }),
})

const other = z.object({ repository: z.nullish(z.object({ default_branch: z.nullish(z.string()) })) })

/** The event files by subject; of all other events, only the default branch is read. */
export const EVENT_FILES = {
  pullRequest: described(pullRequest),
  push: described(push),
  issueComment: described(issueComment),
  workflowRun: described(workflowRun),
  mergeGroup: described(mergeGroup),
  other: described(other),
}

export type EventFile = { [Name in keyof typeof EVENT_FILES]: Described<(typeof EVENT_FILES)[Name]> }

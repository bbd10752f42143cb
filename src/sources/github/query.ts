/** How many of the latest events of the queue, and of the latest pushes, are asked for. */
const EVENTS = 10
const PUSHES = 30

const QUEUE_EVENTS = 'ADDED_TO_MERGE_QUEUE_EVENT, REMOVED_FROM_MERGE_QUEUE_EVENT'

/** The query about one pull request: its entry in the queue, and its events. The log shows its name. */
export const PULL_REQUEST_QUERY = `query PullRequest($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      number title state merged mergedAt baseRefName headRefOid isMergeQueueEnabled isInMergeQueue
      author { login }
      autoMergeRequest { enabledAt }
      mergeQueueEntry {
        state position enqueuedAt estimatedTimeToMerge jump enqueuer { login } headCommit { oid committedDate }
      }
      queueEvents: timelineItems(last: ${EVENTS}, itemTypes: [${QUEUE_EVENTS}]) {
        pageInfo { hasPreviousPage }
        nodes {
          __typename
          ... on AddedToMergeQueueEvent { createdAt }
          ... on RemovedFromMergeQueueEvent { createdAt reason actor { __typename login } beforeCommit { oid } }
        }
      }
      pushes: timelineItems(last: ${PUSHES}, itemTypes: [${QUEUE_EVENTS}, HEAD_REF_FORCE_PUSHED_EVENT, PULL_REQUEST_COMMIT]) {
        pageInfo { hasPreviousPage }
        nodes { __typename ... on AddedToMergeQueueEvent { createdAt } }
      }
    }
  }
}`

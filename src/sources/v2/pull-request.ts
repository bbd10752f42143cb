import { doubtOn, MERGEABILITIES, PULL_REQUEST_STATES, type PullRequest } from '../../facts/facts.ts'
import { code, quoted, say } from '../../text/message.ts'
import { flag, list, membersOf, number, readinessOf, text } from '../members.ts'
import { mergeAt } from '../removal.ts'
import type { WirePullRequest, WireQueue } from './rows.ts'
import { inFacts } from './words.ts'

/** Most often the pull request is in the queue of its own base. */
const OTHER_QUEUE = say`Check ${code('target-branch')}; if it is right, run the job again in a minute.`

/** True if the entry of a pull request is in this queue. */
export function isOfQueue({ queueEntry }: WirePullRequest, queue: WireQueue | null): boolean {
  return queue !== null && queueEntry?.mergeQueueId === queue.id
}

/** The facts of a row; null if the pull request was never submitted to this queue. */
export function pullRequestOf(row: WirePullRequest, queue: WireQueue | null, targetBranch: string): PullRequest | null {
  const isHere = isOfQueue(row, queue)
  const submitted = row.isCurrentlySubmittedToQueue
  if (!isHere && !submitted) return null
  const entry = membersOf(isHere ? row.queueEntry : null)
  const state = inFacts(PULL_REQUEST_STATES, entry['state'])
  const readiness = membersOf(entry['readiness'])
  const elsewhere = `The service's response about #${row.number} contradicts itself: it is submitted, but not to the queue of ${quoted(targetBranch)}.`
  return {
    number: row.number,
    sha: row.sha || null,
    title: text(row['title']),
    baseBranch: text(row['baseBranch']),
    author: text(row['author']),
    id: text(entry['id']),
    state,
    stateChangedAt: text(entry['stateChangedAt']),
    priorityValue: number(entry['priorityValue']),
    priorityName: text(entry['priorityName']),
    skipTheLine: flag(entry['skipsTheLine']),
    // An unreadable readiness does not count as absent, because then the state alone would decide.
    readiness:
      entry['readiness'] == null ? null : readinessOf(readiness, inFacts(MERGEABILITIES, readiness['mergeability'])),
    forceEnqueued: flag(entry['direct']),
    submitted,
    mergeabilityDetails: detailsOf(readiness['mergeabilityDetails']),
    page: text(row['htmlUrl']),
    // The state shows a merge; the history shows every other way out.
    removal: state === 'merged' ? mergeAt(text(entry['stateChangedAt'])) : null,
    doubts: isHere ? [] : [{ ...doubtOn(['place'], elsewhere), remedy: OTHER_QUEUE }],
  }
}

/** GitHub's reasons not to merge the pull request, as far as they can be shown. */
function detailsOf(details: unknown): PullRequest['mergeabilityDetails'] {
  return list(membersOf(details)['reasons'], reason => {
    const { code, message, have, need, check, ontoPrNumber } = membersOf(reason)
    return typeof code !== 'string'
      ? null
      : {
          code,
          message: text(message),
          have: number(have),
          need: number(need),
          check: text(check),
          number: number(ontoPrNumber),
        }
  })
}

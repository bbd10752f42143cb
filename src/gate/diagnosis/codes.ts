import { code, type Message, say } from '../../message.ts'
import { REASONS } from '../reasons.ts'

/** The merge box on GitHub says which review, check or conflict is in the way. */
export const MERGE_BOX = 'Resolve what the merge box of the pull request names.'

/**
 * Every cause that the action can name for a stuck or ejected pull request, each with a remedy. The codes are part of
 * the interface; `npm run docs` writes them to docs/codes.md. A code that is also among the reasons means the same.
 */
export const CAUSE_REMEDIES = {
  merged: 'Nothing has to be done.',
  'never-submitted': 'Submit it to the queue.',
  'queue-not-found': REASONS['queue-not-found'].remedy,
  'queue-paused': REASONS['queue-paused'].remedy,
  'queue-draining': REASONS['queue-draining'].remedy,
  'queue-switching-modes': REASONS['queue-switching-modes'].remedy,
  'base-branch-mismatch': REASONS['base-branch-mismatch'].remedy,
  'waiting-on-own-check': say`Make this check one that the branch does not require, or run the step in a workflow that does not run on the pull request (${code('schedule')}, ${code('workflow_dispatch')}).`,
  'not-mergeable': MERGE_BOX,
  'mergeability-pending': 'Wait some seconds; if this persists, look at the merge box of the pull request.',
  'impacted-targets-of-another-commit': 'Upload the impacted targets for the head commit.',
  'impacted-targets-missing': REASONS['impacted-targets-missing'].remedy,
  'waiting-for-capacity': "Wait. If this happens often, raise the queue's concurrency.",
  'waiting-for-batch':
    "Wait: testing starts when the batch is full, or when the queue's longest wait for a batch is over.",
  'waiting-for-those-ahead': 'Wait for the pull requests ahead of it.',
  'pending-failure': REASONS['state-pending-failure'].remedy,
  'ejected-because-of-another': 'Submit it again.',
  'required-status-failed': 'Fix what failed, then submit the pull request again.',
  'failed-in-a-batch': 'Read the logs of the failed statuses to see whose change broke them.',
  'timed-out': "Look at the statuses that did not end in time; speed them up, or raise the queue's testing time-out.",
  'required-status-missing': say`Check that a workflow runs on ${code('push')} to the test branches and that its job still has this very name.`,
  'evicted-by-push': 'Submit it again, and push only to pull requests that are not in the queue.',
  'no-merge-group-runs': say`Add ${code('on: merge_group')} to the workflows whose checks are required, and put pull requests into the queue with another token than the workflow's own.`,
  'required-check-missing-on-group': say`Let a workflow with ${code('on: merge_group')} report under this very name, or require the name that is reported; then queue the pull request again.`,
  'unmergeable-held': REASONS['state-unmergeable'].remedy,
  'auto-merge-waiting': MERGE_BOX,
  'removed-by-person': REASONS['state-cancelled'].remedy,
  retargeted: 'Submit it to the queue of its base branch.',
  'state-cancelled': REASONS['state-cancelled'].remedy,
  'test-run-cancelled': REASONS['state-cancelled'].remedy,
  'cause-unknown': "Open the pull request in the queue's own view, which may say more.",
} as const satisfies Record<string, Message>

export type DiagnosisCode = keyof typeof CAUSE_REMEDIES

/** Why a pull request is stuck or out. The message stands alone, because people send it to a chat. */
export interface Diagnosis {
  code: DiagnosisCode
  /** `certain` only if the facts name the cause; `possible` is a guess that the evidence supports. */
  certainty: 'certain' | 'possible'
  message: Message
  /** The certain part of the message in at most eight words; absent if the state says as much. */
  headline?: Message
  /** Sentences on the evidence, and on what else is known. */
  evidence: Message[]
  remedy: Message
  /** Advice for a pull request that was ejected; null if the facts support neither. */
  advice: 'submit again' | 'fix first' | null
}

export function diagnosis(
  code: DiagnosisCode,
  certainty: Diagnosis['certainty'],
  message: Message,
  more: Partial<Pick<Diagnosis, 'evidence' | 'remedy' | 'advice' | 'headline'>> = {},
): Diagnosis {
  return { code, certainty, message, evidence: [], remedy: CAUSE_REMEDIES[code], advice: null, ...more }
}

export function withEvidence(found: Diagnosis[], evidence: Message[]): Diagnosis[] {
  return found.map(each => ({ ...each, evidence: [...each.evidence, ...evidence] }))
}

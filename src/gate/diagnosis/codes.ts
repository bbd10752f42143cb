import { code, type Message, say } from '../../message.ts'
import { REASONS } from '../reasons.ts'

/** The merge box on GitHub says which review, check or conflict is in the way. */
export const MERGE_BOX = 'Resolve what the merge box of the pull request names.'

/**
 * Every cause that the action can name for a stuck or ejected pull request, each with a remedy. The codes are part of
 * the interface; the table in the documentation is made from here. A code that is a reason as well means the same.
 */
export const DIAGNOSES = {
  merged: { means: 'The pull request is merged.', remedy: 'Nothing has to be done.' },
  'never-submitted': { means: 'The pull request is not in the queue.', remedy: 'Submit it to the queue.' },
  'queue-not-found': REASONS['queue-not-found'],
  'queue-paused': REASONS['queue-paused'],
  'queue-draining': REASONS['queue-draining'],
  'queue-switching-modes': REASONS['queue-switching-modes'],
  'base-branch-mismatch': REASONS['base-branch-mismatch'],
  'waiting-on-own-check': {
    remedy: say`Make this check one that the branch does not require, or run the step in a workflow that is not a check of the pull request (${code('schedule')}, ${code('workflow_dispatch')}).`,
  },
  'not-mergeable': { remedy: MERGE_BOX },
  'mergeability-pending': {
    means: 'Whether the pull request is mergeable is still being computed.',
    remedy: 'Wait some seconds; if it stays, look at the merge box of the pull request.',
  },
  'impacted-targets-of-another-commit': {
    means: 'The impacted targets are missing for the head, and the head has moved: they may belong to an older commit.',
    remedy: 'Upload the impacted targets for the head commit.',
  },
  'impacted-targets-missing': REASONS['impacted-targets-missing'],
  'waiting-for-capacity': {
    means: 'The pull request is ready, and the queue tests as many as it may at once.',
    remedy: "Wait. If it is always so, raise the queue's concurrency.",
  },
  'waiting-for-batch': {
    means: 'The pull request is ready, and the queue collects a batch.',
    remedy: 'Wait: the queue starts when the batch is full or its longest wait is over.',
  },
  'waiting-for-those-ahead': {
    means: 'Nothing is wrong with it: pull requests ahead of it have to merge or leave first.',
    remedy: 'Wait for those ahead.',
  },
  'pending-failure': {
    means: 'Its tests failed, and it is held, because the cause may lie ahead of it.',
    remedy: 'Wait: it fails or is tested again.',
  },
  'ejected-because-of-another': {
    means: 'The pull request left the queue because of another one that its test run was built on.',
    remedy: 'Submit it again.',
  },
  'required-status-failed': { remedy: 'Fix it, then submit the pull request again.' },
  'failed-in-a-batch': {
    means: 'The test run of a batch failed; the service does not say which of its pull requests is the cause.',
    remedy: 'Read the logs of the failed statuses to see whose change broke them.',
  },
  'timed-out': {
    means: "The test run took longer than the queue's testing time-out.",
    remedy: "Look at the statuses that did not end in time; speed them up, or raise the queue's testing time-out.",
  },
  'required-status-missing': {
    remedy: say`Check that a workflow runs on ${code('push')} to the test branches and that its job still has this very name.`,
  },
  'evicted-by-push': {
    means: 'Somebody pushed to the pull request about when it left the queue: a push ejects it.',
    remedy: 'Submit it again, and push only to pull requests that are not in the queue.',
  },
  'no-merge-group-runs': {
    means: "GitHub's merge group was built, and nothing has reported on it.",
    remedy: say`Add ${code('on: merge_group')} to the workflows whose checks are required, and put pull requests into the queue with another token than the workflow's own.`,
  },
  'required-check-missing-on-group': {
    means: "Nothing has reported a required check on GitHub's merge group, although all that runs there has ended.",
    remedy: say`Let a workflow with ${code('on: merge_group')} report under this very name, or require the name that is reported.`,
  },
  'unmergeable-held': REASONS['state-unmergeable'],
  'auto-merge-waiting': {
    means: 'Auto-merge is armed: GitHub puts the pull request into its queue once its own requirements are met.',
    remedy: MERGE_BOX,
  },
  'removed-by-person': {
    means: 'The pull request was taken out of the queue on request.',
    remedy: 'Submit it again when it should merge.',
  },
  retargeted: {
    means: 'The base branch of the pull request was changed while it was in the queue.',
    remedy: 'Submit it to the queue of its base branch.',
  },
  'state-cancelled': REASONS['state-cancelled'],
  'test-run-cancelled': REASONS['state-cancelled'],
  'cause-unknown': {
    means: 'Nothing that was read names the cause; the message says what is missing.',
    remedy: "Open the pull request in the queue's own view, which may say more.",
  },
} as const satisfies Record<string, { means?: string; remedy: Message }>

export type DiagnosisCode = keyof typeof DIAGNOSES

/** Why a pull request is stuck or out. Every text is a sentence that stands alone: people send it to a chat. */
export interface Diagnosis {
  code: DiagnosisCode
  /** `certain` only where the facts name the cause; else it is a guess that the evidence supports. */
  certainty: 'certain' | 'possible'
  message: Message
  /** Sentences on the evidence, and on what else is known. */
  evidence: Message[]
  remedy: Message
  /** Advice for a pull request that was thrown out; null if nothing supports one. */
  advice: 'submit again' | 'fix first' | null
}

export function diagnosis(
  code: DiagnosisCode,
  certainty: Diagnosis['certainty'],
  message: Message,
  more: Partial<Pick<Diagnosis, 'evidence' | 'remedy' | 'advice'>> = {},
): Diagnosis {
  return { code, certainty, message, evidence: [], remedy: DIAGNOSES[code].remedy, advice: null, ...more }
}

export function withEvidence(found: Diagnosis[], evidence: Message[]): Diagnosis[] {
  return found.map(each => ({ ...each, evidence: [...each.evidence, ...evidence] }))
}

import { code, type Message, say } from '../../text/message.ts'

/**
 * The codes of causes that are no code of a reason, each with its meaning in docs/codes.md and the usual remedy. They
 * are part of the interface.
 */
export const CAUSES = {
  'timed-out': {
    meaning: 'The checks of the queue did not end in time.',
    remedy: "Look at the checks that did not end in time; speed them up, or raise the queue's time-out.",
  },
  conflict: {
    meaning: 'The pull request has a conflict with its base branch, or with a pull request ahead of it.',
    remedy: 'Update it with its base branch, resolve the conflicts, and submit it again.',
  },
  'evicted-by-push': {
    meaning: 'Somebody pushed to the pull request while it was in the queue.',
    remedy: 'Submit it again, and push only to pull requests that are not in the queue.',
  },
  'removed-by-person': {
    meaning: 'A person took the pull request out of the queue.',
    remedy: 'Submit it again if it should still merge.',
  },
  closed: {
    meaning: 'The pull request was closed while it was in the queue.',
    remedy: 'Reopen it and submit it again if it should still merge.',
  },
  draft: {
    meaning: 'The pull request is a draft.',
    remedy: 'Mark it as ready for review, then submit it again.',
  },
  retargeted: {
    meaning: 'The base branch of the pull request was changed while it was in the queue.',
    remedy: 'Submit it to the queue of its base branch.',
  },
  'stack-changed': {
    meaning: 'The stack of pull requests that it belongs to has changed.',
    remedy: 'Bring the stack up to date, then submit it again.',
  },
  'not-ready-too-long': {
    meaning: 'It was submitted, but did not become ready to be tested in time.',
    remedy: 'Get what its readiness lacks, then submit it again.',
  },
  'queue-misconfigured': {
    meaning: "The queue's settings kept it from being tested; the pull request is not at fault.",
    remedy: 'Have the settings of the queue corrected, then submit it again.',
  },
  'provider-refused': {
    meaning: 'GitHub did not allow the merge itself: a rule of the branch, or a restriction.',
    remedy: 'Satisfy the rules of the branch, then submit it again.',
  },
  'provider-failed': {
    meaning: 'GitHub could not be used by the queue: an outage or a rate limit.',
    remedy: 'Nothing has to be fixed: submit it again.',
  },
  'queue-changed': {
    meaning: 'The queue was emptied or rolled back.',
    remedy: 'Submit it again if it should still merge.',
  },
  'no-merge-group-runs': {
    meaning: 'A merge group was built, and no check has started on it.',
    remedy: say`Add ${code('on: merge_group')} to the workflows whose checks are required, and queue pull requests with another token than the workflow's own.`,
  },
} as const satisfies Record<string, { meaning: string; remedy: Message }>

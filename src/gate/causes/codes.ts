import { code, type Message, say } from '../../text/message.ts'

const AGAIN = 'Submit it again if it should still merge.'

/**
 * The codes of causes that are no code of a reason, each with its meaning in docs/reference.md and the usual remedy. They
 * are part of the interface.
 */
export const CAUSES = {
  'timed-out': {
    meaning: 'The checks of the queue did not end in time.',
    remedy: "Look at the checks that did not end; speed them up, or raise the queue's time-out.",
  },
  conflict: {
    meaning: 'It conflicts with its base branch, or with one ahead.',
    remedy: 'Update it with its base branch, resolve the conflicts, and submit it again.',
  },
  'evicted-by-push': {
    meaning: 'Somebody pushed to it while it was in the queue.',
    remedy: 'Submit it again, and push only to pull requests that are not in the queue.',
  },
  'removed-by-person': {
    meaning: 'A person, or a tool for one, took it out.',
    remedy: AGAIN,
  },
  closed: {
    meaning: 'It was closed while it was in the queue.',
    remedy: 'Reopen it, then submit it again.',
  },
  draft: {
    meaning: 'It is a draft.',
    remedy: 'Mark it as ready for review, then submit it again.',
  },
  retargeted: {
    meaning: 'Its base branch was changed while it was queued.',
    remedy: 'Submit it to the queue of its base branch.',
  },
  'stack-changed': {
    meaning: 'Another pull request of its stack was changed.',
    remedy: 'Bring the stack up to date, then submit it again.',
  },
  'not-ready-too-long': {
    meaning: 'It did not become ready to be tested in time.',
    remedy: 'Look at what the pull request still lacks, then submit it again.',
  },
  'queue-misconfigured': {
    meaning: "The queue's settings kept it from being tested.",
    remedy: 'Have the settings of the queue corrected, then submit it again.',
  },
  'provider-refused': {
    meaning: 'GitHub did not allow the merge itself.',
    remedy: 'Look at the rules of the branch and at who may push to it, then submit it again.',
  },
  'provider-failed': {
    meaning: 'GitHub failed the queue: an outage, or a rate limit.',
    remedy: 'There is nothing to fix: submit it again.',
  },
  'queue-changed': {
    meaning: 'The queue was emptied or rolled back.',
    remedy: AGAIN,
  },
  'held-by-another': {
    meaning: 'Another pull request in the queue holds it up.',
    remedy: 'Look at that pull request: this one goes on when that one has merged or left.',
  },
  'no-merge-group-runs': {
    meaning: 'No check has started on its merge group.',
    remedy: say`Add ${code('on: merge_group')} to the workflows whose checks are required, and queue pull requests with another token than the workflow's own.`,
  },
  'no-runner': {
    meaning: 'A check waits for long, and no runner took it.',
    remedy: say`Look at ${code('runs-on')}: a runner with these labels has to be online and free.`,
  },
  'queue-stalled': {
    meaning: 'All checks passed, and the queue still does not merge.',
    remedy: "Take it out and queue it again; if that does not help, look at GitHub's status page.",
  },
  'awaits-approval': {
    meaning: 'A required check waits for somebody to approve it.',
    remedy: 'Approve the run, or do not require a check that has to be approved.',
  },
  'rule-waits': {
    meaning: 'A rule of the branch waits for something beside checks.',
    remedy: 'Look at the merge box of the pull request: it names what the rule waits for.',
  },
  'personal-repository': {
    meaning: 'Only repositories of an organization can have a merge queue.',
    remedy: 'Move the repository to an organization, or use the queue of a service.',
  },
  'waiting-on-own-check': {
    meaning: 'All that is open is the check of this step.',
    remedy: 'Run this step in a check that the queue does not require.',
  },
} as const satisfies Record<string, { meaning: string; remedy: Message }>

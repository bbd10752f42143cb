import { code, type Message, say } from '../../text/message.ts'

const AGAIN = 'Submit it again if it should still merge.'

/** Causes with codes of their own; others share a reason's. A removal's text follows "#42 left the queue because". */
export const CAUSES = {
  'timed-out': {
    meaning: 'its checks did not end in time',
    remedy: "Look at the checks that did not end; speed them up, or raise the queue's time-out.",
  },
  conflict: {
    meaning: 'it has conflicts with its base branch, or with one ahead of it',
    remedy: 'Update it with its base branch, resolve the conflicts, and submit it again.',
  },
  'evicted-by-push': {
    meaning: 'somebody pushed to it',
    remedy: 'Submit it again, and push only to pull requests that are not in the queue.',
  },
  'removed-by-person': { meaning: 'a person, or a tool for one, took it out', remedy: AGAIN },
  closed: { meaning: 'it was closed', remedy: 'Reopen it, then submit it again.' },
  draft: { meaning: 'it is a draft', remedy: 'Mark it as ready for review, then submit it again.' },
  retargeted: { meaning: 'its base branch was changed', remedy: 'Submit it to the queue of its base branch.' },
  'stack-changed': {
    meaning: 'its stack was changed',
    remedy: 'Bring the stack up to date, then submit it again.',
  },
  'not-ready-too-long': {
    meaning: 'it took too long to become ready',
    remedy: 'Look at what the pull request still lacks, then submit it again.',
  },
  'queue-misconfigured': {
    meaning: "the queue's settings did not let it be tested",
    remedy: 'Have the settings of the queue corrected, then submit it again.',
  },
  'provider-refused': {
    meaning: 'GitHub did not allow the merge itself',
    remedy: 'Look at the rules of the branch and at who may push to it, then submit it again.',
  },
  'provider-failed': {
    meaning: 'GitHub failed to do what the queue asked',
    remedy: 'There is nothing to fix: submit it again.',
  },
  'queue-changed': { meaning: 'the queue was emptied or rolled back', remedy: AGAIN },
  'held-by-another': {
    meaning: 'another pull request in the queue holds it up',
    remedy: 'Look at that pull request: this one goes on when that one has merged or left.',
  },
  'no-merge-group-runs': {
    meaning: 'no check has started on its merge group',
    remedy: say`Add ${code('on: merge_group')} to the workflows whose checks are required, and queue pull requests with another token than the workflow's own.`,
  },
  'no-runner': {
    meaning: 'a check waits for long, and no runner took it',
    remedy: say`Look at ${code('runs-on')}: a runner with these labels has to be online and free.`,
  },
  'queue-stalled': {
    meaning: 'all checks passed, and the queue still does not merge',
    remedy: "Take it out and queue it again; if that does not help, look at GitHub's status page.",
  },
  'awaits-approval': {
    meaning: 'a required check waits for somebody to approve it',
    remedy: 'Approve the run, or do not require a check that has to be approved.',
  },
  'rule-waits': {
    meaning: 'a rule of the branch waits for something beside checks',
    remedy: 'Look at the merge box of the pull request: it names what the rule waits for.',
  },
  'personal-repository': {
    meaning: 'only repositories of an organization can have a merge queue',
    remedy: 'Move the repository to an organization, or use the queue of a service.',
  },
  'waiting-on-own-check': {
    meaning: 'all that is open is the check of this step',
    remedy: 'Run this step in a check that the queue does not require.',
  },
} as const satisfies Record<string, { meaning: string; remedy: Message }>

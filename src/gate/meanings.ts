import type { ReasonCode } from './reason-codes.ts'

/** What the pages say of a code beside its headline, in at most ten words. */
export const MEANINGS: Partial<Record<ReasonCode, string>> = {
  'token-missing': 'Forks get no secrets, and Dependabot only its own.',
  'answer-too-large': 'An answer is over 10 MiB, or its headers over 16 KiB.',
  'stale-head': 'The source has another commit, or names none.',
  'not-mergeable': 'Conflicts, or a required check or review is missing.',
  'still-submitted': 'A push would eject it.',
  'state-unmergeable': 'Mostly it conflicts with one ahead of it.',
  'state-not-ready': 'The queue has not found it ready yet.',
  'queue-draining': 'It finishes what is in it, and starts nothing new.',
  'report-missing': 'A glob of `junit-paths` matches no file.',
  'too-many-excused': 'A broken environment is likelier than so many flakes.',
  'report-truncated': 'Or fewer tests ran than `min-tests`.',
  'tests-not-run': 'The step that runs them was skipped or cancelled.',
  'required-status-skipped': 'It counts as passed, and tested nothing.',
  'not-known': 'A member is missing or new; the message names it.',
}

import type { ReasonCode } from './reason-codes.ts'

/** What the pages say of a code, where it is more than the headline. */
export const MEANINGS: Partial<Record<ReasonCode, string>> = {
  'bad-input': 'An input or the event file is wrong.',
  'token-missing':
    'There is no `api-token`, because forks get no secrets and Dependabot only its own, or it was not set.',
  'token-refused': 'The service refused the token (401, 403).',
  'contract-broken': 'An answer is not what the service documents: another server, or a change of the service.',
  'host-not-found': 'The host of `endpoint`, or of the proxy, does not exist.',
  'answer-too-large': 'An answer is over 10 MiB, or its headers over 16 KiB.',
  'request-refused': 'The service refused the request (400 and the like).',
  'not-found': 'The service knows no such repository or organization.',
  'github-forbidden':
    'GitHub does not let the token in `github-token` read what is needed, such as the list of its own queue.',
  'queue-not-found': 'The branch has no queue, or its name is misspelt.',
  'stale-head': 'The service has another commit: that of this run is no longer the head.',
  'base-branch-mismatch': "The pull request's base is not the queue's branch.",
  'not-mergeable': 'GitHub would not merge the pull request: conflicts, or a required check or review is missing.',
  'impacted-targets-missing': 'The queue needs the impacted targets of the pull request, but they were not uploaded.',
  'still-submitted': 'The pull request is in the queue; a push would eject it.',
  'state-pending-failure': 'The queue holds it. It may be tested again, pass, or merge by itself.',
  'state-unmergeable':
    'GitHub holds the pull request in its queue as unmergeable, mostly because it conflicts with one ahead of it.',
  'state-not-ready': 'It does not yet meet the rule for starting to test.',
  'state-pending': 'It waits for a free place to be tested.',
  'state-tests-passed': 'Its tests passed; it waits for those ahead of it.',
  'merge-group-checks-uncovered':
    'A check that the branch requires will not be reported on merge groups, so the queue would wait for it in vain.',
  'queue-paused': 'The queue is paused: it neither starts tests nor merges.',
  'queue-draining': 'The queue finishes what is in it and starts nothing new.',
  'queue-switching-modes': 'The queue changes its mode and starts nothing new meanwhile.',
  'required-status-failed': 'A required status failed on the test branch.',
  'report-missing': 'A glob of `junit-paths` matches no file.',
  'blocking-failures': 'Tests failed that no quarantined test excuses.',
  'report-malformed': 'A test report is not well-formed: cut off, or not a test report.',
  'test-crash': 'The step that runs the tests failed, yet no test in the reports did: it crashed.',
  'too-many-excused':
    'More quarantined tests failed than `max-excused`: more likely a broken environment than flaky tests.',
  'quarantine-overdue': 'Tests have been quarantined for longer than `max-quarantine-age`.',
  'quarantine-over-limit': 'More tests are quarantined than `max-quarantined`.',
  'report-unsearched': 'A folder, a link or a name under a glob of test reports cannot be read.',
  'report-outside': 'A test report lies outside the workspace and the temp folder of the runner.',
  'report-truncated':
    'The reports hold fewer tests or failures than their totals say, or fewer tests than `min-tests`.',
  'report-outdated':
    'A test report was written before this job: it is left over, or was unpacked, which can keep old times.',
  'report-empty': 'No test ran: the reports hold none, or only skipped ones.',
  'tests-not-run': 'The step that runs the tests was skipped or cancelled.',
  'required-status-skipped': 'A required status was skipped: it counts as passed, and tested nothing.',
  'required-status-missing': 'Nothing has reported a required status on the test branch yet.',
  'state-unknown': 'The pull request has no state, or one that this version does not know.',
  'not-known':
    'A member that decides is missing, or has a value that this version does not know; the message names it.',
  'test-run-not-found': 'The service knows no such test run.',
  'github-unavailable': "GitHub's own view was needed and could not be had.",
  'service-unavailable': 'The service could not be read after all retries.',
}

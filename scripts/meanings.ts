import type { DiagnosisCode } from '../src/gate/diagnosis/codes.ts'
import type { ReasonCode } from '../src/gate/reasons.ts'
import type { FailureKind } from '../src/http/errors.ts'

/** The meanings of codes in docs/codes.md, where they are more than the headline. */
export const MEANINGS: Partial<Record<ReasonCode | DiagnosisCode, string>> = {
  'bad-input': 'An input or the event file is wrong.',
  'token-missing':
    'There is no `api-token`, because forks get no secrets and Dependabot only its own, or it was not set.',
  'token-refused': 'The service refused the token (401, 403).',
  'contract-broken': 'An answer is not what the service documents: another server, or a change of the service.',
  'host-not-found': 'The host of `endpoint`, or of the proxy, does not exist.',
  'proxy-unsupported': 'A proxy is configured that the Node of this runner would ignore or cannot read.',
  'proxy-refused': 'The proxy refused the connection to the service.',
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
  'state-pending-failure': 'Its tests failed, but the cause may lie ahead of it in the queue.',
  'state-unmergeable':
    'GitHub holds the pull request in its queue as unmergeable, mostly because it conflicts with one ahead of it.',
  'state-not-ready': 'It does not yet meet the rule for starting to test.',
  'state-pending': 'It waits for a free place to be tested.',
  'state-tests-passed': 'Its tests passed; it waits for those ahead of it.',
  'queue-paused': 'The queue is paused: it neither starts tests nor merges.',
  'queue-draining': 'The queue finishes what is in it and starts nothing new.',
  'queue-switching-modes': 'The queue changes its mode and starts nothing new meanwhile.',
  'required-status-failed': 'A required status failed on the test branch.',
  'report-missing': 'A glob of `junit-paths` matches no file.',
  'blocking-failures': 'Tests failed that no quarantined test excuses.',
  'report-malformed': 'A test report is not well-formed: cut off, or not a test report.',
  'leg-report-invalid':
    'A report of another leg is broken, doubled, of another run or commit, or contradicts its own facts.',
  'legs-missing': 'There are fewer or more reports of legs than `expected-reports`.',
  'test-crash': 'The step that runs the tests failed, yet no test in the reports did: it crashed.',
  'too-many-excused':
    'More quarantined tests failed than `max-excused`: more likely a broken environment than flaky tests.',
  'quarantine-overdue': 'Tests have been quarantined for longer than `max-quarantine-age`.',
  'quarantine-over-limit': 'More tests are quarantined than `max-quarantined`.',
  'report-unsearched': 'A folder, a link or a name under a glob of test reports cannot be read.',
  'report-outside': 'A test report lies outside the workspace and the temp folder of the runner.',
  'report-truncated':
    'The reports hold fewer tests or failures than their totals say, or fewer tests than `min-tests`.',
  'report-empty': 'No test ran: the reports hold none, or only skipped ones.',
  'tests-not-run': 'The step that runs the tests was skipped or cancelled.',
  'report-untrusted': 'The reports come from the run that started this `workflow_run`.',
  'waiting-on-own-check': 'All that is still open is the very check that this step runs in.',
  'required-status-skipped': 'A required status was skipped: it counts as passed, and tested nothing.',
  'required-status-missing': 'Nothing has reported a required status on the test branch yet.',
  'mergeability-unknown': 'What was read does not tell whether it can merge.',
  'head-unknown': 'The service has another commit, and GitHub could not be asked which is newer.',
  'target-branch-unknown': 'The event does not name the base branch, and GitHub could not be asked.',
  'state-unknown': 'The pull request has no state, or one that this version does not know.',
  'queue-state-unknown':
    'The queue has a state that this version does not know, or the service does not say what is in it.',
  'test-run-not-found': 'The service knows no such test run.',
  'test-run-status-unknown': 'The test run has no status, or one that this version does not know.',
  'quarantine-age-unknown':
    'The service does not say since when a test has been quarantined, or gives a date in the future.',
  'quarantine-list-unknown':
    'The test collection holds no quarantined test of this repository, and may belong to another repository.',
  'github-unavailable': "GitHub's own view was needed and could not be had.",
  'service-unavailable': 'The service could not be read after all retries.',
  // From here on diagnoses alone.
  merged: 'The pull request is merged.',
  'never-submitted': 'The pull request is not in the queue.',
  'mergeability-pending': 'Whether the pull request is mergeable is still being computed.',
  'impacted-targets-of-another-commit':
    'The head has moved: the impacted targets that were uploaded may be of an older commit.',
  'waiting-for-capacity': 'The pull request is ready, and the queue tests as many as it may at once.',
  'waiting-for-batch': 'The pull request is ready, and the queue is collecting a batch.',
  'waiting-for-those-ahead': 'Nothing is wrong with it: pull requests ahead of it have to merge or leave first.',
  'pending-failure': 'Its tests failed, and it is held, because the cause may lie ahead of it.',
  'ejected-because-of-another':
    'The pull request left the queue because of another one that its test run was built on.',
  'failed-in-a-batch':
    'The test run of a batch failed; the service does not say which of its pull requests is the cause.',
  'timed-out': "The test run took longer than the queue's testing time-out.",
  'evicted-by-push': 'Somebody pushed to the pull request at about the time it left the queue: a push ejects it.',
  'no-merge-group-runs': "GitHub's merge group was built, and nothing has reported on it.",
  'required-check-missing-on-group':
    "Nothing has reported a required check on GitHub's merge group, although all that runs there has ended.",
  'auto-merge-waiting':
    'Auto-merge is armed: GitHub puts the pull request into its queue once the required checks and reviews are there.',
  'removed-by-person': 'The pull request was taken out of the queue on request.',
  retargeted: 'The base branch of the pull request was changed while it was in the queue.',
  'cause-unknown': 'Nothing that was read names the cause; the message says what is missing.',
  'unmergeable-held':
    'GitHub holds the pull request in its queue as unmergeable, mostly because it conflicts with one ahead of it.',
}

/** The calls that fail in each way, for the table of failed calls. */
export const FAILED_CALLS: Record<FailureKind, string> = {
  'token-refused': '401 or 403.',
  'not-found': '404 on the list of quarantined tests, or on a repository that the v2 API is asked for.',
  'request-refused': '400 and every other 4xx without a row of its own.',
  'rate-limited': '429 until the tries or the time ran out.',
  unavailable: '408 or 500 to 599, once no try is left (the statuses that are retried are named below).',
  'host-not-found':
    'The host of `endpoint`, or of the proxy, has no address in three look-ups, and never answered before.',
  network: 'No HTTP response: refused, reset, broken off.',
  'time-out': 'No complete response in time.',
  'too-large': 'The body, a list in it or the headers are over the limit.',
  redirected: 'Any 3xx. Following one would hand the token to another address.',
  certificate: 'The certificate of the service, or of the proxy, does not verify.',
  'proxy-refused': 'The proxy refuses the connection: with any status but 408, 429 and 500 to 599.',
  contract: "A response that the service's description does not allow.",
}

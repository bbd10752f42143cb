import { code, JUST_WAIT, type Remedy, say } from '../text/message.ts'

/** Each failed read has a remedy of its own. In docs/reference.md, this text stands in its place. */
const AS_SAID = 'Do what the message says.'
const RESUME = 'Have the queue resumed, or wait until it is; then run the job again.'

/**
 * Every reason why a condition is not met or a step fails: what happened in at most eight words, in which `fillNames`
 * replaces each `{…}`, and what to do. Of several reasons, the one that stands first here is the main one. The codes are
 * part of the interface; `npm run docs` writes them to docs/reference.md.
 */
export const REASONS = {
  cancelled: { headline: 'The step was cancelled before a verdict', remedy: 'Run the job again.' },
  'bad-input': { headline: 'The step is not set up right', remedy: 'Correct what the message names.' },
  'token-missing': {
    headline: 'There is no API token',
    remedy: say`Set ${code('on-missing-token: skip')}: the step then succeeds unchecked. For Dependabot, you can store the token among its own secrets instead.`,
  },
  'token-refused': { headline: '{source} refused the token', remedy: AS_SAID },
  'contract-broken': { headline: '{source} gave an unexpected answer', remedy: AS_SAID },
  'host-not-found': { headline: 'The host of the service was not found', remedy: AS_SAID },
  redirected: { headline: '{source} answered with a redirect', remedy: AS_SAID },
  'certificate-invalid': { headline: 'The certificate of {source} is invalid', remedy: AS_SAID },
  'answer-too-large': { headline: '{source} answered with too much', remedy: AS_SAID },
  'request-refused': { headline: '{source} refused the request', remedy: AS_SAID },
  unsupported: { headline: '{source} does not know this question', remedy: AS_SAID },
  'not-found': { headline: '{source} found nothing of that name', remedy: AS_SAID },
  'github-forbidden': { headline: 'The GitHub token lacks a permission', remedy: AS_SAID },
  'queue-not-found': {
    headline: '{branch} has no queue',
    remedy: say`Check ${code('target-branch')} and ${code('repository')}; if both are right, check ${code('endpoint')}.`,
  },
  'stale-head': { headline: 'This run is for another commit', remedy: 'Look at the run of the newest commit.' },
  'state-failed': {
    headline: '{pr} failed in the queue',
    remedy: 'Look at the pull request for the reason, then submit it again.',
  },
  'state-cancelled': {
    headline: '{pr} was taken out of the queue',
    remedy: 'Submit it again if it should still merge.',
  },
  'base-branch-mismatch': {
    headline: '{pr} has another base branch',
    remedy: 'Change the base of the pull request, or submit it to the queue of its base.',
  },
  'not-mergeable': {
    headline: "{pr} can't be merged yet",
    remedy: 'Resolve the conflicts, or whatever the page of the pull request names.',
  },
  'impacted-targets-missing': { headline: '{pr} lacks its impacted targets', remedy: 'Upload them for its head.' },
  'not-submitted': { headline: '{pr} is not in the queue', remedy: 'Submit it to the queue, then run the job again.' },
  'still-submitted': {
    headline: '{pr} is still in the queue',
    remedy: 'Run the job again when it has left the queue, or take it out of the queue.',
  },
  'state-pending-failure': {
    headline: '{pr} is held in the queue',
    remedy: 'Wait: it may be tested again, pass, or merge by itself.',
  },
  'state-unmergeable': {
    headline: '{pr} is held as unmergeable',
    remedy:
      'Wait until the pull requests ahead of it have merged. If it is still unmergeable then, take it out, update it with its base branch, and submit it again.',
  },
  'state-not-ready': { headline: '{pr} is not ready', remedy: 'Look at its mergeability, base and impacted targets.' },
  'state-pending': { headline: '{pr} waits to be tested', remedy: JUST_WAIT },
  'state-testing': { headline: '{pr} is still being tested', remedy: JUST_WAIT },
  'state-tests-passed': { headline: '{pr} waits to be merged', remedy: JUST_WAIT },
  'queue-paused': { headline: '{queue} is paused', remedy: RESUME },
  'queue-draining': { headline: '{queue} is draining', remedy: RESUME },
  'queue-switching-modes': { headline: '{queue} is switching modes', remedy: 'Wait: this ends by itself.' },
  'queue-not-empty': { headline: '{queue} is not empty', remedy: JUST_WAIT },
  'required-status-failed': { headline: 'A required status did not pass', remedy: 'Look at the failed checks.' },
  'report-missing': {
    headline: 'A test report is missing',
    remedy: 'Check the glob, and that the tests write their report before this step.',
  },
  'blocking-failures': {
    headline: 'Failed tests are not excused',
    remedy:
      'Fix what failed. A flaky test is quarantined at the service, under the name, class and file of the report.',
  },
  'report-malformed': {
    headline: 'A test report cannot be read',
    remedy: say`Check that ${code('junit-paths')} matches only JUnit XML files, and look at the log of the test step: it may have crashed.`,
  },
  'test-crash': { headline: 'The test step failed, yet no test did', remedy: 'Look at the log of the test step.' },
  'too-many-excused': {
    headline: 'More quarantined tests failed than allowed',
    remedy: say`Look for what the failures have in common, or raise ${code('max-excused')}.`,
  },
  'merge-group-checks-uncovered': {
    headline: 'Merge groups will lack a required check',
    remedy: say`Add ${code('merge_group:')} below ${code('on:')} of its workflow.`,
  },
  'quarantine-overdue': {
    headline: 'Tests have been quarantined for too long',
    remedy: say`Fix the oldest ones or delete them, or raise ${code('max-quarantine-age')}.`,
  },
  'quarantine-over-limit': {
    headline: 'Too many tests are quarantined',
    remedy: say`Fix some of them or delete them, or raise ${code('max-quarantined')}.`,
  },
  'report-unsearched': {
    headline: 'The search for test reports did not end',
    remedy: 'Write test reports into a folder of their own in the workspace; no symbolic link may lead out of it.',
  },
  'report-truncated': {
    headline: 'A test report is incomplete',
    remedy:
      'Look for a crash in the middle of the tests. If no test is missing, have the tool count only what it lists.',
  },
  'report-outdated': {
    headline: 'A test report is older than this job',
    remedy: 'Delete old reports before the tests run.',
  },
  'report-empty': { headline: 'No test ran', remedy: 'Check the command and the filters that select the tests.' },
  'tests-not-run': {
    headline: 'The tests did not run to the end',
    remedy: 'Run the job again, or skip this step where the tests are skipped.',
  },
  'test-run-failed': { headline: 'The test run failed', remedy: 'Look at its checks.' },
  'test-run-cancelled': { headline: 'The test run was cancelled', remedy: 'Look at the newest test run.' },
  'test-run-in-progress': { headline: 'The test run has not ended yet', remedy: JUST_WAIT },
  'required-status-skipped': {
    headline: 'A required status was skipped',
    remedy: 'Check the condition under which the job is skipped.',
  },
  'required-status-doubtful': {
    headline: 'A required status may not prove a pass',
    remedy: 'Look at the checks that the message names.',
  },
  'required-status-missing': {
    headline: 'A required status is not reported',
    remedy: 'Check that a workflow that runs for the queue reports under this very name.',
  },
  'contradictory-answer': {
    headline: '{source} contradicts itself',
    remedy: 'Run the job again in a minute; if this persists, report it to those who run the queue.',
  },
  'state-unknown': { headline: 'The state of {pr} is not known', remedy: 'Update the action.' },
  'test-run-not-found': {
    headline: 'The test run was not found',
    remedy: say`Check ${code('test-run-id')}, or look at the queue.`,
  },
  'not-known': { headline: 'Not enough is known to decide', remedy: 'Run the job again, or update the action.' },
  'partial-list': { headline: 'The list of quarantined tests is incomplete', remedy: 'Run the job again.' },
  'github-unavailable': { headline: 'GitHub could not be asked', remedy: AS_SAID },
  'service-unavailable': { headline: '{source} did not answer', remedy: AS_SAID },
  'internal-error': { headline: 'The action has a defect', remedy: 'Report it with the log.' },
} as const satisfies Record<string, { headline: string; remedy: Remedy }>

export type ReasonCode = keyof typeof REASONS

/**
 * GitHub's answers in the action's own words, and what explains a verdict; what GitHub may leave out is null. Names,
 * paths, addresses and states are raw text from outside, to be escaped when shown.
 */
import * as z from 'zod/mini'
import { failure, numberOrNull, reading, removal, says, sentence, testRun, textOrNull } from './service.ts'

export const gitHubPullRequest = z.object({
  number: z.number(),
  open: z.boolean(),
  headSha: textOrNull,
  baseBranch: z.string(),
  mergeable: z.nullable(z.boolean()).check(says('False: it has conflicts; null while GitHub computes it.')),
  mergeableState: textOrNull.check(says("GitHub's word, which also depends on branch protection.")),
})

/** The latest check run or commit status of one name and app. */
export const check = z.object({
  kind: z.enum(['check-run', 'status']),
  name: z.string(),
  appId: numberOrNull.check(says('The app that reports the check run; null for a status.')),
  id: numberOrNull.check(says('Id of the check run, as in `job.check_run_id`; null for a status.')),
  word: z.exactOptional(z.string()).check(says("GitHub's conclusion, else its status or state; lower case.")),
  outcome: z.enum(['passed', 'failed', 'pending', 'unknown']).check(says('`stale` and new words are unknown.')),
  suite: z.exactOptional(numberOrNull).check(says('Id of its check suite: all jobs of one workflow run share it.')),
  earlierFailureUrl: z.exactOptional(z.string()).check(says('Page of an earlier failed run; empty if not known.')),
  url: textOrNull.check(says("GitHub's page about it; for a status, the address that its reporter gave.")),
  startedAt: textOrNull.check(says('When it began; for a status, when it was first reported.')),
  completedAt: textOrNull.check(says('When it ended; null while it is pending.')),
})

export const commitChecks = z.object({
  sha: z.string(),
  checks: z.array(check).check(says('One per name, kind and app. A kind whose list is cut has unknown outcomes.')),
  incomplete: z.array(failure).check(says('Why lists were not read whole, so that they may lack reported checks.')),
})

export const requiredCheck = z.object({
  name: z.string(),
  appId: numberOrNull.check(says("The only app whose report counts; null where anybody's does.")),
})

const job = z.object({
  file: z.string().check(says('The workflow file, from the root of the repository on.')),
  workflow: textOrNull.check(says('The `name:` of the workflow; null without one.')),
  id: z.string(),
  line: z.number(),
})

/** Whether a check that a branch requires is reported on the groups of GitHub's own merge queue. */
export const coverage = z.object({
  name: z.string(),
  verdict: z.enum(['covered', 'uncovered', 'unknown']).check(says('By workflow files and the latest merge groups.')),
  job: z.nullable(job).check(says('The job that reports the check, or would; null where none is known.')),
  triggerLine: numberOrNull.check(says('Line of the `on:` that lacks `merge_group`; null if something else is wrong.')),
  whyNotCovered: z.nullable(sentence).check(says('Null if it is covered; else why it is not, or may not be.')),
  remedy: z.nullable(sentence),
  warnings: z.array(sentence),
})

export const mergeGroupChecks = z.object({
  workflowRef: z.string().check(says('The commit or the branch whose workflow files were read.')),
  checks: z.array(coverage).check(says('The required checks, each once.')),
  whyMoreMayBeRequired: z.exactOptional(sentence).check(says('Why there may be more required checks.')),
  isRequiredListPartial: z.exactOptional(z.literal(true)).check(says('The list of required checks is not whole.')),
  brokenFiles: z.array(z.string()).check(says("Workflow files that can't be read as YAML.")),
})

export const blocker = z.object({ number: z.number(), url: textOrNull })

export const checkState = z.object({
  name: z.string(),
  url: textOrNull,
  word: z.string().check(says('How it ended or stands, in the word of its source: `failure`, `queued`, …')),
  since: textOrNull.check(says('When it came into that state.')),
})

export const checkElsewhere = z.object({
  name: z.string(),
  onHead: z.nullable(checkState).check(says("On the pull request's own head; null if it was not reported there.")),
  onTarget: z.nullable(checkState).check(says('On the target branch.')),
})

export const missingCheck = z.object({
  name: z.string(),
  why: z.enum(['reusable-workflow', 'unexpanded-matrix', 'other-name', 'no-trigger', 'pull-requests-only', 'unknown']),
  similarName: z.exactOptional(z.string()).check(says('The name that was reported instead.')),
  reporter: z.exactOptional(textOrNull).check(says('Who reports it on pull requests; null if not known.')),
})

export const requirement = z.object({
  kind: z.enum([
    'closed',
    'draft',
    'conflict',
    'review-required',
    'changes-requested',
    'behind',
    'check-failed',
    'check-pending',
    'check-missing',
  ]),
  check: z.nullable(checkState).check(says('The check of a kind `check-…`; null for other kinds.')),
})

/** A fact that was not asked for is missing. Any other has a `value`, a `failure`, or `absent` if there is none. */
export const explanation = z.object({
  removal: reading(removal).check(says('How the pull request last left the queue.')),
  removalCount: reading(z.number()).check(says('How often it was removed without a merge, as far as is listed.')),
  pushedAfterRemoval: reading(z.string()).check(says('Time of the last push since it left; empty if not known.')),
  pushedInQueue: reading(z.string()).check(says('Time of the last push in the queue; empty if not known.')),
  testRun: reading(testRun).check(says('The test run of the pull request, if the deciding poll read none.')),
  runChecks: reading(commitChecks).check(says("Checks of the test run's commit, if the source gives no outcomes.")),
  checkElsewhere: reading(checkElsewhere).check(says('How the required check that failed ended elsewhere.')),
  failedJobs: reading(z.array(checkState)).check(says('Jobs that a required check sums up and that did not pass.')),
  missingChecks: reading(z.array(missingCheck)).check(says('Required checks that nothing has reported, and why.')),
  blockers: reading(z.array(blocker)).check(says('The pull requests that hold it up, the nearest first.')),
  unmetRequirements: reading(z.array(requirement)).check(says('What it lacks before it can enter the queue.')),
  hasAutoMerge: reading(z.boolean()).check(says('Auto-merge is on; that alone puts nothing into a queue.')),
  otherRuleType: reading(z.string()).check(says('A rule that asks for checks without naming them: `code_scanning`.')),
  isPersonalRepository: reading(z.boolean()).check(says('A person owns the repository, so it can have no queue.')),
  checkTimeoutMinutes: reading(z.number()).check(says('After this time the queue gives up on missing checks.')),
})

/**
 * GitHub's answers in the action's own words; what GitHub may leave out is null. Names, paths, addresses and states are
 * raw text from outside, to be escaped when shown.
 */
import * as z from 'zod/mini'
import { failure, flag, number, sentence, text, time } from './shapes.ts'

export const gitHubPullRequest = z.object({
  number: z.number(),
  open: z.boolean(),
  headSha: text,
  baseBranch: z.string(),
  mergeable: z.exactOptional(flag).check(z.describe('False: it has conflicts; null while GitHub computes it.')),
  mergeableState: z.exactOptional(text).check(z.describe("GitHub's word, which also knows branch protection.")),
  autoMerge: z.exactOptional(z.boolean()).check(z.describe('Auto-merge is on; that alone puts nothing into a queue.')),
})

/** The latest report under one name from one source and app. */
export const check = z.object({
  source: z.enum(['check-run', 'status']).check(z.describe('A check run of an app, or a commit status.')),
  name: z.string(),
  appId: number.check(
    z.describe('The app that reports the check run; null for a status, or where GitHub does not say.'),
  ),
  id: number.check(z.describe('Id of the check run, as in `job.check_run_id`; null for a status.')),
  word: z.exactOptional(z.string()).check(z.describe('How it ended, or what it does, in its own word; lower case.')),
  outcome: z
    .enum(['passed', 'failed', 'pending', 'unknown'])
    .check(z.describe('`skipped` and `neutral` count as passed, `stale` and unrecognised words as unknown.')),
  suite: z.exactOptional(number).check(z.describe('Id of its check suite: all jobs of one workflow run share it.')),
  failedEarlier: z
    .exactOptional(z.string())
    .check(z.describe('It passed after a run of the same name in another suite failed: the address of that one.')),
  url: text.check(z.describe("GitHub's page about it; for a status, the address that its reporter gave.")),
  detailsUrl: text.check(
    z.describe('The address that the reporter gave; for a job of GitHub Actions, it holds the id of the workflow run.'),
  ),
  startedAt: text.check(z.describe('When it began; for a status, when it was first reported.')),
  completedAt: text.check(z.describe('When it ended; null while it is pending.')),
})

export const commitChecks = z.object({
  sha: z.string(),
  checks: z
    .array(check)
    .check(
      z.describe(
        'Each name once per source and app. Check runs and statuses are two lists; if one was not read whole, all outcomes in it are unknown.',
      ),
    ),
  incomplete: z
    .array(failure)
    .check(
      z.describe('Why lists were not read whole. Only if this is empty, a name that `checks` lacks was not reported.'),
    ),
})

export const requiredCheck = z.object({
  name: z.string(),
  appId: number.check(z.describe("The only app whose report counts; null where anybody's does.")),
})

/** Whether the checks that a branch requires are reported on the groups of GitHub's own merge queue. */

const job = z.object({
  file: z.string().check(z.describe('The workflow file, from the root of the repository on.')),
  workflow: text.check(z.describe('The name of the workflow; null if it has none that is literal.')),
  id: z.string(),
  line: z.number(),
})

export const coverage = z.object({
  name: z.string(),
  verdict: z
    .enum(['covered', 'uncovered', 'unknown'])
    .check(z.describe('`unknown`: the workflow files do not say, and no merge group has shown the check.')),
  job: z.nullable(job).check(z.describe('The job that reports the check, or would; null where none is known.')),
  triggerLine: number.check(z.describe('Line of the `on:` that lacks `merge_group`; null if something else is wrong.')),
  missing: z.nullable(sentence).check(z.describe('Null if the check is covered.')),
  remedy: z.nullable(sentence),
  warnings: z.array(sentence),
})

export const mergeGroupChecks = z.object({
  from: z.string().check(z.describe('The commit or the branch whose workflow files were read.')),
  checks: z.array(coverage).check(z.describe('The required checks, each once.')),
  moreRequired: z.exactOptional(sentence).check(z.describe('Why there may be more required checks.')),
  requiredUnread: z
    .exactOptional(z.literal(true))
    .check(z.describe('More may be required, for that could not be read.')),
  brokenFiles: z.array(z.string()).check(z.describe('Workflow files that are no YAML that GitHub reads.')),
})

/** What explains a verdict, beside the facts that decide. */

/** A pull request that holds up another one. */
export const blocker = z.object({ number: z.number(), url: text })

export const checkEnd = z.object({
  name: z.string(),
  url: text,
  word: z
    .string()
    .check(z.describe('How it stands, in the own word of its source: `failure`, `cancelled`, `queued`, …')),
  since: time.check(z.describe('When it came into that state.')),
})

export const sameCheck = z.object({
  name: z.string(),
  onHead: z.nullable(checkEnd).check(z.describe("On the pull request's own head; null if it was not reported there.")),
  onTarget: z.nullable(checkEnd).check(z.describe('On the target branch.')),
  sinceThen: z.nullable(checkEnd).check(z.describe('On the very commit that was thrown out, after that.')),
})

export const missingCheck = z.object({
  name: z.string(),
  why: z
    .enum([
      'reusable-workflow',
      'workflow-name',
      'unexpanded-matrix',
      'other-letters',
      'other-leg',
      'no-trigger',
      'pull-requests-only',
      'unknown',
    ])
    .check(z.describe('Why nothing has reported it on the merge group, as far as names and the head tell.')),
  near: text.check(z.describe('The name that nearly fits, or who reports it on the head; null if there is none.')),
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
  check: z.nullable(checkEnd).check(z.describe('The check that it is about; null for other kinds.')),
})

/**
 * GitHub's answers in the action's own words; what GitHub may leave out is null. Names, paths, addresses and states are
 * raw text from outside, to be escaped when shown.
 */
import * as z from 'zod/mini'
import { failure } from './failure.ts'
import { flag, number, text } from './shapes.ts'

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

/**
 * The facts of a merge queue, in the action's own words. Types and the report's JSON schema
 * are derived from these schemas. Members that an answer may leave out are null; values of enumerations are
 * lower-case texts, because there may be values that this version does not know.
 */
import * as z from 'zod/mini'
import { flag, number, sentence, text, texts, time } from './shapes.ts'

export const repository = z.object({ host: z.string(), owner: z.string(), name: z.string() })

export const call = z.object({
  operation: z.string().check(z.describe('Name of the call, in the words of the source.')),
  status: number.check(z.describe('HTTP status of the last try; null if no answer came.')),
  attempts: z.number().check(z.describe('Tries made, the failed ones included.')),
  elapsedMs: z.number().check(z.describe('Milliseconds from the start of the first try to the end of the last.')),
  requestId: text.check(z.describe('`X-Request-Id` of the last answer.')),
})

/** The facts that the rule for starting to test looks at. */
export const readiness = z.object({
  requiresImpactedTargets: flag,
  hasImpactedTargets: flag,
  baseBranchMatches: flag,
  mergeability: text,
})

/** The parts of the answers that can be in doubt. */
export const members = z.enum([
  // All that is said of the pull request, a merge included.
  'pull-request',
  // Its state, and whether it is in the queue. A merge stands whatever else is said.
  'place',
  // The commit of the answers about the pull request and its test run.
  'head',
  'queue-state',
  'queue-list',
  'test-run',
])

/** Why a part of the source's answers can't be trusted, such as a contradiction between two of them. */
export const doubt = z.object({
  members: z.array(members).check(z.describe('Whatever rests on one of these parts is unknown.')),
  code: z
    .enum(['contradictory-answer', 'stale-head', 'base-branch-mismatch', 'not-known'])
    .check(z.describe('Code of the reason that this doubt leads to.')),
  message: sentence.check(z.describe('One sentence that stands alone.')),
  remedy: z.exactOptional(sentence).check(z.describe('What to do; absent if the remedy of the code will do.')),
  headline: z.exactOptional(sentence).check(z.describe('What happened, in at most eight words.')),
})

const doubts = z.array(doubt).check(z.describe("The source's own doubts about this answer."))

/** A reason why GitHub would not merge. */
const mergeabilityReason = z.object({
  code: z.string(),
  message: text,
  have: number,
  need: number,
  check: text.check(z.describe('Name of the check that it is about.')),
  number: number.check(z.describe('Number of the pull request that this one has to be built on.')),
})

/** How a pull request last left the queue. */
export const removal = z.object({
  reason: z.enum([
    'checks-failed',
    'timed-out',
    'conflict',
    'pushed-to',
    'by-person',
    'closed',
    'draft',
    'retargeted',
    'stack-changed',
    'not-ready-too-long',
    'queue-misconfigured',
    'queue-changed',
    'provider-refused',
    'provider-failed',
    'merged',
    'other',
  ]),
  text: text.check(z.describe('The reason in the words of the source.')),
  actor: text.check(z.describe('Who took it out of the queue; null for a machine, or if the source does not say.')),
  at: time,
  failedChecks: z.array(
    z.object({
      name: z.string(),
      url: text,
      word: z.exactOptional(z.string()).check(z.describe('How it ended, in the own word of its source.')),
    }),
  ),
  certainty: z.enum(['certain', 'possible']).check(z.describe('`certain` if the text always means this reason.')),
  why: z.exactOptional(sentence).check(z.describe('The particulars, worded to follow "it left the queue because".')),
  remedy: z.exactOptional(sentence).check(z.describe('What to do, where the usual remedy of the reason does not fit.')),
  culprit: z
    .exactOptional(z.object({ number: z.number(), url: text }))
    .check(z.describe('The pull request whose change it conflicts with.')),
  blockReasons: z
    .exactOptional(z.array(sentence))
    .check(z.describe('Why GitHub refused the merge, each worded to follow "because".')),
  providerText: z.exactOptional(z.string()).check(z.describe("GitHub's own words about a merge that it refused.")),
})

/** The members that the pull request and an entry of the queue have in common. */
const submission = {
  title: text,
  baseBranch: text,
  author: text,
  id: text,
  state: text.check(z.describe('In lower case; this version may not know it.')),
  stateChangedAt: time,
  priorityValue: number.check(z.describe('0 is the highest, 255 the lowest.')),
  priorityName: text,
  skipTheLine: flag,
  readiness: z.nullable(readiness),
}

/** The pull request as the queue knows it. */
export const pullRequest = z.object({
  number: z.number(),
  sha: text.check(z.describe('The head that the source has, which can lag behind; null if the source does not say.')),
  ...submission,
  forceEnqueued: flag,
  submitted: z.boolean().check(z.describe('It is in the queue now.')),
  mergeabilityDetails: z
    .nullable(z.array(mergeabilityReason))
    .check(z.describe('Why GitHub would not merge it; null where the source does not say.')),
  position: z
    .exactOptional(number)
    .check(z.describe('Its place in the queue, from 1, if the source gives it apart from the list.')),
  page: z.exactOptional(text).check(z.describe('Address of its page at the source, where the source gives one.')),
  queuedByWorkflow: z
    .exactOptional(z.literal(true))
    .check(z.describe("A workflow queued it with the workflow's own token, and that starts no workflows.")),
  removal: z.nullable(removal).check(z.describe('Null while it is in the queue, and where the source does not say.')),
  doubts,
})

/** An item of the queue's list. */
export const queueEntry = z.object({ number, sha: text, ...submission })

const moreRequired = z
  .exactOptional(sentence)
  .check(z.describe('Why statuses other than these may be required, too; without a full stop.'))

/** The queue, made by `queueOf` of each API of the service and by `github/queue/source.ts`. */
export const queue = z.object({
  state: text.check(z.describe('State of the queue itself; null if the source has no such states.')),
  branch: z.string(),
  mode: text,
  ordered: z.boolean().check(z.describe('The entries stand in one line, so each of them has a position.')),
  settings: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .check(z.describe('Its other settings, by the names that the source gives them.')),
  requiredStatuses: texts,
  moreRequired,
  entries: z
    .nullable(z.array(queueEntry))
    .check(z.describe("In the service's order; null if the service does not list them.")),
  doubts,
})

/** Something that reported on the test branch: a check run (by name) or a commit status (by context). */
export const reportedStatus = z.object({
  name: z.string(),
  url: text,
  source: z
    .exactOptional(z.enum(['check-run', 'status']))
    .check(z.describe('Names of commit statuses are compared without letter case; absent counts as a check run.')),
  outcome: z
    .nullable(z.enum(['passed', 'failed', 'pending', 'unknown']))
    .check(z.describe('Null if the service does not say; `unknown` if this version does not know its word.')),
  word: z.exactOptional(z.string()).check(z.describe('How it ended in its own word, such as `timed_out`; lower case.')),
  since: z.exactOptional(z.string()).check(z.describe('ISO 8601 time at which it came into that state.')),
})

/** A test run of the queue. */
export const testRun = z.object({
  id: z.string(),
  status: text,
  undecided: z.exactOptional(sentence).check(z.describe('Why the status is not known; one sentence.')),
  undecidedRemedy: z.exactOptional(sentence).check(z.describe('What to do about that.')),
  warnings: z
    .exactOptional(z.array(sentence))
    .check(z.describe('What a reader has to know of a run, whatever its verdict: a green check over skipped jobs.')),
  ownCheck: z
    .exactOptional(z.string())
    .check(z.describe('The required check that this very step runs in; the status leaves it out.')),
  openByOutage: z
    .exactOptional(z.literal(true))
    .check(z.describe('Nothing but an outage keeps the status from being known.')),
  openByRefusal: z
    .exactOptional(z.literal(true))
    .check(z.describe('A refused read keeps the status from being known, so asking again does not help.')),
  createdAt: time,
  testBranch: z.string(),
  testBranchSha: z.string(),
  requiredStatuses: texts.check(z.describe('Null where the service does not say which.')),
  moreRequired,
  reported: z.array(reportedStatus).check(z.describe('Check runs of all suites, then commit statuses.')),
  reportedIsWhole: z
    .boolean()
    .check(z.describe('`reported` holds all reports; if not, more statuses may have been reported.')),
  pullRequests: z
    .nullable(z.array(z.object({ number: z.number(), url: text, title: text })))
    .check(z.describe('The pull requests under test, each once; null if the service does not list them.')),
  impactedTargets: texts,
  impactedTargetsForTestedPullRequests: texts,
  dependentPullRequests: z.nullable(z.array(z.number())),
  doubts,
})

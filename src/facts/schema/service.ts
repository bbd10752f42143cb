/**
 * The facts of a merge queue, in the action's own words: types and the report's JSON schema follow from these schemas.
 * What an answer may leave out is null; a member that only some sources have is absent. A source's own words, such as
 * states, are texts in lower case, and no enums: a source may send words that this version does not know.
 */
import * as z from 'zod/mini'
import type { Message } from '../../text/message.ts'

export const says = z.describe

export const textOrNull = z.nullable(z.string())
export const numberOrNull = z.nullable(z.number())
const flagOrNull = z.nullable(z.boolean())
const textsOrNull = z.nullable(z.array(z.string()))
export const timeOrNull = textOrNull.check(says('ISO 8601.'))

/** A message for people; the report file holds its text. */
export const sentence = z.string() as unknown as z.ZodMiniType<Message>

/** Why a read failed. A message can quote one cleaned line of the answer; all other words are the action's. */
export const failure = z.object({
  code: z.enum([
    'service-unavailable',
    'github-unavailable',
    'github-forbidden',
    'token-refused',
    'contract-broken',
    'request-refused',
    'unsupported',
    'not-found',
    'host-not-found',
    'redirected',
    'certificate-invalid',
    'answer-too-large',
    'not-known',
    'queue-not-found',
  ]),
  message: sentence.check(says('What went wrong.')),
  remedy: sentence.check(says('A sentence: what to do.')),
  headline: z.exactOptional(sentence).check(says('What happened, in at most eight words; absent if the code says it.')),
  outage: z.boolean().check(says('An outage, which `on-unavailable` covers.')),
})

const absent = z.object({ absent: z.literal(true) }).check(says('The source answered that there is none.'))

/** One read of the source: a value, a failure or both, or that there is none. Undefined if it was not asked for. */
export function reading<Value extends z.ZodMiniType>(value: Value) {
  return z.optional(z.union([z.object({ value, failure: z.exactOptional(failure) }), z.object({ failure }), absent]))
}

export const repository = z.object({ host: z.string(), owner: z.string(), name: z.string() })

export const call = z.object({
  operation: z.string().check(says('Name of the call, in the words of the source.')),
  status: numberOrNull.check(says('HTTP status of the last try; null if no answer came.')),
  attempts: z.number().check(says('Tries made, the failed ones included.')),
  elapsedMs: z.number().check(says('Milliseconds from the start of the first try to the end of the last.')),
  requestId: textOrNull.check(says('`X-Request-Id` of the last answer.')),
})

export const readiness = z.object({
  requiresImpactedTargets: flagOrNull,
  hasImpactedTargets: flagOrNull,
  baseBranchMatches: flagOrNull,
  mergeability: textOrNull,
})

export const answerPart = z.enum([
  // All answers about the pull request. With a doubt about this part, not even a merge is believed.
  'pull-request',
  // The state of the pull request, and whether it is in the queue. A merge is believed in spite of such a doubt.
  'pull-request-state',
  // Whether the answers about the pull request and its test run are about its current head.
  'head',
  'queue-state',
  'queue-list',
  'test-run',
])

/** Why a part of the source's answers can't be trusted, such as a contradiction between two of them. */
export const doubt = z.object({
  answerParts: z.array(answerPart).check(says('Whatever rests on one of these parts is unknown.')),
  code: z.enum(['contradictory-answer', 'stale-head', 'base-branch-mismatch', 'not-known']),
  message: sentence.check(says('One sentence that stands alone.')),
  remedy: z.exactOptional(sentence).check(says('What to do; absent if the remedy of the code will do.')),
  headline: z.exactOptional(sentence).check(says('What happened, in at most eight words.')),
})

const doubts = z.array(doubt).check(says("The source's own doubts about this answer."))

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
  sourceText: textOrNull.check(says('The reason in the words of the source.')),
  actor: textOrNull.check(says('Who took it out of the queue; null for a machine, or if the source does not say.')),
  at: timeOrNull,
  failedChecks: z.array(z.object({ name: z.string(), url: textOrNull, word: z.exactOptional(z.string()) })),
  why: z.exactOptional(sentence).check(says('The particulars, worded to follow "it left the queue because".')),
  remedy: z.exactOptional(sentence).check(says('What to do, where the usual remedy of the reason does not fit.')),
  blockReasons: z.exactOptional(z.array(sentence)).check(says('Why GitHub refused the merge, to follow "because".')),
  gitHubText: z.exactOptional(z.string()).check(says("GitHub's own words about a merge that it refused.")),
})

export const pullRequest = z.object({
  number: z.number(),
  headSha: textOrNull.check(says('The head that the source knows; GitHub may have a newer one.')),
  title: textOrNull,
  baseBranch: textOrNull,
  state: textOrNull,
  stateChangedAt: timeOrNull,
  readiness: z.nullable(readiness),
  forceEnqueued: flagOrNull,
  submitted: z.boolean().check(says('The pull request is in the queue now.')),
  blockReasons: z.exactOptional(z.array(sentence)).check(says('Why GitHub would not merge it, to follow "because".')),
  position: z.exactOptional(numberOrNull).check(says('From 1; only if the source gives it apart from the list.')),
  page: z.exactOptional(textOrNull).check(says('Address of its page at the source, where the source gives one.')),
  queuedByWorkflow: z.exactOptional(z.literal(true)).check(says('A workflow token queued it, so no workflow starts.')),
  removal: z.nullable(removal).check(says('How it left the queue; null while it is in the queue, or if it never was.')),
  doubts,
})

export const queueEntry = z.object({
  number: numberOrNull,
  title: textOrNull,
  state: textOrNull,
  stateChangedAt: timeOrNull,
})

const whyMoreMayBeRequired = z.exactOptional(sentence).check(says('Why other statuses may be required; no full stop.'))

export const queue = z.object({
  state: textOrNull.check(says('State of the queue itself; null if the source has no such states.')),
  branch: z.string(),
  isOrdered: z.boolean().check(says('The entries stand in one line, so each of them has a position.')),
  requiredStatuses: textsOrNull,
  whyMoreMayBeRequired,
  entries: z.nullable(z.array(queueEntry)).check(says("In the source's order; null if it does not list them.")),
  doubts,
})

/** A check run or a commit status on the test branch. The name of a commit status is its context. */
export const reportedStatus = z.object({
  name: z.string(),
  url: textOrNull,
  outcome: z.nullable(z.enum(['passed', 'failed', 'pending', 'unknown'])).check(says('Null if it is not given.')),
  word: z.exactOptional(z.string()).check(says('The word of its source for how it ended: `timed_out`.')),
  since: z.exactOptional(z.string()).check(says('ISO 8601 time at which it came into that state.')),
})

const whyUndecided = z.object({
  message: sentence,
  remedy: sentence,
  outage: z.boolean().check(says('The status is unknown because of an outage and nothing else.')),
  final: z.boolean().check(says('A read was refused, so asking again does not help.')),
})

export const testRun = z.object({
  id: z.string(),
  status: textOrNull,
  whyUndecided: z.exactOptional(whyUndecided).check(says('Why the status is not known.')),
  warnings: z.exactOptional(z.array(sentence)).check(says('Why required checks that passed may hide a failure.')),
  ownCheck: z.exactOptional(z.string()).check(says('The required check of this very step; `status` leaves it out.')),
  createdAt: timeOrNull,
  testBranch: z.string(),
  testBranchSha: z.string(),
  requiredStatuses: textsOrNull,
  whyMoreMayBeRequired,
  reported: z.array(reportedStatus).check(says('Of the reports with a required name, only those that count.')),
  hasUncountedReports: z.exactOptional(z.literal(true)).check(says('A required name has reports that do not count.')),
  reportedIsWhole: z.boolean().check(says('If false, more statuses may have been reported.')),
  pullRequests: z.nullable(z.array(z.object({ number: z.number(), url: textOrNull, title: textOrNull }))),
  dependentPullRequests: z.nullable(z.array(z.number())).check(says('Others that it builds on, but does not test.')),
  doubts,
})

/** Why a read failed, as data. A message can quote one cleaned line of the answer; the rest is the action's own. */
import * as z from 'zod/mini'
import { sentence } from './shapes.ts'

export const failure = z.object({
  code: z
    .enum([
      'service-unavailable',
      'github-unavailable',
      'github-forbidden',
      'token-refused',
      'contract-broken',
      'request-refused',
      'not-found',
      'host-not-found',
      'redirected',
      'certificate-invalid',
      'answer-too-large',
      'not-known',
    ])
    .check(z.describe('Code of the reason that this failure leads to.')),
  message: sentence.check(z.describe('What went wrong.')),
  remedy: sentence.check(z.describe('A sentence: what to do.')),
  headline: z
    .exactOptional(sentence)
    .check(z.describe('What happened, in at most eight words; absent if the code says as much.')),
  outage: z
    .boolean()
    .check(
      z.describe(
        'An outage, which `on-unavailable` covers: a broken connection, a time-out, 408, 429, 5xx, or a rate limit of GitHub.',
      ),
    ),
})

const gitHubFailureCause = z.enum([
  'token-missing',
  'token-refused',
  'forbidden',
  // 403: the conversation is locked.
  'locked',
  'not-found',
  // 422 and other 4xx: GitHub did not take the request.
  'refused',
  // The repository is on another host, so GitHub was not asked.
  'elsewhere',
  // 429, or 403 by the primary or a secondary limit.
  'rate-limited',
  // The network broke, 408, or 500 to 599.
  'unavailable',
  // No answer came in time.
  'silent',
  'host-not-found',
  'certificate',
  // A redirect to another origin, or too many.
  'redirected',
  'too-large',
  'unexpected',
  // The requests of this poll are used up, so GitHub was not asked.
  'over-budget',
  // More than is read, or several candidates and nothing to choose by: the answer is not known.
  'too-many',
  'unsupported',
])

/** Why a read of GitHub failed; the message is a sentence without a full stop. */
export const gitHubFailure = z.extend(failure, {
  cause: gitHubFailureCause,
  status: z.exactOptional(z.number()).check(z.describe('HTTP status, where it is known.')),
  retryAfterMs: z
    .exactOptional(z.number())
    .check(z.describe('Milliseconds after which GitHub may be asked again; only where the cause is `rate-limited`.')),
})

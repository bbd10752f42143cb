/** Why a read failed, as data. No text of it comes from outside. */
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
      'proxy-refused',
      'answer-too-large',
      'target-branch-unknown',
    ])
    .check(z.describe('Code of the reason that it becomes.')),
  message: sentence.check(z.describe('What went wrong.')),
  remedy: sentence.check(z.describe('A sentence: what to do.')),
  outage: z.boolean().check(z.describe('Covered by `on-unavailable`: network errors, time-outs, 408, 429 and 5xx.')),
})

const gitHubFailureCause = z.enum([
  // `github-token` is empty.
  'token-missing',
  // 401: GitHub does not know the token.
  'token-refused',
  // 403: the token lacks the permission that the remedy names.
  'forbidden',
  // 403: the conversation is locked.
  'locked',
  // 404 or 410: there is none, or the token may not see it.
  'not-found',
  // 422 and other 4xx: GitHub did not take the request.
  'refused',
  // The repository is on another host: GitHub was not asked.
  'elsewhere',
  // 429, or 403 by the primary or a secondary limit.
  'rate-limited',
  // The network broke, 408, or 500 to 599.
  'unavailable',
  // No complete answer in time.
  'silent',
  // Its host does not exist.
  'host-not-found',
  // Its certificate does not verify.
  'certificate',
  // A redirect to another origin, or too many.
  'redirected',
  // An answer of over 10 MiB.
  'too-large',
  // An answer of another shape than documented.
  'unexpected',
  // The requests of this poll are used up: GitHub was not asked.
  'over-budget',
  // There is more than is read, so the answer is not known.
  'too-many',
  // The server does not know what was asked for.
  'unsupported',
])

/** A read of GitHub's side that failed; its message is a sentence without its full stop. */
export const gitHubFailure = z.extend(failure, {
  cause: gitHubFailureCause,
  retryAfterMs: z
    .exactOptional(z.number())
    .check(z.describe('Milliseconds after which GitHub may be asked again; only where the cause is `rate-limited`.')),
})

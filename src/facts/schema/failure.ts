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
      'unsupported',
      'not-found',
      'host-not-found',
      'redirected',
      'certificate-invalid',
      'answer-too-large',
      'not-known',
      'queue-not-found',
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

/** Schemas that several documents share. */
import * as z from 'zod/mini'
import type { Message } from '../../text/message.ts'

export const text = z.nullable(z.string())
export const number = z.nullable(z.number())
export const flag = z.nullable(z.boolean())
export const texts = z.nullable(z.array(z.string()))
/** A time as the service gives it; a report shows it unchanged. */
export const time = text.check(z.describe('ISO 8601.'))

/** A message of the facts, which a report holds as text. */
export const sentence = z.string() as unknown as z.ZodMiniType<Message>

export const pullRequestNumber = z.int().check(z.positive(), z.maximum(2147483647))

/** The id of a commit, SHA-1 or SHA-256. */
export const commitId = z.string().check(z.regex(/^[\da-f]{40,64}$/i))

/** A text that is not empty. */
export const filled = z.string().check(z.regex(/./s))

/** Why a read failed, as data. A message can quote one cleaned line of the answer; the rest is the action's own. */

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

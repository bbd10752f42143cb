/** Schemas that several documents share. In the bundle, guards take their place, so that zod is not loaded. */
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

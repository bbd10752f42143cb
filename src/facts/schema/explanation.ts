/** What explains a verdict, beside the facts that decide. */
import * as z from 'zod/mini'
import { text, time } from './shapes.ts'

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
    .enum(['reusable-workflow', 'unexpanded-matrix', 'other-letters', 'no-trigger', 'pull-requests-only', 'unknown'])
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

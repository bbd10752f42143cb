/**
 * The members of another leg's report file that a verdict rests on; others are not checked. A file may be hostile, so
 * counts and limits are stricter than in the report's schema.
 */
import * as z from 'zod/mini'
import { type Described, described } from '../document.ts'
import { quarantinedTests } from '../facts/schema/service.ts'
import { text } from '../facts/schema/shapes.ts'
import { testReports } from '../facts/schema/tests.ts'
import { TEST_OUTCOMES } from '../facts/test-report.ts'

const count = z.int().check(z.minimum(0))
const limit = z.nullable(count)

const report = z.object({
  leg: z.string(),
  run: z.object({ id: z.string(), attempt: z.string().check(z.regex(/^[1-9]\d{0,8}$/)), commit: z.string() }),
  conditions: z.array(z.object({ condition: z.string(), verdict: z.enum(['met', 'unmet', 'unknown']) })),
  testInputs: z.nullable(
    z.object({
      testOutcome: z.nullable(z.enum(TEST_OUTCOMES)),
      variant: text,
      maxExcused: limit,
      minTests: limit,
    }),
  ),
  facts: z.object({
    testReports: z.object({
      kind: z.enum(['not-asked', 'read']),
      value: z.optional(
        z.extend(z.omit(testReports, { files: true }), {
          counts: z.object({ ran: count, passed: count, failed: count, skipped: count, flaky: count }),
        }),
      ),
    }),
    quarantinedTests: z.object({
      kind: z.enum(['not-asked', 'read', 'absent', 'failed']),
      value: z.optional(z.pick(quarantinedTests, { tests: true, partial: true })),
      failure: z.optional(z.object({ message: z.string() })),
    }),
  }),
})

export const LEG_FILES = {
  /** Any version of a report file. */
  versioned: described(z.object({ schemaVersion: z.number() })),
  report: described(report),
}

export type LegFile = Described<typeof LEG_FILES.report>

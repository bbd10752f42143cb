/**
 * What is read of the report file of another leg. The shapes are those of `docs/report.schema.json`; members that no
 * verdict rests on are let through unseen.
 */
import * as z from 'zod/mini'
import { described } from '../description.ts'
import type { Described } from '../document.ts'

const text = z.nullable(z.string())
const count = z.int().check(z.minimum(0))
const limit = z.nullable(count)

const identity = { name: z.string(), classname: text, file: text, parent: text }

const testReports = z.object({
  kind: z.enum(['not-asked', 'read']),
  value: z.optional(
    z.object({
      counts: z.object({ ran: count, passed: count, failed: count, skipped: count, flaky: count }),
      failed: z.array(z.object({ ...identity, line: z.nullable(z.number()), report: z.string() })),
      namesakes: z.array(
        z.object({ ...identity, outcome: z.enum(['passed', 'failed', 'skipped']), flaky: z.boolean() }),
      ),
      singleParent: z.boolean(),
      problems: z.array(
        z.object({
          kind: z.enum(['missing', 'empty', 'malformed', 'truncated', 'outside']),
          message: z.string(),
        }),
      ),
    }),
  ),
})

const quarantinedTests = z.object({
  kind: z.enum(['not-asked', 'read', 'absent', 'failed']),
  value: z.optional(
    z.object({
      tests: z.array(
        z.object({
          name: z.string(),
          parent: text,
          file: text,
          classname: text,
          variant: text,
          codeowners: z.array(z.string()),
          quarantinedAt: text,
          statusLastUpdatedAt: text,
          testCaseId: text,
        }),
      ),
      partial: text,
    }),
  ),
  failure: z.optional(z.object({ message: z.string() })),
})

const report = z.object({
  leg: z.string(),
  run: z.object({ id: z.string(), attempt: z.string().check(z.regex(/^[1-9]\d{0,8}$/)), commit: z.string() }),
  conditions: z.array(z.object({ condition: z.string(), verdict: z.enum(['met', 'unmet', 'unknown']) })),
  testInputs: z.object({
    testOutcome: z.nullable(z.enum(['success', 'failure', 'cancelled', 'skipped'])),
    variant: text,
    maxExcused: limit,
    minTests: limit,
  }),
  facts: z.object({ testReports, quarantinedTests }),
})

export const LEG_FILES = {
  /** Any version of a report file. */
  versioned: described(z.object({ schemaVersion: z.number() })),
  report: described(report),
}

export type LegFile = Described<typeof LEG_FILES.report>

/** Whether the checks that a branch requires are reported on the groups of GitHub's own merge queue. */
import * as z from 'zod/mini'
import { number, sentence, text } from './shapes.ts'

const job = z.object({
  file: z.string().check(z.describe('The workflow file, from the root of the repository on.')),
  workflow: text.check(z.describe('The name of the workflow; null if it has none that is literal.')),
  id: z.string(),
  line: z.number(),
})

export const coverage = z.object({
  name: z.string(),
  verdict: z
    .enum(['covered', 'uncovered', 'unknown'])
    .check(z.describe('`unknown`: the workflow files do not say, and no merge group has shown the check.')),
  job: z.nullable(job).check(z.describe('The job that reports the check, or would; null where none is known.')),
  triggerLine: number.check(z.describe('Line of the `on:` that lacks `merge_group`; null if something else is wrong.')),
  missing: z.nullable(sentence).check(z.describe('Null if the check is covered.')),
  remedy: z.nullable(sentence),
  warnings: z.array(sentence),
})

export const mergeGroupChecks = z.object({
  from: z.string().check(z.describe('The commit or the branch whose workflow files were read.')),
  checks: z.array(coverage).check(z.describe('The required checks, each once.')),
  moreRequired: z.exactOptional(sentence).check(z.describe('Why there may be more required checks.')),
  requiredUnread: z
    .exactOptional(z.literal(true))
    .check(z.describe('More may be required, for that could not be read.')),
  brokenFiles: z.array(z.string()).check(z.describe('Workflow files that are no YAML that GitHub reads.')),
})

import type { Case } from './case.ts'
import { COMMENT } from './cases/comment.ts'
import { DIAGNOSIS } from './cases/diagnosis.ts'
import { GITHUB_QUEUE } from './cases/github-queue.ts'
import { QUARANTINE } from './cases/quarantine.ts'
import { RECIPES } from './cases/recipes.ts'
import { WORKFLOWS } from './cases/workflows.ts'

/** What `node test/act/run.ts` runs, in this order. */
export const CASES: readonly Case[] = [
  ...RECIPES,
  ...QUARANTINE,
  ...DIAGNOSIS,
  ...COMMENT,
  ...GITHUB_QUEUE,
  ...WORKFLOWS,
]

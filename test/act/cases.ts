import type { Case } from './case.ts'
import { README } from './cases/readme.ts'
import { RECIPES } from './cases/recipes.ts'
import { RECIPES_GITHUB } from './cases/recipes-github.ts'
import { TESTS } from './cases/tests.ts'
import { WORKFLOWS } from './cases/workflows.ts'

/** What `node test/act/run.ts` runs, in this order. */
export const CASES: readonly Case[] = [...README, ...RECIPES, ...RECIPES_GITHUB, ...TESTS, ...WORKFLOWS]

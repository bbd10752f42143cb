/**
 * Runs the action by a runner that is not ours: nektos act in host mode, without Docker. It reads action.yml, workflows
 * and expressions its own way. The workflows are the recipes of README.md and of the pages under docs/, as they stand
 * there, and those of test/act; the bundle is that of the sources at hand, the service and GitHub's API are the
 * stand-ins. test/act/README.md says how a recipe is added.
 *
 * `node test/act/run.ts [--log] [name of a case]...`, with act on the PATH or in ACT. `--log` also prints the log of cases
 * that are as they should be. `--recipes=FOLDER` writes the recipes there as workflows, for actionlint and zizmor.
 */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { violationsOf } from '../checkers/github.ts'
import { KEYS, type Run, runCase } from './act.ts'
import type { Api, Case, Expected } from './case.ts'
import { CASES } from './cases.ts'
import { recipes } from './pages.ts'
import { makePlace, type Place, workflowFile } from './place.ts'

const { values, positionals } = parseArgs({
  options: { recipes: { type: 'string' }, log: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.recipes !== undefined) writeRecipes(values.recipes)
else process.exitCode = await runAll(process.env['ACT'] ?? 'act', positionals)

/** The recipes as workflows of a repository. */
function writeRecipes(folder: string): void {
  fs.mkdirSync(path.join(folder, '.github/workflows'), { recursive: true })
  for (const { name, text } of recipes()) {
    fs.writeFileSync(path.join(folder, workflowFile(name)), text)
  }
}

async function runAll(act: string, wanted: string[]): Promise<number> {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'merge-queue-gate-runner-'))
  try {
    const place = makePlace(folder, recipes())
    const wrong = wrongCases(place, wanted)
    for (const problem of wrong) console.error(`✗ ${problem}`)
    let failed = wrong.length
    for (const each of CASES) {
      if (wanted.length > 0 && !wanted.includes(each.name)) continue
      for (const api of each.keys ?? ['v1' as const]) {
        failed += (await isAsExpected(act, place, each, api)) ? 0 : 1
      }
    }
    return failed === 0 ? 0 : 1
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Mismatches between the cases, the recipes and the arguments. test/docs/recipes.test.ts finds the others. */
function wrongCases({ repository }: Place, wanted: readonly string[]): string[] {
  return [
    ...wanted.filter(name => !CASES.some(each => each.name === name)).map(name => `No case is called “${name}”`),
    ...CASES.filter(({ workflow }) => !fs.existsSync(path.join(repository, workflowFile(workflow)))).map(
      ({ name, workflow }) => `${name}: no page has a workflow “${workflow}”`,
    ),
  ]
}

/** Runs a case with a key of one of the service's APIs, and tells how it went. */
async function isAsExpected(act: string, place: Place, each: Case, api: Api): Promise<boolean> {
  const started = Date.now()
  const { runs, api: gitHub } = await runCase(act, place, each, KEYS[api])
  const rounds = [each, ...(each.next ?? [])].map(({ name, expected }, nth) => ({ name, expected, run: runs[nth] }))
  const problems = rounds.map(({ expected, run }) => (run ? problemOf(expected, run) : 'It did not run'))
  const violations = await violationsOf(gitHub)
  const isGood = problems.every(problem => problem === null) && violations.length === 0
  console.log(`${isGood ? '✓' : '✗'} ${each.name}, key of ${api} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  for (const [nth, { name, run }] of rounds.entries()) {
    const problem = problems[nth]
    if (problem) console.log(`\n${name}\n${problem}\n`)
    if (problem || values.log) console.log(`${run?.log.replace(/^/gm, '    ')}\n`)
  }
  for (const violation of violations) console.log(`    breaks GitHub's description: ${violation}`)
  return isGood
}

function problemOf(expected: Expected, run: Run): string | null {
  const { jobs, outputs = {}, wrote = [], comments, says = [], never = [] } = expected
  const isFolded = Object.keys(expected.steps).some(name => name.includes('(*)'))
  const named = Object.keys(outputs).map(name => [name, run.outputs[name]])
  try {
    assert.deepEqual(
      {
        ...{
          jobs: jobs ? run.jobs : undefined,
          steps: isFolded ? foldedLegs(run.steps) : run.steps,
          outputs: Object.fromEntries(named),
        },
        ...{ wrote: run.wrote, comments: comments ? run.comments : undefined },
        ...{ says: says.filter(text => run.log.includes(text)), never: never.filter(text => !run.log.includes(text)) },
      },
      { jobs, steps: expected.steps, outputs, wrote, comments, says, never },
    )
    return null
  } catch (error) {
    if (error instanceof assert.AssertionError) return error.message
    throw error
  }
}

/** The legs of a matrix together, their results in alphabetical order. */
function foldedLegs(steps: Run['steps']): Run['steps'] {
  const groups = Map.groupBy(Object.entries(steps), ([name]) => name.replace(/^(\S+) \(.*?\):/, '$1 (*):'))
  return Object.fromEntries(
    [...groups].map(([name, legs]) => [
      name,
      legs
        .map(([, result]) => result)
        .toSorted()
        .join(' '),
    ]),
  )
}

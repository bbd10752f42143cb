/**
 * Changes the sources in small ways and looks whether a test notices: `npm run mutants -- secret gate` plays the mutants
 * of these rooms against the tests beside them, and with `--all` those that are left against all quick tests of the
 * sources. Without a name it plays every room. `docs/testing.md` says what came out.
 */
import fs from 'node:fs'
import path from 'node:path'

/** What the configuration of Vitest reads. */
export const ROOM_VARIABLE = 'MUTANTS_ROOM'

/** The rooms, and the tests that are beside them. */
export const NEAR: Record<string, string[]> = {
  secret: ['test/secret.test.ts'],
  escape: ['test/escape.test.ts'],
  gate: ['test/gate/**/*.test.ts'],
  reports: ['test/reports/**/*.test.ts', 'test/runner/files.test.ts'],
  service: ['test/service/**/*.test.ts'],
  setup: ['test/setup/**/*.test.ts'],
  poll: ['test/poll/**/*.test.ts'],
}

/** Never played: they start processes, read the repository instead of running it, or play thousands of random cases. */
export const SLOW = [
  'test/{architecture,description}.test.ts',
  'test/{checkers,docs,faults,launcher,privileges,repository,scenarios,stand-in,worlds}/**',
  'test/poll/{bundle,cancel,cost,crowd,model,processes}.test.ts',
  'test/reports/{fuzz,properties}.test.ts',
  'test/**/properties.test.ts',
]

const ROOT = path.resolve(import.meta.dirname, '..')
/** Sandboxes, results and reports; not committed: 10 MB that change with each run, and are quick to make again. */
const FOLDER = '.mutants'

if (import.meta.main) {
  const args = process.argv.slice(2)
  const names = args.filter(arg => !arg.startsWith('--'))
  const unknown = names.filter(name => !(name in NEAR))
  if (unknown.length > 0)
    throw new Error(`No such room: ${unknown.join(', ')}. There are ${Object.keys(NEAR).join(', ')}.`)
  for (const name of names.length > 0 ? names : Object.keys(NEAR)) await play(name, args.includes('--all'))
}

/** Plays the mutants of a room; what an earlier run has killed stays dead as long as nobody touches mutant or test. */
async function play(room: string, everything: boolean): Promise<void> {
  const { Stryker } = await import('@stryker-mutator/core')
  process.env[ROOM_VARIABLE] = `${room}${everything ? '*' : ''}`
  const source = path.join('src', room)
  const results = await new Stryker({
    mutate: fs.existsSync(path.join(ROOT, source)) ? [`${source}/**/*.ts`] : [`${source}.ts`],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutants.config.ts' },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: `${FOLDER}/${room}.json`,
    tempDirName: `${FOLDER}/sandbox-${room}`,
    ignorePatterns: ['docs/pictures', '.mutants', '.bench', 'coverage'],
    reporters: ['progress-append-only', 'clear-text'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    concurrency: Number(process.env['MUTANTS_AT_ONCE'] ?? 1),
    // Generous: a mutant that only runs on a busy machine is not dead.
    timeoutMS: 15_000,
    allowEmpty: true,
  }).runMutationTest()
  const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length
  const [dead, alive] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')]
  console.log(`${room}: ${dead} of ${dead + alive} mutants noticed, ${((100 * dead) / (dead + alive)).toFixed(1)} %`)
}

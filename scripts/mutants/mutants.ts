/**
 * Changes the sources in small ways (mutants) and checks that a test notices. `npm run mutants -- secret gate` plays
 * the mutants of these rooms against the tests beside them. With `--all` it plays those that survived against all quick
 * tests of the sources. A name can be that of a file (`gate/readiness.ts`); without a name, every room is played.
 * `docs/dev/testing.md` has the results.
 */
import fs from 'node:fs'
import path from 'node:path'
import { NEAR, ROOM_VARIABLE } from './rooms.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Sandboxes and results: megabytes that change with each run, so they are not committed. */
const FOLDER = '.mutants'

// Each mutant has a worker of its own, which would compile all of Vitest again.
process.env['NODE_COMPILE_CACHE'] ??= path.join(ROOT, FOLDER, 'compiled')

// Stryker is not among the packages of the project, so its types are not there.
const stryker: { Stryker: new (options: object) => Player } = await import(installed('@stryker-mutator/core'))

interface Player {
  runMutationTest(): Promise<{ status: string }[]>
}

const args = process.argv.slice(2)
const names = args.filter(arg => !arg.startsWith('--'))
const rooms = [...new Set((names.length > 0 ? names : Object.keys(NEAR)).map(name => name.split('/')[0] ?? ''))]
const unknown = rooms.filter(room => !Object.hasOwn(NEAR, room))
if (unknown.length > 0)
  throw new Error(`No such room: ${unknown.join(', ')}. There are ${Object.keys(NEAR).join(', ')}.`)
for (const room of rooms) {
  const files = names.filter(name => name.startsWith(`${room}/`))
  await play(room, files, args.includes('--all'))
}

/** The address of a package that only those who play mutants install. */
function installed(name: string): string {
  try {
    return import.meta.resolve(name)
  } catch {
    throw new Error('Stryker is not installed: npm ci --prefix scripts/mutants')
  }
}

/**
 * Plays the mutants of a room. A mutant that an earlier run killed stays dead as long as neither the mutant nor its
 * test changes. One that survived is played again.
 */
async function play(room: string, files: string[], everything: boolean): Promise<void> {
  process.env[ROOM_VARIABLE] = `${room}${everything ? '*' : ''}`
  const results = path.join(ROOT, FOLDER, `${room}.json`)
  forgetLeft(results, files)
  const whole = fs.existsSync(path.join(ROOT, 'src', room)) ? `src/${room}/**/*.ts` : `src/${room}.ts`
  const played = await new stryker.Stryker({
    mutate: files.length > 0 ? files.map(file => `src/${file}`) : [whole],
    testRunner: 'vitest',
    plugins: [installed('@stryker-mutator/vitest-runner'), path.join(import.meta.dirname, 'texts.ts')],
    ignorers: ['texts'],
    // A code that is misspelt does not compile, and other texts are held by snapshots.
    mutator: { excludedMutations: ['StringLiteral'] },
    vitest: { configFile: 'scripts/mutants/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: results,
    tempDirName: `${FOLDER}/sandbox-${room}`,
    ignorePatterns: ['docs/pictures', FOLDER, '.bench', '.build', 'coverage', 'dist'],
    reporters: ['progress-append-only', 'clear-text'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    concurrency: Number(process.env['MUTANTS_AT_ONCE'] ?? 1),
    // Generous, because a time-out counts as a dead mutant, even if only the machine is slow.
    timeoutMS: 15_000,
    allowEmpty: true,
  }).runMutationTest()
  const count = (...statuses: string[]) => played.filter(({ status }) => statuses.includes(status)).length
  const [dead, alive] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')]
  console.log(`${room}: ${dead} of ${dead + alive} mutants noticed, ${((100 * dead) / (dead + alive)).toFixed(1)} %`)
}

/**
 * Forgets the mutants that no test noticed, so that they are played again. Stryker would keep the results of some even
 * if there are new tests, such as those of code that runs while a module is loaded.
 *
 * @param played files of the room; empty for all
 */
function forgetLeft(results: string, played: readonly string[]): void {
  if (!fs.existsSync(results)) return
  const kept: { files: Record<string, { mutants: { status: string }[] }> } = JSON.parse(
    fs.readFileSync(results, 'utf8'),
  )
  for (const [name, file] of Object.entries(kept.files)) {
    if (played.length > 0 && !played.includes(name.replace('src/', ''))) continue
    file.mutants = file.mutants.filter(({ status }) => status !== 'Survived' && status !== 'NoCoverage')
  }
  fs.writeFileSync(results, JSON.stringify(kept))
}

import { defineConfig } from 'vitest/config'

if (Number.parseInt(process.versions.node, 10) < 24) {
  throw new Error(
    `The tests need Node 24, as the action itself does, and this is ${process.version}. ` +
      'npm ci has installed one: start them with npx vitest or npm test.',
  )
}

/** What a user sees of a step: the bundle as a child process, once a case. */
const SCENARIOS = ['test/scenarios/**/*.test.ts']
/** Start the bundle too, against whatever can go wrong. */
const BUNDLE = [
  'test/faults/**/*.test.ts',
  'test/poll/bundle.test.ts',
  'test/checkers/{prism,runner,self-test}.test.ts',
  'test/privileges/**/*.test.ts',
  'test/docs/demo.test.ts',
]
/** Start the bundle too, and hold milliseconds against a limit: nothing else runs beside them. */
const TIMED = ['test/poll/cancel.test.ts']
/** Only slow: crowds of steps, builds elsewhere, the steps of a release. */
const SLOW = [
  'test/**/*.slow.test.ts',
  'test/poll/crowd.test.ts',
  'test/repository/{release-steps,reproducible}.test.ts',
]
/** Quick and slow: they play as much as `test/amount.ts` says. */
const BOTH = [
  'test/gate/properties.test.ts',
  'test/worlds/{worlds,faults}.test.ts',
  'test/reports/fuzz.test.ts',
  'test/faults/text.test.ts',
  'test/checkers/prism.test.ts',
]

const builtFirst = { globalSetup: './test/launcher/built.ts' }

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    // Loading the modules anew for each file is more than half of the time; no test needs it.
    isolate: false,
    // Many tests wait for a process or a time-out: a worker for each core, where Vitest would leave one core free.
    maxWorkers: '100%',
    // Generous: a machine that does something else beside it is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A snapshot that is not there fails, too; with `-u` it is written.
    update: 'none',
    setupFiles: ['./test/messages-as-text.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'sources',
          include: ['test/**/*.test.ts'],
          exclude: [...SCENARIOS, ...BUNDLE, ...TIMED, ...SLOW],
        },
      },
      { extends: true, test: { name: 'scenarios', include: SCENARIOS, exclude: SLOW, ...builtFirst } },
      { extends: true, test: { name: 'bundle', include: BUNDLE, exclude: SLOW, ...builtFirst } },
      { extends: true, test: { name: 'timed', include: TIMED, sequence: { groupOrder: 1 }, ...builtFirst } },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [...SLOW, ...BOTH],
          env: { SLOW_TESTS: '1' },
          testTimeout: 300_000,
          ...builtFirst,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

if (Number.parseInt(process.versions.node, 10) < 24) {
  throw new Error(
    `The tests need Node 24, as the action itself does, and this is ${process.version}. ` +
      'npm ci has installed one: start them with npx vitest or npm test.',
  )
}

/** Start the bundle as a child process. */
const BUNDLE = [
  'test/{scenarios,stories}/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/privileges/**/*.test.ts',
  'test/checkers/openapi.test.ts',
  'test/repository/self-test.test.ts',
  'test/poll/cancel.test.ts',
  'test/docs/demo.test.ts',
]

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    // Loading the modules anew for each file is more than half of the time; no test needs it.
    isolate: false,
    // Many tests wait for a process: a worker for each core, where Vitest would leave one core free.
    maxWorkers: '100%',
    // Generous: a machine that does something else beside it is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A snapshot that is not there fails, too; with `-u` it is written.
    update: 'none',
    setupFiles: ['./test/messages-as-text.ts', './test/seed.ts'],
    projects: [
      { extends: true, test: { name: 'sources', include: ['test/**/*.test.ts'], exclude: BUNDLE } },
      { extends: true, test: { name: 'bundle', include: BUNDLE, globalSetup: './test/launcher/built.ts' } },
    ],
  },
})

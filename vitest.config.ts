import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    include: ['test/**/*.test.ts'],
    // Scenarios start the bundle as a child process; two cores run several of them at once.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { NEAR, NEVER, ROOM_VARIABLE } from './rooms.ts'

/** The room whose mutants are played. With a `*` after its name, all quick tests of the sources play them. */
const [, room = '', everything] = /^([\w.]+)(\*?)$/.exec(process.env[ROOM_VARIABLE] ?? '') ?? []
const near = NEAR[room] ?? []

/**
 * Orders the tests: first those that bear the name of the changed file, then those beside its room, then the others; in
 * each of these groups, the quick ones first. The run ends with the first test that fails.
 */
class NearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Stryker passes the changed file as the one whose tests are wanted.
    const changed = path.basename(this.ctx.config.related?.[0] ?? '', '.ts')
    const distance = ({ moduleId }: TestSpecification) => {
      if (path.basename(moduleId, '.test.ts') === changed) return 0
      return near.some(glob => path.matchesGlob(moduleId, `**/${glob}`)) ? 1 : 2
    }
    // Vitest's own order begins with what takes long.
    const quickFirst = (await super.sort(files)).toReversed()
    return quickFirst.toSorted((one, other) => distance(one) - distance(other))
  }
}

export default defineConfig({
  test: {
    reporters: [],
    include: everything ? ['test/**/*.test.ts'] : near,
    exclude: NEVER,
    setupFiles: ['./test/messages-as-text.ts', './scripts/mutants/setup.ts'],
    // Each mutant has a run of its own, and each run a new worker. So mutants of code that runs while its module is
    // loaded are played, too.
    isolate: false,
    testTimeout: 20_000,
    sequence: { sequencer: NearFirst },
  },
})

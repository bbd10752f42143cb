import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { NEAR, NEVER, ROOM_VARIABLE } from './rooms.ts'

/** Name of the room whose mutants are played; with a `*` behind it, by all quick tests of the sources. */
const [, room = '', everything] = /^([\w.]+)(\*?)$/.exec(process.env[ROOM_VARIABLE] ?? '') ?? []
const near = NEAR[room] ?? []

/** The tests beside the room first, and of those the quick ones: the run ends with the first test that fails. */
class NearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isNear = ({ moduleId }: TestSpecification) => near.some(glob => path.matchesGlob(moduleId, `**/${glob}`))
    // Vitest's own order begins with what takes long.
    const quickFirst = (await super.sort(files)).toReversed()
    return quickFirst.toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)))
  }
}

export default defineConfig({
  test: {
    reporters: [],
    include: everything ? ['test/**/*.test.ts'] : near,
    exclude: NEVER,
    setupFiles: ['./scripts/mutants/setup.ts'],
    // What a module does while it is loaded is only changed where it is loaded anew.
    isolate: true,
    testTimeout: 20_000,
    sequence: { sequencer: NearFirst },
  },
})

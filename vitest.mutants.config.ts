import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { NEAR, ROOM_VARIABLE, SLOW } from './scripts/mutants.ts'

/** Name of the room whose mutants are played (`scripts/mutants.ts`); with a `*` behind it, all tests of the sources. */
const [, room = '', everything] = /^([\w.]+)(\*?)$/.exec(process.env[ROOM_VARIABLE] ?? '') ?? []
const near = NEAR[room] ?? []

/** The tests beside the room first: they kill most mutants, and the run ends with the first test that fails. */
class NearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isNear = ({ moduleId }: TestSpecification) =>
      near.some(each => path.relative(import.meta.dirname, moduleId).startsWith(each.replace(/[/*]+.*$/, '')))
    return (await super.sort(files)).toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)))
  }
}

export default defineConfig({
  test: {
    reporters: [],
    include: everything ? ['test/**/*.test.ts'] : near,
    exclude: SLOW,
    isolate: false,
    testTimeout: 20_000,
    sequence: { sequencer: NearFirst },
  },
})

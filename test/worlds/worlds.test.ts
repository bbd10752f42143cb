import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ON_SERVICE } from '../gate/digest.ts'
import { runBundle } from './bundle.ts'
import { EXAMPLES } from './examples.ts'
import { CONDITIONS, momentaryWorlds, worlds } from './generate.ts'
import { KINDS, type Mismatch, mismatches } from './oracle.ts'
import { properties } from './properties.ts'
import { type GitHubSide, type Ran, runWorld, startGitHubSide } from './run.ts'
import { describeWorld, type GateWorld } from './world.ts'

/** Worlds of one run of the tests, and the seed they grow from: the same worlds each time. */
const AMOUNT = Number(process.env['WORLDS'] ?? 200)
const SEED = Number(process.env['WORLDS_SEED'] ?? 20260302)

let github: GitHubSide
beforeAll(async () => {
  github = await startGitHubSide()
})
afterAll(() => github.close())

/** Every so many worlds one is given to the built bundle, where that is asked for. */
const SHARE = 5

test(`${AMOUNT} worlds come out as the contract says`, { timeout: 60_000 + AMOUNT * 200 }, async () => {
  await holds(worlds, AMOUNT, world => runWorld(world, github))
})

// The bundle has to be built for it, and each world takes a process.
if (process.env['GATE_WORLDS_BUNDLE'] === '1') {
  test('the bundle sees worlds of one moment as the sources do', { timeout: 60_000 + AMOUNT * 2000 }, async () => {
    await holds(momentaryWorlds, Math.ceil(AMOUNT / SHARE), world => runBundle(world, github))
  })
}

test.each(ON_SERVICE)('the oracle knows %s', condition => {
  const advice = 'Add it to NEEDS in test/worlds/generate.ts and judge it in test/worlds/judge.ts, from the contract'
  expect(CONDITIONS, advice).toContain(condition)
})

test.each(EXAMPLES)('$name', async ({ example }) => {
  expect(foundIn(example, await runWorld(example, github))).toEqual([])
})

function foundIn(world: GateWorld, ran: Ran): Mismatch[] {
  return [...mismatches(world, ran), ...properties(world, ran)]
}

async function holds(arbitrary: fc.Arbitrary<GateWorld>, numRuns: number, run: (world: GateWorld) => Promise<Ran>) {
  const judged = async (world: GateWorld) => {
    const ran = await run(world)
    return { ran, found: foundIn(world, ran) }
  }
  const property = fc.asyncProperty(arbitrary, async world => (await judged(world)).found.length === 0)
  const details = await fc.check(property, { numRuns, seed: SEED })
  if (!details.failed) return
  const world = details.counterexample?.[0]
  if (!world) throw details.errorInstance ?? new Error('no world was found to fail')
  const { ran, found } = await judged(world)
  expect.unreachable(story(world, ran, found))
}

/** The world made small, what the contract says of it, and what came out. */
function story(world: GateWorld, ran: Ran, found: Mismatch[]): string {
  const worst = found.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  const outputs = Object.entries(ran.outputs).filter(([, value]) => value !== '')
  return [
    ...worst.map(
      ({ kind, about, allowed, got, why }) => `${kind} (${about}): ${why}. Allowed: ${allowed}. Came out: ${got}.`,
    ),
    describeWorld(world),
    ...outputs.map(([name, value]) => `output ${name}=${value}`),
    `asked: ${ran.asked.map(({ at, side }) => `${side} after ${at / 1000} s`).join(', ')}`,
    ran.log,
  ].join('\n')
}

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worlds } from './generate.ts'
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

test(`${AMOUNT} worlds come out as the contract says`, { timeout: 60_000 + AMOUNT * 200 }, async () => {
  const details = await fc.check(
    fc.asyncProperty(worlds, async world => (await judged(world)).found.length === 0),
    { numRuns: AMOUNT, seed: SEED },
  )
  if (!details.failed) return
  const world = details.counterexample?.[0]
  if (!world) throw new Error(fc.defaultReportMessage(details) ?? 'no world was found to fail')
  const { ran, found } = await judged(world)
  expect.unreachable(story(world, ran, found))
})

async function judged(world: GateWorld): Promise<{ ran: Ran; found: Mismatch[] }> {
  const ran = await runWorld(world, github)
  return { ran, found: [...mismatches(world, ran), ...properties(world, ran)] }
}

/** The world made small, what the contract says of it, and what came out. */
function story(world: GateWorld, ran: Ran, found: Mismatch[]): string {
  const worst = found.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  const outputs = Object.entries(ran.outputs).filter(([, value]) => value !== '')
  return [
    ...worst.map(({ kind, about, allowed, got, why }) => `${kind} (${about}): ${why}. Allowed: ${allowed}. Came out: ${got}.`),
    describeWorld(world),
    ...outputs.map(([name, value]) => `output ${name}=${value}`),
    `asked: ${ran.asked.map(({ at, side }) => `${side} after ${at / 1000} s`).join(', ')}`,
    ran.log,
  ].join('\n')
}

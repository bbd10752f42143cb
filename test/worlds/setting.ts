import { isRead } from '../../src/facts/reading.ts'
import { aboutOf } from './events.ts'
import { CONDITIONS, type Condition, NEEDS } from './generate.ts'
import type { Asked } from './judge.ts'
import { snapshotOf } from './picture.ts'
import { type GateWorld, sceneAt } from './world.ts'

export const SIDES = ['pull-request', 'queue', 'test-run'] as const
export type Side = (typeof SIDES)[number]

/** Follows from the event and the inputs alone (and from GitHub's base, for a comment). */
export interface Setting {
  conditions: Condition[]
  /** Sides that the conditions need. */
  needed: Set<Side>
  /** Sides that `read` names; null for `auto`. */
  named: Side[] | null
  /** Sides that inputs and event suffice for. */
  possible: Set<Side>
  waitMs: number
  intervalMs: number
  warn: boolean
  context: string
  number: number | null
  /** Null if there is none; undefined if GitHub did not say it. */
  target: string | null | undefined
  headSha: string
  testRun: string | null
  asked: Asked
  /** Needed, and in neither input nor event. */
  lacking: Side[]
  /** The conclusion of a step without a token; null if there is one. */
  withoutToken: 'skipped' | 'failed' | null
}

export function settingOf(world: GateWorld): Setting {
  const { inputs } = world
  const about = aboutOf(world.event)
  const conditions = CONDITIONS.filter(condition => (inputs['require'] ?? '').split(/[,\s]+/).includes(condition))
  const needed = new Set(conditions.flatMap(condition => NEEDS[condition]))
  const read = (inputs['read'] ?? 'auto').split(/[,\s]+/)
  const named = read.includes('auto') ? null : SIDES.filter(side => read.includes(side))
  const number = inputs['pull-request'] ? Number(inputs['pull-request']) : about.pullRequest
  const hasGitHub = (inputs['github-token'] ?? '') !== ''
  const target =
    inputs['target-branch'] ?? (about.target === 'github' ? baseByGitHub(world, number, hasGitHub) : about.target)
  const testRun = inputs['test-run-id'] ?? about.testRun
  const possible = new Set(
    SIDES.filter(
      side =>
        target !== null &&
        (side === 'queue' || (side === 'pull-request' && number !== null) || (side === 'test-run' && testRun !== null)),
    ),
  )
  const tokenless = (inputs['api-token'] ?? '') === ''
  const passesOver = conditions.length === 0 || inputs['on-missing-token'] === 'skip'
  return {
    conditions,
    needed,
    named,
    possible,
    waitMs: Number.parseInt(inputs['wait-timeout'] ?? '0', 10) * 60_000,
    intervalMs: { '20s': 20_000, '30s': 30_000, '1m': 60_000 }[inputs['poll-interval'] ?? ''] ?? 15_000,
    warn: inputs['on-unavailable'] === 'warn',
    context: about.context,
    number,
    target,
    headSha: about.head ?? '',
    testRun,
    asked: {
      number: number ?? -1,
      target: target ?? '',
      head: number === about.pullRequest ? about.head : null,
      runHead: about.context === 'test-branch' ? about.head : null,
      runNumbers: about.context === 'test-branch' && testRun === about.testRun ? numbersIn(world.event) : null,
      testRun,
      github: hasGitHub,
    },
    // If only the report wants a pull request's test run, it is looked for, and may be missing.
    lacking: [...new Set([...needed, ...(named ?? [])])].filter(
      side => !possible.has(side) && (side !== 'test-run' || needed.has(side) || !possible.has('pull-request')),
    ),
    withoutToken: tokenless ? (passesOver ? 'skipped' : 'failed') : null,
  }
}

/** A comment's event doesn't say the base: GitHub is asked for it, and only an answer about this number counts. */
function baseByGitHub(world: GateWorld, number: number | null, hasGitHub: boolean): string | undefined {
  const { github } = snapshotOf(sceneAt(world, 0))
  return hasGitHub && isRead(github) && github.value.number === number ? github.value.base.ref : undefined
}

/** The numbers in the names of the test branches that the events have. */
function numbersIn(event: string): number[] {
  return event === 'push-test-branch' ? [42, 43] : [42]
}

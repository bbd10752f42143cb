import { type Judgement, judge } from './judge.ts'
import { type Snapshot, snapshotOf } from './picture.ts'
import type { Asked as Exchanged, Ran } from './run.ts'
import { type Setting, SIDES, type Side } from './setting.ts'
import { type GateWorld, sceneAt } from './world.ts'

/** One poll, as the exchanges show it, and how the contract judges it. */
export interface Poll {
  at: number
  snapshot: Snapshot
  /** Sides that were asked. */
  asked: Set<Side>
  judgements: Judgement[]
}

/** The worlds' intervals are longer, and what one call tries again comes sooner than this. */
const APART = 8_000

/** The polls of a run. What was asked again within a poll counts as it was answered last. */
export function pollsOf(world: GateWorld, ran: Ran, setting: Setting): Poll[] {
  const groups: Exchanged[][] = []
  for (const exchanged of ran.asked) {
    if (!SIDES.some(side => side === exchanged.side)) continue
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group && before && exchanged.at - before.at < APART) group.push(exchanged)
    else groups.push([exchanged])
  }
  const polls = groups.map(group => {
    const at = group[0]?.at ?? 0
    const end = group.at(-1)?.at ?? at
    const last = (side: Side) => group.findLast(exchanged => exchanged.side === side)?.at
    const asked = ran.asked.findLast(
      exchanged => exchanged.side === 'github' && exchanged.at >= at && exchanged.at <= end + APART,
    )
    const heard = new Set<string>(SIDES.filter(side => last(side) !== undefined))
    if (asked) heard.add('github')
    const snapshot: Snapshot = {
      heard,
      'pull-request': snapshotOf(sceneAt(world, last('pull-request') ?? end))['pull-request'],
      queue: snapshotOf(sceneAt(world, last('queue') ?? end)).queue,
      // Without an id there is no request: a run found by its branch never counts.
      'test-run':
        setting.testRun === null
          ? { kind: 'missing' }
          : snapshotOf(sceneAt(world, last('test-run') ?? end))['test-run'],
      github: snapshotOf(sceneAt(world, asked?.at ?? end)).github,
    }
    return {
      at,
      snapshot,
      asked: new Set(SIDES.filter(side => last(side) !== undefined)),
      judgements: setting.conditions.map(condition => judge(condition, snapshot, setting.asked)),
    }
  })
  // Two polls in a row that say so make it stale for good.
  polls.slice(1).forEach((poll, before) => {
    poll.judgements = poll.judgements.map((judgement, index) =>
      judgement.stale && polls[before]?.judgements[index]?.stale ? { ...judgement, end: 'must' } : judgement,
    )
  })
  return polls
}

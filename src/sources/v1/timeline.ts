/**
 * The timeline that v1 adds to a pull request on request. No live one was ever seen, so it is read leniently; whatever is
 * read from it explains and decides nothing.
 */
import type { Removal } from '../../facts/facts.ts'
import type { Blocker } from '../../facts/source.ts'
import { DocumentError } from '../../text/document.ts'
import { timeOf } from '../../text/duration.ts'
import { code, say } from '../../text/message.ts'
import { blockersIn, type Members, membersOf, text } from '../members.ts'
import { removalOf } from '../removal.ts'

/** What a timeline tells of the pull request's last stay in the queue. */
interface Stay {
  removal: Removal | null
  /** How often it left without a merge, as far as the timeline goes; null if it lacks the removal of a pull request that is out. */
  removals: number | null
  /** Id of its test run. */
  runId: string | null
  /** Those that hold it. */
  blockers: Blocker[]
}

/** A restless entry has hundreds of transitions. */
const MOST_ENTRIES = 500

const EXITS = { failure: 'failed', cancellation: 'cancelled', merged: 'merged' } as const

/** Reads an answer with a timeline; null if it has none. Throws a DocumentError if the timeline is no list. */
export function readStay(json: unknown): Stay | null {
  const { timeline, state, stateChangedAt } = membersOf(json)
  if (timeline == null) return null
  if (!Array.isArray(timeline)) throw new DocumentError(say`member ${code('timeline')} is not an array`)
  const entries = timeline.slice(0, MOST_ENTRIES).map(membersOf)
  const word = text(state)?.toLowerCase()
  const removals = entries.map(exitIn).filter(exit => exit === 'failure' || exit === 'cancellation').length
  if (!Object.values(EXITS).some(exit => exit === word)) {
    return { removal: null, removals, runId: runIn(stayIn(entries)), blockers: holdersIn(entries[0] ?? {}) }
  }
  const out = entries.slice(entries.findIndex(entry => exitIn(entry) !== null))
  const removal = removalIn(out[0] ?? {}, word, timeOf(text(stateChangedAt)))
  const lacksRemoval = removals === 0 && word !== 'merged'
  return { removal, removals: lacksRemoval ? null : removals, runId: removal && runIn(stayIn(out)), blockers: [] }
}

/** The entries of the newest stay: it began with the first older `notReady`. */
function stayIn(entries: readonly Members[]): readonly Members[] {
  const start = entries.findIndex(entry => 'notReady' in entry)
  return start === -1 ? entries : entries.slice(0, start + 1)
}

function exitIn(entry: Members): keyof typeof EXITS | null {
  const kinds = Object.keys(EXITS) as (keyof typeof EXITS)[]
  return kinds.find(kind => typeof entry[kind] === 'object' && entry[kind] !== null) ?? null
}

/** How it left; null if the answer has another state by now, or has changed since: then this is an earlier stay's end. */
function removalIn(entry: Members, state: string | undefined, changedAt: number | null): Removal | null {
  const kind = exitIn(entry)
  const at = timeOf(text(entry['timestamp']))
  const isEarlier = at !== null && changedAt !== null && at < changedAt - (changedAt % 1000)
  if (kind === null || EXITS[kind] !== state || isEarlier) return null
  const exit = membersOf(entry[kind])
  const actor = text(exit['actor']) ?? text(membersOf(exit['actor'])['gitHubLogin'])
  return removalOf(text(exit['reason'])?.toUpperCase() ?? null, actor, text(entry['timestamp']), exit)
}

/** The id of the newest run of a stay; a run's own id is the end of its branch's name. */
function runIn(stay: readonly Members[]): string | null {
  const ids = stay.map(entry => {
    const id = text(membersOf(entry['testsPassed'])['testRunId'])
    return id ?? text(membersOf(entry['testRun'])['branch'])?.split('/').at(-1)
  })
  return ids.find(id => id) ?? null
}

function holdersIn(entry: Members): Blocker[] {
  const details = { ...membersOf(entry['testsPassed']), ...membersOf(entry['pendingFailure']) }
  return blockersIn(details['waitingFor'])
}

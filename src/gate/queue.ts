import { branchName } from '../facts/branch.ts'
import type { RunContext } from '../facts/context.ts'
import { inWords, known, type Member, QUEUE_STATES, type Queue, type QueueEntry } from '../facts/facts.ts'
import { isLive, isReadable } from '../facts/position.ts'
import { isRead } from '../facts/reading.ts'
import { capitalised, code, firstOf, type Message, quoted, say } from '../text/message.ts'
import { mayBeEnqueued } from './doubts.ts'
import { doubtFinding, type Snapshot } from './snapshot.ts'
import { pullRequestIn } from './subject.ts'
import { type Finding, forGood, met, unknown, unmet, withoutValue } from './verdict.ts'

/** The most entries that a message names. */
const MOST_NAMED = 5

export const NOT_RUNNING = {
  paused: 'queue-paused',
  draining: 'queue-draining',
  switching_modes: 'queue-switching-modes',
} as const

export function queueRunning(snapshot: Snapshot): Finding {
  const absent = forGood(unmet('queue-not-found', `${noQueue(snapshot.context)}.`, remedyWithoutQueue(snapshot)))
  return ofQueue(snapshot, ['queue-state'], absent, queue => {
    const name = `The queue of ${branchOf(snapshot.context)}`
    const state = known(QUEUE_STATES, queue.state)
    if (state === null) {
      const message = `${name} is in the state ${quoted(queue.state ?? 'none')}, which this version does not know.`
      return unknown('queue-state-unknown', message)
    }
    const told = `${name} is ${inWords(state)}.`
    return state === 'running' ? met(told) : unmet(NOT_RUNNING[state], told)
  })
}

export function queueEmpty(snapshot: Snapshot): Finding {
  const absent = forGood(unknown('queue-not-found', `${noQueue(snapshot.context)}.`, remedyWithoutQueue(snapshot)))
  return ofQueue(snapshot, ['queue-list'], absent, queue => {
    const name = `The queue of ${branchOf(snapshot.context)}`
    if (queue.entries === null) return unlistedEntries(snapshot)
    const live = queue.entries.filter(isLive)
    if (live.length > 0 && !live.some(isReadable)) return unlistedEntries(snapshot)
    const onItsWay = notListed(snapshot, live)
    if (live.length === 0) return onItsWay ?? met(`${name} is empty.`)
    // If the pull request is the only entry, but the answer about it denies that it is queued, the queue may be empty.
    const own = snapshot.context.pullRequest?.value
    const contradicted = live.every(({ number }) => number === own) ? doubtFinding(snapshot, 'queue-entry') : null
    const entries = live.length === 1 ? 'one pull request' : `${live.length} pull requests`
    const numbers = live.flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b)
    const which = numbers.length === 0 ? '' : say`: ${firstOf(numbers, MOST_NAMED, number => `#${number}`)}`
    const isIn = live.length > 1 && live.some(({ number }) => number === own)
    const itself = isIn ? ` #${own}, which this run is about, is one of them.` : ''
    return contradicted ?? unmet('queue-not-empty', say`${name} holds ${entries}${which}.${itself}`)
  })
}

/** The finding if the answer about the pull request says that it is queued, but the list lacks it: one is outdated. */
function notListed(snapshot: Snapshot, live: readonly QueueEntry[]): Finding | null {
  const pr = pullRequestIn(snapshot.facts, snapshot.context)
  if (!pr || !mayBeEnqueued(pr) || live.some(({ number }) => number === pr.number)) return null
  const state = pr.state === null ? 'submitted' : say`in the state ${code(pr.state)}`
  const message = say`${capitalised(snapshot.context.source.name)} says that #${pr.number} is ${state}, but its queue does not list it.`
  return doubtFinding(snapshot, 'state') ?? unknown('contradictory-answer', message)
}

/** The finding of `find`, if the queue exists and is the one asked for, and nothing contradicts these members. */
export function ofQueue(
  snapshot: Snapshot,
  members: readonly Member[],
  absent: Finding,
  find: (queue: Queue) => Finding,
): Finding {
  const { queue } = snapshot.facts
  const another = doubtFinding(snapshot, 'queue')
  if (another) return another
  if (!isRead(queue)) return withoutValue(queue, absent)
  return doubtFinding(snapshot, ...members) ?? find(queue.value)
}

export function unlistedEntries({ context }: Snapshot): Finding {
  const message = `${capitalised(context.source.name)} does not say what is in the queue of ${branchOf(context)}.`
  return unknown('queue-state-unknown', message, 'Run the job again.')
}

/** The beginning of a sentence on a branch that has no queue, perhaps because its name is misspelt. */
export function noQueue(context: RunContext): string {
  return `Branch ${branchOf(context)} has no queue`
}

/** The pull request's base, if it is known and is another branch than the one whose queue was asked for; else null. */
function otherBase({ facts, context }: Snapshot): string | null {
  const own = pullRequestIn(facts, context)?.baseBranch
  const base = own ? branchName(own) : context.eventBase
  return base === context.targetBranch?.value ? null : base
}

export function remedyWithoutQueue(snapshot: Snapshot): Message {
  const { source, pullRequest, targetBranch, repository } = snapshot.context
  const base = otherBase(snapshot)
  if (base !== null) {
    return say`Check ${code('target-branch')}: did you mean ${code(base)}, the base of #${pullRequest?.value ?? ''}?`
  }
  if (!source.mayHaveOtherQueue) {
    const { owner, name } = repository.value
    return say`Check ${code('target-branch')} and ${code('repository')} (${owner}/${name}); if both are right, check ${code('endpoint')}.`
  }
  const from = targetBranch?.from === 'event' ? ' (from the event)' : ''
  return say`Turn on "Require merge queue" in the rules of the branch, or correct ${code('target-branch')}${from}. If the repository uses the queue of a service, set ${code('source: service')}.`
}

function branchOf({ targetBranch }: RunContext): string {
  return quoted(targetBranch?.value ?? '')
}

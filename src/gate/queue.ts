import { branchName, type RunContext, type Snapshot } from '../facts/context.ts'
import { inWords, isLive, known, type Member, QUEUE_STATES, type Queue, type QueueEntry } from '../facts/facts.ts'
import { capitalised, code, firstOf, type Message, quoted, say } from '../text/message.ts'
import { doubtFinding, isIn, isOnItsWay } from './doubts.ts'
import { type Finding, forGood, met, unknown, unmet, withHeadline, withoutValue } from './reasons.ts'
import { isUnknownState } from './states.ts'
import { pullRequestIn, queueIn } from './subject.ts'

const MOST_NAMED = 5

/** The states of a queue that is not running, with their codes. */
export const NOT_RUNNING = {
  paused: 'queue-paused',
  draining: 'queue-draining',
  switching_modes: 'queue-switching-modes',
} as const

export function queueRunning(snapshot: Snapshot): Finding {
  const absent = forGood(unmet('queue-not-found', `${noQueue(snapshot.context)}.`, remedyWithoutQueue(snapshot)))
  return ofQueue(snapshot, 'queue-state', absent, queue => {
    const name = `The queue of ${branchOf(snapshot.context)}`
    const state = known(QUEUE_STATES, queue.state)
    if (state === null) {
      const message = `${name} is in the state ${quoted(queue.state ?? 'none')}, which this version does not know.`
      return withHeadline('The state of the queue is not known', unknown('not-known', message, 'Update the action.'))
    }
    const evidence = `${name} is ${inWords(state)}.`
    return state === 'running' ? met(evidence) : unmet(NOT_RUNNING[state], evidence)
  })
}

/** An entry in an unknown state counts as live. */
export function queueEmpty(snapshot: Snapshot): Finding {
  const absent = forGood(unknown('queue-not-found', `${noQueue(snapshot.context)}.`, remedyWithoutQueue(snapshot)))
  return ofQueue(snapshot, 'queue-list', absent, ({ entries }) => {
    const { context } = snapshot
    if (entries === null) return unlistedEntries(snapshot)
    const live = entries.filter(isLive)
    const name = `The queue of ${branchOf(context)}`
    if (live.length === 0) return onItsWayUnlisted(snapshot) ?? met(`${name} is empty.`)
    const amount = live.length === 1 ? 'one pull request' : `${live.length} pull requests`
    const numbers = live.flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b)
    const which = numbers.length === 0 ? '' : say`: ${firstOf(numbers, MOST_NAMED, number => `#${number}`)}`
    return unmet('queue-not-empty', say`${name} holds ${amount}${which}.${alsoThis(live, context)}`)
  })
}

function alsoThis(live: readonly QueueEntry[], { pullRequest }: RunContext): string {
  const isOneOfThem = live.length > 1 && live.some(({ number }) => number === pullRequest?.value)
  return isOneOfThem ? ` #${pullRequest?.value}, which this run is about, is one of them.` : ''
}

/**
 * The finding if the pull request should be in a list that is empty: it is on its way, whatever the flag says, or it is
 * submitted and its state is not known. The list leaves out those that are not ready.
 */
function onItsWayUnlisted(snapshot: Snapshot): Finding | null {
  const { facts, context } = snapshot
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const isSomewhere = isIn(pr) && (pr.state === null || isUnknownState(pr))
  if (!isOnItsWay(pr.state) && !isSomewhere) return null
  const state = pr.state === null ? 'submitted' : say`in the state ${code(pr.state)}`
  const message = say`${capitalised(context.source.name)} says that #${pr.number} is ${state}, but its queue does not list it.`
  return withHeadline('Not known whether the queue is empty', unknown('not-known', message, 'wait'))
}

/** The finding of `find`, if the queue exists and this part of the answer is not in doubt. */
export function ofQueue(snapshot: Snapshot, about: Member, absent: Finding, find: (queue: Queue) => Finding): Finding {
  const queue = queueIn(snapshot.facts, snapshot.context)
  return doubtFinding(snapshot, about) ?? (queue ? find(queue) : withoutValue(snapshot.facts.queue, absent))
}

export function unlistedEntries({ context }: Snapshot): Finding {
  const message = `${capitalised(context.source.name)} does not say what is in the queue of ${branchOf(context)}.`
  return withHeadline('Not known what is in the queue', unknown('not-known', message, 'Run the job again.'))
}

export function noQueue(context: RunContext): string {
  return `Branch ${branchOf(context)} has no queue`
}

/** The pull request's base, if it is known and is another branch than the one whose queue was asked for; else null. */
function otherBranch({ facts, context }: Snapshot): string | null {
  const named = pullRequestIn(facts, context)?.baseBranch
  const base = named ? branchName(named) : context.eventBase
  return base === context.targetBranch?.value ? null : base
}

export function remedyWithoutQueue(snapshot: Snapshot): Message {
  const { source, pullRequest, targetBranch, repository } = snapshot.context
  const base = otherBranch(snapshot)
  if (base !== null) {
    return say`Check ${code('target-branch')}: did you mean ${code(base)}, the base of #${pullRequest?.value ?? ''}?`
  }
  if (!source.mayHaveOtherQueue) {
    const { owner, name } = repository.value
    return say`Check ${code('target-branch')} and ${code('repository')} (${owner}/${name}); if both are right, check ${code('endpoint')}.`
  }
  const from = targetBranch?.from === 'event' ? ' (from the event)' : ''
  return say`Turn on "Require merge queue" in the rules of the branch, or correct ${code('target-branch')}${from}. If a service runs the queue, set ${code('source: service')}; a queue of any other product can't be asked.`
}

function branchOf({ targetBranch }: RunContext): string {
  return quoted(targetBranch?.value ?? '')
}

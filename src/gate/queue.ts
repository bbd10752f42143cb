import type { RunContext, Snapshot } from '../facts/context.ts'
import { type AnswerPart, inWords, isEndState, isLive, knownValue, QUEUE_STATES, type Queue } from '../facts/facts.ts'
import { capitalised, code, count, JUST_WAIT, quoted, say, shortList } from '../text/message.ts'
import { doubtFinding, otherBaseName } from './doubts.ts'
import { type Finding, forGood, met, noValue, unknown, unmet } from './reasons.ts'
import { isGoingThroughQueue, pullRequestIn, queueIn } from './subject.ts'

type NotMet = Exclude<Finding['verdict'], 'met'>
type QueueRule = (queue: Queue) => Finding

/** The reason of each state in which the queue tests nothing. */
export const NOT_RUNNING = {
  paused: 'queue-paused',
  draining: 'queue-draining',
  switching_modes: 'queue-switching-modes',
} as const

export function queueRunning(snapshot: Snapshot): Finding {
  return judgeQueue(snapshot, 'queue-state', 'unmet', queue => {
    const name = `The queue of ${branchOf(snapshot.context)}`
    const state = knownValue(QUEUE_STATES, queue.state)
    if (state === null) {
      const message = `${name} is in the state ${quoted(queue.state ?? 'none')}, which this version does not know.`
      return unknown('not-known', message, 'Update the action.')
    }
    const evidence = `${name} is ${inWords(state)}.`
    return state === 'running' ? met(evidence) : unmet(NOT_RUNNING[state], evidence)
  })
}

/** An entry in an unknown state counts as live. */
export function queueEmpty(snapshot: Snapshot): Finding {
  return judgeQueue(snapshot, 'queue-list', 'unknown', ({ entries }) => {
    if (entries === null) return noList(snapshot)
    const live = entries.filter(isLive)
    const name = `The queue of ${branchOf(snapshot.context)}`
    if (live.length === 0) return missingInList(snapshot) ?? met(`${name} is empty.`)
    const amount = count(live.length, 'pull request', 'pull requests')
    const numbers = live.flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b)
    const which = numbers.length === 0 ? '' : say`: ${shortList(numbers, 5, number => `#${number}`)}`
    return unmet('queue-not-empty', say`${name} holds ${amount}${which}.`)
  })
}

/** The finding if the empty list should hold the pull request. A list leaves out those that are not ready. */
function missingInList({ facts, context }: Snapshot): Finding | null {
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const isInQueue = pr.submitted && pr.state !== 'not_ready' && !isEndState(pr.state)
  if (!isInQueue && !isGoingThroughQueue(pr.state)) return null
  const state = pr.state === null ? 'submitted' : say`in the state ${code(pr.state)}`
  const message = say`${capitalised(context.source.name)} says that #${pr.number} is ${state}, but its queue does not list it.`
  return unknown('not-known', message, JUST_WAIT)
}

/** Judges the queue by `rule`, unless `part` of the answer is in doubt. Without a queue, the verdict is `ifNone`. */
export function judgeQueue(snapshot: Snapshot, part: AnswerPart, ifNone: NotMet, rule: QueueRule): Finding {
  const queue = queueIn(snapshot.facts, snapshot.context)
  const found = queue ? rule(queue) : noValue(snapshot.facts.queue, noQueue(snapshot, ifNone))
  return doubtFinding(snapshot, part) ?? found
}

export function noList({ context }: Snapshot): Finding {
  const message = `${capitalised(context.source.name)} does not say what is in the queue of ${branchOf(context)}.`
  return unknown('not-known', message, 'Run the job again.')
}

/** The finding on a branch without a queue. The branch may be misspelt, so the remedy asks whether another one was meant. */
export function noQueue({ facts, context }: Snapshot, verdict: NotMet): Finding {
  const pr = pullRequestIn(facts, context)
  const base = (pr && otherBaseName(pr, context)) ?? context.overriddenBase
  const isOther = base !== null && base !== context.targetBranch
  const question = say`did you mean ${code(base ?? '')}, the base of #${context.pullRequest ?? ''}?`
  const remedyOfSource = context.source.mayHaveOtherQueue ? TURN_ON : undefined
  const remedy = isOther ? say`Check ${code('target-branch')}: ${question}` : remedyOfSource
  return forGood({ ...unmet('queue-not-found', `Branch ${branchOf(context)} has no queue.`, remedy), verdict })
}

const TURN_ON = say`Turn on "Require merge queue" in the rules of the branch, or correct ${code('target-branch')}. If a service runs the queue, set ${code('source: service')}; a queue of any other product can't be asked.`

function branchOf({ targetBranch }: RunContext): string {
  return quoted(targetBranch ?? '')
}

import type { RunContext, Snapshot } from '../facts/context.ts'
import {
  type AnswerPart,
  type Coverage,
  hasValue,
  inWords,
  isEndState,
  isLive,
  knownValue,
  type MergeGroupChecks,
  QUEUE_STATES,
  type Queue,
} from '../facts/facts.ts'
import { capitalised, code, count, firstOf, JUST_WAIT, type Message, quoted, say } from '../text/message.ts'
import { doubtFinding, otherBaseName } from './doubts.ts'
import { type Finding, failureFinding, forGood, met, NOT_READ, noValue, reason, unknown, unmet } from './reasons.ts'
import { isOnItsWay, pullRequestIn, queueIn } from './subject.ts'

const MOST_NAMED = 5
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
    const which = numbers.length === 0 ? '' : say`: ${firstOf(numbers, MOST_NAMED, number => `#${number}`)}`
    return unmet('queue-not-empty', say`${name} holds ${amount}${which}.`)
  })
}

/** The finding if the empty list should hold the pull request. A list leaves out those that are not ready. */
function missingInList({ facts, context }: Snapshot): Finding | null {
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const isInQueue = pr.submitted && pr.state !== 'not_ready' && !isEndState(pr.state)
  if (!isInQueue && !isOnItsWay(pr.state)) return null
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

/** The finding on a branch without a queue. The branch may be misspelt, so the remedy asks for the likelier one. */
export function noQueue({ facts, context }: Snapshot, verdict: NotMet): Finding {
  const pr = pullRequestIn(facts, context)
  const base = (pr && otherBaseName(pr, context)) ?? context.overriddenBase
  const isOther = base !== null && base !== context.targetBranch
  const question = say`did you mean ${code(base ?? '')}, the base of #${context.pullRequest ?? ''}?`
  const usual = context.source.mayHaveOtherQueue ? TURN_ON : undefined
  const remedy = isOther ? say`Check ${code('target-branch')}: ${question}` : usual
  return forGood({ ...unmet('queue-not-found', `Branch ${branchOf(context)} has no queue.`, remedy), verdict })
}

const TURN_ON = say`Turn on "Require merge queue" in the rules of the branch, or correct ${code('target-branch')}. If a service runs the queue, set ${code('source: service')}; a queue of any other product can't be asked.`

function branchOf({ targetBranch }: RunContext): string {
  return quoted(targetBranch ?? '')
}

const MOST_REASONS = 20

/** Every verdict but one by an outage is final: workflow files don't change while a step waits. */
export function mergeGroupChecks({ facts }: Snapshot): Finding {
  const reading = facts.mergeGroupChecks
  if (!hasValue(reading)) return noValue(reading, NOT_READ)
  const { checks } = reading.value
  const evidence = `${summaryOfChecks(reading.value)}.`
  const lacking = uncoveredByTrigger(checks).map(uncoveredReason)
  const open = checks.filter(({ verdict }) => verdict === 'unknown').map(unknownReason)
  if (lacking.length + open.length === 0 && reading.failure) return failureFinding(reading.failure)
  const gap = gapInRequiredChecks(reading.value)
  const unclear = gap === null ? open : [...open, reason('not-known', null, gap, TO_CLOSE_GAP)]
  const [verdict, reasons] = lacking.length > 0 ? (['unmet', lacking] as const) : (['unknown', unclear] as const)
  if (reasons.length === 0) return met(evidence)
  return { verdict, evidence, reasons: reasons.slice(0, MOST_REASONS), final: true, outage: false }
}

/** The uncovered checks, those of one `on:` together. */
export function uncoveredByTrigger(checks: readonly Coverage[]): [Coverage, ...Coverage[]][] {
  const uncovered = checks.filter(({ verdict }) => verdict === 'uncovered')
  const keyOf = ({ name, job, triggerLine }: Coverage) => (triggerLine === null ? `check ${name}` : `file ${job?.file}`)
  return [...Map.groupBy(uncovered, keyOf).values()].map(([first, ...others]) => [first as Coverage, ...others])
}

export function summaryOfChecks({ checks }: MergeGroupChecks): string {
  const amount = (verdict: Coverage['verdict']) => checks.filter(each => each.verdict === verdict).length
  const [lacking, open] = [amount('uncovered'), amount('unknown')]
  if (checks.length === 0) return 'The branch requires no check'
  if (lacking + open === 0) return 'Merge groups get all required checks'
  const parts = [lacking > 0 ? `lack ${lacking}` : [], open > 0 ? `may lack ${open}` : []].flat()
  return `Of ${count(checks.length, 'required check', 'required checks')}, merge groups ${parts.join(' and ')}`
}

export function uncoveredReason(checks: readonly [Coverage, ...Coverage[]]) {
  const [{ whyNotCovered, remedy }] = checks
  const names = firstOf(checks, MOST_NAMED, ({ name }) => code(name))
  const message = say`Merge groups will lack the required ${names}: ${whyNotCovered ?? ''}.`
  return reason('merge-group-checks-uncovered', null, message, remedy ?? undefined)
}

function unknownReason({ name, whyNotCovered, remedy }: Coverage) {
  const message = say`It is not known whether the required check ${code(name)} is reported on merge groups: ${whyNotCovered ?? ''}.`
  return reason('not-known', null, message, remedy ?? undefined)
}

export function gapInRequiredChecks({ whyMoreRequired: why }: MergeGroupChecks): Message | null {
  return why === undefined ? null : say`It is not known which checks the branch requires: ${why}.`
}

const TO_CLOSE_GAP = say`Give ${code('github-token')} what the message names, or look at the rules of the branch.`

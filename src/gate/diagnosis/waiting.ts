import { formatAge } from '../../duration.ts'
import { known, type PullRequest, QUEUE_STATES } from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { since } from '../../facts/time.ts'
import { type Message, quoted, say } from '../../message.ts'
import { NOT_RUNNING } from '../queue.ts'
import { ahead, type Case, contradicted, isLong, notesOnRules, numbersOf } from './case.ts'
import { type Diagnosis, diagnosis } from './codes.ts'

/** A paused queue holds back everything; a queue that drains or switches modes, only the start of tests. */
export function heldByQueue(given: Case, waitsFor: 'tests' | 'merge'): Diagnosis[] {
  const { queue, context } = given
  if (!queue || contradicted(given, 'queue', 'queue-state')) return []
  const state = known(QUEUE_STATES, queue.state)
  if (state === null || state === 'running' || (waitsFor === 'merge' && state !== 'paused')) return []
  const message = `The queue of ${quoted(context.targetBranch?.value ?? '')} ${HOLDS_BACK[state]}.`
  return [diagnosis(NOT_RUNNING[state], 'certain', message)]
}

const HOLDS_BACK = {
  paused: 'neither starts tests nor merges while it is paused',
  draining: 'starts no new tests while it is draining',
  switching_modes: 'starts no new tests while it switches modes',
}

export function waitsForTests(given: Case, { number, stateChangedAt }: PullRequest): Diagnosis[] {
  const { facts, queue, now } = given
  // Waiting is normal, so a step that reads no queue has nothing to explain.
  if (facts.queue.kind === 'not-asked') return []
  const open = (missing: string) => [causeUnknown(number, 'waits to be tested', missing)]
  if (!queue || contradicted(given, 'queue', 'queue-state')) return open('the state of the queue is not known')
  // A queue that has no states can't be paused.
  if (queue.state !== null && queue.state !== 'running') {
    return open(`the queue is in the state ${quoted(queue.state)}`)
  }
  if (queue.entries === null) return open('the list of the queue is not known')
  const testing = queue.entries.filter(entry => entry.state === 'testing').length
  const { concurrency } = queue
  if (concurrency === null) return open("the queue's concurrency is not known")
  const places = `${testing} of its ${concurrency} places`
  if (testing >= concurrency && concurrency > 0) {
    const message = `#${number} is ready and waits for a free place: the queue is testing ${testing} ${testing === 1 ? 'pull request' : 'pull requests'}, and its concurrency is ${concurrency}.`
    // Entries of one batch share a place, and the list doesn't say which.
    const certainty = queue.batch === false ? 'certain' : 'possible'
    const { length } = ahead(given)
    const stands = `${length} ${length === 1 ? 'pull request stands' : 'pull requests stand'} ahead of it.`
    return [diagnosis('waiting-for-capacity', certainty, message, { evidence: length > 0 ? [stands] : [] })]
  }
  const waited = since(stateChangedAt, now)
  const batchWait = queue.batch ? (queue.batchingMaxWaitTimeMinutes ?? 0) * 60_000 : 0
  if (waited !== null && batchWait > 0 && waited <= batchWait) {
    const message = `#${number} is ready, and the queue is collecting a batch of ${queue.batchingMinSize ?? 'several'}: it waits for that at most ${formatAge(batchWait)}.`
    return [diagnosis('waiting-for-batch', 'possible', message, { evidence: [`The queue uses ${places}.`] })]
  }
  const waiting = ahead(given).filter(entry => entry.state === 'pending')
  if (waiting.length > 0) {
    const message = `#${number} is ready, and ${waiting.length === 1 ? 'another ready pull request stands' : `${waiting.length} other ready pull requests stand`} ahead of it.`
    return [diagnosis('waiting-for-those-ahead', 'possible', message, { evidence: [`The queue uses ${places}.`] })]
  }
  return [
    causeUnknown(
      number,
      `is ready and not tested${concurrency > 0 ? `, though the queue uses only ${places}` : ''}`,
      `${given.context.source.name} does not say why`,
    ),
  ]
}

export function waitsForMerge(given: Case, { number, stateChangedAt }: PullRequest): Diagnosis[] {
  const { run, queue, now } = given
  const first = ahead(given)
  const numbers = first.flatMap(entry => entry.number ?? [])
  if (first.length > 0) {
    const who = numbers.length === first.length ? say` (${numbersOf(numbers)})` : ''
    const message = say`#${number} passed its tests and waits for ${first.length === 1 ? 'the pull request' : `${first.length} pull requests`} ahead of it${who}.`
    return [diagnosis('waiting-for-those-ahead', 'certain', message)]
  }
  const live = new Set(queue?.entries?.filter(isLive).flatMap(entry => entry.number ?? []))
  const builtOn = (run?.dependentPullRequests ?? []).filter(each => each !== number && live.has(each))
  if (builtOn.length > 0) {
    const message = say`#${number} passed its tests and waits for ${numbersOf(builtOn)}, which its test run builds on.`
    return [diagnosis('waiting-for-those-ahead', 'certain', message)]
  }
  if (!isLong(stateChangedAt, queue, now)) return []
  const missing = 'no pull request is known to stand ahead of it'
  return [causeUnknown(number, 'passed its tests long ago but is not merged', missing, notesOnRules(given))]
}

export function causeUnknown(number: number, says: string, missing: Message, evidence: Message[] = []): Diagnosis {
  return diagnosis('cause-unknown', 'possible', say`#${number} ${says}; ${missing}.`, { evidence })
}

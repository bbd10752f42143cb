import { isRead } from '../../src/facts/reading.ts'
import type { Condition } from './generate.ts'
import type { PullRequest, Queue, Reading, Snapshot } from './picture.ts'
import { ready } from './ready.ts'
import { statusesOf } from './statuses.ts'

export type Word = 'met' | 'unmet' | 'unknown'

/** The words that the contract allows for a condition in one picture. More than one: it leaves that open. */
export interface Judgement {
  words: Word[]
  /** True if the condition can't become met any more, so that the wait has to end here. */
  end: 'must' | 'may' | 'must not'
  /** It is unknown only because of an outage. */
  outage: boolean
  why: string
  /** It is stale, and finally so after two polls in a row. */
  stale?: boolean
}

/** The subject of a run, after inputs and event. */
export interface Asked {
  number: number
  target: string
  /** The commit that the service has to have; null: any. */
  head: string | null
  /** The same for the test run. */
  runHead: string | null
  /** Numbers in the name of the event's test branch; null where the run is not that of the event. */
  runNumbers: readonly number[] | null
  /** Id of the test run that was asked for. */
  testRun: string | null
  /** GitHub can be asked about this pull request. */
  github: boolean
}

export const STATES = [
  'not_ready',
  'pending',
  'testing',
  'tests_passed',
  'merged',
  'failed',
  'cancelled',
  'pending_failure',
]
export const IN_LINE = ['pending', 'testing', 'tests_passed', 'pending_failure']
const OVER = ['merged', 'failed', 'cancelled']

export function judge(condition: Condition, snapshot: Snapshot, asked: Asked): Judgement {
  if (condition === 'test-run-succeeded') return testRunSucceeded(snapshot, asked)
  if (condition === 'queue-running' || condition === 'queue-empty') return ofQueue(condition, snapshot, asked)
  return ofPullRequest(condition, snapshot, asked)
}

export function say(words: Word | Word[], end: Judgement['end'], why: string): Judgement {
  return { words: [words].flat(), end, outage: false, why }
}

/** A needed read that failed. */
function unread(kind: Reading<unknown>['kind'], what: string): Judgement {
  const end = kind === 'outage' ? 'must not' : kind === 'refused' || kind === 'broken' ? 'must' : 'may'
  return {
    ...say('unknown', end, `${what} could not be read (${kind}): unknown, never met`),
    outage: kind === 'outage',
  }
}

function ofQueue(condition: 'queue-running' | 'queue-empty', snapshot: Snapshot, { target, number }: Asked): Judgement {
  const reading = snapshot.queue
  if (reading.kind === 'missing') {
    const own = snapshot['pull-request']
    if (isRead(own) && own.value.prNumber === number && own.value.isCurrentlySubmittedToQueue) {
      const none: Word = condition === 'queue-running' ? 'unmet' : 'unknown'
      const isHeard = snapshot.heard.has('pull-request')
      return say(isHeard ? 'unknown' : [none, 'unknown'], isHeard ? 'must not' : 'may', 'submitted, yet no queue')
    }
    return condition === 'queue-running'
      ? say('unmet', 'must', 'no queue for the branch: queue-running is unmet for good')
      : say('unknown', 'must', 'no queue for the branch: queue-empty is unknown for good')
  }
  if (!isRead(reading)) return unread(reading.kind, 'the queue')
  const { state, branch, enqueuedPullRequests } = reading.value
  if (branch !== target) return say('unknown', 'must not', 'the answer is about another branch: a contradiction')
  if (condition === 'queue-running') {
    const word = state.toLowerCase()
    if (word === 'running') return say('met', 'may', 'the queue runs')
    if (['paused', 'draining', 'switching_modes'].includes(word))
      return say('unmet', 'must not', `the queue is ${word}`)
    return say('unknown', 'may', 'a state that is not known never passes')
  }
  if (!enqueuedPullRequests) return say('unknown', 'must not', 'the list of the entries is not known')
  const states = enqueuedPullRequests.map(entry => entry.state?.toLowerCase() ?? '')
  if (states.every(state => OVER.includes(state))) {
    const own = snapshot['pull-request']
    const state = isRead(own) ? (own.value.state?.toLowerCase() ?? '') : ''
    const onItsWay =
      isRead(own) &&
      own.value.prNumber === number &&
      (IN_LINE.includes(state) || (own.value.isCurrentlySubmittedToQueue && !STATES.includes(state)))
    if (!onItsWay) return say('met', 'may', 'nothing is enqueued')
    const why = 'its pull request is on its way, and not listed'
    return say(snapshot.heard.has('pull-request') ? 'unknown' : ['met', 'unknown'], 'may', why)
  }
  const known = states.some(state => STATES.includes(state) && !OVER.includes(state))
  return known
    ? say('unmet', 'must not', 'an entry is enqueued')
    : say(['unmet', 'unknown'], 'may', 'entries in an unknown state count as enqueued')
}

function testRunSucceeded({ 'test-run': reading }: Snapshot, asked: Asked): Judgement {
  const { runHead } = asked
  if (reading.kind === 'missing')
    return say('unknown', 'must not', '404 on a test run is unknown, and waiting can change it')
  if (!isRead(reading)) return unread(reading.kind, 'the test run')
  const run = reading.value
  const status = run.status?.toLowerCase()
  if (runHead !== null && run.testBranchSha !== runHead) {
    return say('unknown', 'may', 'stale: the test run is of another commit')
  }
  const named = /^[^/]*-merge\/pr-([\d-]+)\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/i.exec(
    run.testBranch,
  )
  if (named && asked.testRun !== null && named[2]?.toLowerCase() !== asked.testRun.toLowerCase())
    return say('unknown', 'must not', 'contradiction: its branch names another id')
  const tested = run.testedPullRequests?.map(({ prNumber }) => String(prNumber))
  const numbers = asked.runNumbers?.map(String) ?? named?.[1]?.split('-')
  if (numbers && runHead !== null && tested && !numbers.some(number => tested.includes(number)))
    return say('unknown', 'must not', 'contradiction: it tests none of the numbers in the name of its branch')
  if (status === 'in_progress') return say('unmet', 'must not', 'the test run is in progress')
  if (status === 'failed' || status === 'cancelled') return say('unmet', 'must', `the test run is ${status}`)
  if (status !== 'succeeded') return say('unknown', 'may', 'a status that is absent or not known never passes')
  const statuses = statusesOf(run)
  const doubtFinding = [...(statuses?.failed ?? []), ...(statuses?.pending ?? [])]
  if (doubtFinding.length > 0) {
    return say('unknown', 'must not', `contradiction: succeeded, yet ${doubtFinding.join(', ')} failed or is pending`)
  }
  return say('met', 'may', 'the test run succeeded')
}

type OfPullRequest = Exclude<Condition, 'queue-running' | 'queue-empty' | 'test-run-succeeded'>
const ON_QUEUE: OfPullRequest[] = ['not-submitted', 'settled']

function ofPullRequest(condition: OfPullRequest, snapshot: Snapshot, asked: Asked): Judgement {
  const { 'pull-request': reading, queue } = snapshot
  if (reading.kind === 'missing') return neverSubmitted(condition, snapshot, asked)
  if (!isRead(reading)) return unread(reading.kind, 'the pull request')
  const pullRequest = reading.value
  const contradiction = contradictionOf(condition, pullRequest, snapshot, asked)
  if (contradiction) return contradiction
  const plain = lenient(judged(condition, pullRequest, snapshot, asked), pullRequest, asked)
  // An entry without a number may be anybody's: it may count as a listing, or not.
  const unnamed = isRead(queue) && listingOf(queue.value, asked.number) === 'unnamed'
  const open = unnamed && !pullRequest.isCurrentlySubmittedToQueue && !plain.words.includes('unknown')
  const judgement: Judgement = open ? { ...plain, words: [...plain.words, 'unknown'], end: 'may' } : plain
  const readsQueue = ON_QUEUE.includes(condition) && judgement.words.includes('met')
  // These states need no queue; a failed needed read may still be reported.
  const over = pullRequest.state?.toLowerCase() ?? ''
  const final = over === 'merged' || (condition === 'settled' && OVER.includes(over))
  if (readsQueue && !final && isRead(queue) && listingOf(queue.value, asked.number) === 'over')
    return say('unknown', 'must not', 'out of the queue counts only if the queue does not list it')
  if (readsQueue && !final && queue.kind === 'missing')
    return say('unknown', 'may', 'out of a queue that the branch does not have: it may be misspelt')
  if (readsQueue && !isRead(queue) && queue.kind !== 'missing') {
    // State merged is final; other states need a queue that does not contradict them.
    const missing = unread(queue.kind, 'the queue, which could contradict,')
    return final ? { ...missing, words: ['met', 'unknown'], end: 'may' } : missing
  }
  if (readsQueue && isRead(queue) && queue.value.branch !== asked.target) {
    return say(
      final ? ['met', 'unknown'] : 'unknown',
      final ? 'may' : 'must not',
      "the queue is another branch's: a contradiction",
    )
  }
  if (readsQueue && isRead(queue) && !queue.value.enqueuedPullRequests) {
    return say(final ? ['met', 'unknown'] : 'unknown', final ? 'may' : 'must not', 'whom the queue lists is not known')
  }
  return judgement
}

/** With an unknown state, or another base than the one asked for, unknown is always allowed. */
function lenient(judgement: Judgement, { state, prBaseBranch }: PullRequest, { target }: Asked): Judgement {
  const unknownState = typeof state === 'string' && !STATES.includes(state.toLowerCase())
  if ((!unknownState && prBaseBranch === target) || judgement.words.includes('unknown')) return judgement
  return { ...judgement, words: [...judgement.words, 'unknown'], end: 'may' }
}

function neverSubmitted(condition: OfPullRequest, { queue, heard }: Snapshot, asked: Asked): Judgement {
  const listing = isRead(queue) && queue.value.branch === asked.target ? listingOf(queue.value, asked.number) : 'not'
  if (!ON_QUEUE.includes(condition)) {
    if (queue.kind === 'missing' && heard.has('queue'))
      return say('unmet', 'must', 'never submitted, and the branch has no queue: unmet for good')
    const why = 'never submitted is an answer: unmet, and waiting can change it'
    return say(listing === 'not' || listing === 'over' ? 'unmet' : ['unmet', 'unknown'], 'must not', why)
  }
  if (queue.kind === 'missing')
    return say('unknown', 'may', 'never submitted, and the branch has no queue: queue-not-found')
  if (!isRead(queue)) return unread(queue.kind, 'the queue')
  if (queue.value.branch !== asked.target)
    return say('unknown', 'must not', "the queue is another branch's: a contradiction")
  if (!queue.value.enqueuedPullRequests) return say('unknown', 'must not', 'whom the queue lists is not known')
  if (listing === 'not') return say('met', 'may', 'never submitted, and the queue does not list it')
  if (listing === 'unnamed')
    return say(['met', 'unknown'], 'may', 'never submitted, and an entry of the queue has no number')
  return say('unknown', 'may', 'never submitted counts only if the queue does not list it')
}

/** The pull request's entry in the queue. */
function listingOf({ enqueuedPullRequests }: Queue, number: number): 'live' | 'unclear' | 'over' | 'not' | 'unnamed' {
  if (!enqueuedPullRequests) return 'not'
  const states = enqueuedPullRequests
    .filter(entry => entry.prNumber === number)
    .map(entry => entry.state?.toLowerCase() ?? '')
  if (states.length === 0) return enqueuedPullRequests.some(entry => !entry.prNumber) ? 'unnamed' : 'not'
  if (states.every(state => OVER.includes(state))) return 'over'
  return states.some(state => STATES.includes(state) && !OVER.includes(state)) ? 'live' : 'unclear'
}

function contradictionOf(
  condition: OfPullRequest,
  pullRequest: PullRequest,
  { queue, github, heard }: Snapshot,
  asked: Asked,
): Judgement | null {
  const { prNumber, prBaseBranch, prSha, isCurrentlySubmittedToQueue: submitted } = pullRequest
  const state = pullRequest.state?.toLowerCase() ?? ''
  if (prNumber !== asked.number)
    return say('unknown', 'must not', 'the answer is about another number: a contradiction')
  if (!submitted && prBaseBranch !== asked.target)
    return say('unknown', 'must not', 'the answer is about another branch: a contradiction')
  if (state === 'merged' && submitted && (condition === 'submitted' || condition === 'not-submitted'))
    return say('unknown', 'must not', 'contradiction: merged, yet submitted')
  // Merged is final and stands, and stale comes first.
  const stands = state === 'merged' || (restsOnCommit(condition) && asked.head !== null && prSha !== asked.head)
  const closed = isRead(github) && github.value.number === asked.number && github.value.state !== 'open'
  const nowhere = submitted && queue.kind === 'missing'
  if (!stands && (nowhere || (closed && IN_LINE.includes(state)))) {
    const why = nowhere
      ? 'contradiction: submitted, yet the branch has no queue'
      : 'contradiction: on its way, yet GitHub calls it closed'
    if (heard.has(nowhere ? 'queue' : 'github')) return say('unknown', 'must not', why)
  }
  if ((state === 'failed' || state === 'cancelled') && submitted) {
    return say('unknown', 'must not', `contradiction: ${state}, yet submitted`)
  }
  if (IN_LINE.includes(state) && !submitted)
    return say('unknown', 'must not', `contradiction: ${state}, yet not submitted`)
  if (!submitted && isRead(queue) && queue.value.branch === asked.target) {
    const listing = listingOf(queue.value, asked.number)
    if (listing === 'not' || listing === 'over' || listing === 'unnamed') return null
    const why = 'contradiction: not submitted, yet listed by the queue of the same poll'
    if (state === 'merged' && condition === 'submitted') return say(['unmet', 'unknown'], 'may', why)
    if (state === 'merged' && condition !== 'not-submitted') return null
    // A condition on the state alone rests on no member of this contradiction.
    const others: Word[] = ['tests-passed', 'merged', 'ready', 'submitted'].includes(condition) ? ['unmet'] : []
    return say([...others, 'unknown'], others.length > 0 || listing === 'unclear' ? 'may' : 'must not', why)
  }
  return null
}

function judged(condition: OfPullRequest, pullRequest: PullRequest, snapshot: Snapshot, asked: Asked): Judgement {
  const { isCurrentlySubmittedToQueue: submitted } = pullRequest
  const state = pullRequest.state?.toLowerCase()
  const known = state === undefined || STATES.includes(state)
  switch (condition) {
    case 'submitted': {
      if (!submitted) return say('unmet', state === 'not_ready' ? 'must not' : 'may', 'it is not in the queue')
      return say('met', 'may', 'it is in the queue')
    }
    case 'not-submitted': {
      if (submitted) return say('unmet', 'must not', 'it is in the queue')
      return say('met', 'may', 'it is not in the queue')
    }
    case 'settled': {
      if (state === 'merged') return say('met', 'may', 'merged is final')
      if (submitted)
        return say(
          known && state ? 'unmet' : ['unmet', 'unknown'],
          known && state ? 'must not' : 'may',
          'its episode is not over',
        )
      return say('met', 'may', 'its episode is over')
    }
    case 'merged':
      return ofState(state, ['merged'])
    case 'tests-passed':
      return stale(pullRequest, snapshot, asked) ?? ofState(state, ['tests_passed', 'merged'])
    case 'ready': {
      const held = stale(pullRequest, snapshot, asked)
      return held ?? ready(pullRequest, snapshot, asked)
    }
    default:
      throw new Error(`Judge ${condition satisfies never} in test/worlds/judge.ts, from the contract`)
  }
}

function ofState(state: string | undefined, good: string[]): Judgement {
  if (state === undefined || !STATES.includes(state))
    return say('unknown', 'may', 'a state that is absent or not known never passes')
  if (good.includes(state)) return say('met', 'may', `state ${state}`)
  return say('unmet', OVER.includes(state) ? 'must' : 'must not', `state ${state}`)
}

function stale(
  { prSha }: PullRequest,
  { github }: Snapshot,
  { head, github: canAsk, number }: Asked,
): Judgement | null {
  if (head === null || prSha === head) return null
  const newest = canAsk && isRead(github) && github.value.number === number ? github.value.head.sha : null
  if (newest === null)
    return say(
      'unknown',
      'may',
      'stale: the service speaks of another commit, and GitHub does not say which is the head',
    )
  if (newest !== head)
    return { ...say('unknown', 'must not', "stale: the run's commit is no longer the head"), stale: true }
  return say('unknown', 'must not', 'the service lags behind: unknown until it has caught up')
}

function restsOnCommit(condition: OfPullRequest): boolean {
  return condition === 'ready' || condition === 'tests-passed'
}

export function worse(a: Word, b: Word): Word {
  const order: Word[] = ['met', 'unknown', 'unmet']
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? 'unknown'
}

/**
 * The interface's conditions once more, written from its text and for the model's scenes alone: what must come out of
 * what the wait was told, told twice.
 */
import type { Condition, Read } from '../../src/facts/conditions.ts'
import type { Asked, Scene } from './world.ts'

export type Word = 'met' | 'unmet' | 'unknown'

export interface Opinion {
  word: Word
  /** Waiting can't change it. */
  hopeless?: boolean
  /** Unknown because of an outage alone. */
  outage?: boolean
}

/** What was last said about each thing: the scene of that answer. */
export interface Known {
  pr?: Scene
  queue?: Scene
  testRun?: Scene
  /** GitHub's answer, as long as it belongs to the last answer about the pull request. */
  github?: Scene['github']
}

/** What is known after the calls, in their order; a call that was given up says nothing. */
export function learn(known: Known, calls: readonly Asked[]): Known {
  const next = { ...known }
  for (const { what, scene } of calls) {
    if (scene === null) continue
    if (what === 'pull-request') {
      next.pr = scene
      delete next.github
    } else if (what === 'queue') next.queue = scene
    else if (what === 'test-run') next.testRun = scene
    else if (what === 'github') next.github = scene.github
  }
  return next
}

/** Something failed that no wait mends. */
export function isLost({ pr, queue, testRun }: Known): boolean {
  return [pr?.trouble['pull-request'], queue?.trouble.queue, testRun?.trouble['test-run']].some(
    trouble => trouble === 'refused' || trouble === 'broken',
  )
}

const MET: Opinion = { word: 'met' }
const UNMET: Opinion = { word: 'unmet' }
const UNKNOWN: Opinion = { word: 'unknown' }
const NEVER: Opinion = { word: 'unmet', hopeless: true }

export function judged(condition: Condition, known: Known): Opinion {
  switch (condition) {
    case 'queue-running':
    case 'queue-empty':
      return ofQueue(condition, known)
    case 'test-run-succeeded':
      return ofTestRun(known)
    default:
      return ofPullRequest(condition, known)
  }
}

function ofQueue(condition: 'queue-running' | 'queue-empty', { queue: scene }: Known): Opinion {
  const trouble = troubled(scene, 'queue')
  if (trouble || !scene) return trouble ?? UNKNOWN
  const { queue, pr } = scene
  if (queue === null) return condition === 'queue-running' ? NEVER : { word: 'unknown', hopeless: true }
  if (condition === 'queue-empty') {
    const own = queue.listed === 'live' && !isOver(pr?.state ?? 'pending') ? 1 : 0
    return queue.others + own === 0 ? MET : UNMET
  }
  if (queue.state === 'running') return MET
  return ['paused', 'draining', 'switching_modes'].includes(queue.state) ? UNMET : UNKNOWN
}

function ofTestRun({ testRun: scene }: Known): Opinion {
  const trouble = troubled(scene, 'test-run')
  if (trouble || !scene?.testRun) return trouble ?? UNKNOWN
  switch (scene.testRun.status) {
    case 'succeeded':
      return MET
    case 'failed':
    case 'cancelled':
      return NEVER
    case 'in_progress':
      return UNMET
    default:
      return UNKNOWN
  }
}

type OfPullRequest = Exclude<Condition, 'queue-running' | 'queue-empty' | 'test-run-succeeded'>

function ofPullRequest(condition: OfPullRequest, known: Known): Opinion {
  const trouble = troubled(known.pr, 'pull-request')
  if (trouble || !known.pr) return trouble ?? UNKNOWN
  const { pr } = known.pr
  const leaves = condition === 'not-submitted' || condition === 'settled'
  if (pr === null) return leaves ? neverThere(known) : UNMET
  const { state, submitted } = pr
  const odd = !submitted && isOnItsWay(state)
  switch (condition) {
    case 'submitted':
      // An episode that is over is not in the queue: its members contradict each other.
      if (submitted) return state !== null && isOver(state) ? UNKNOWN : MET
      return odd || isOdd(state) ? UNKNOWN : state === 'merged' ? NEVER : UNMET
    case 'not-submitted':
      return gone(known)
    case 'settled':
      if (state !== null && isOver(state)) return MET
      return submitted && (state === null || isOdd(state)) ? UNKNOWN : gone(known)
    case 'merged':
    case 'tests-passed': {
      const stale = condition === 'merged' ? null : staleness(known, pr.head)
      if (stale) return stale
      if (state === null || isOdd(state)) return UNKNOWN
      if (state === 'merged') return MET
      if (state === 'tests_passed' && condition === 'tests-passed') return odd ? UNKNOWN : MET
      return state === 'failed' || state === 'cancelled' ? NEVER : UNMET
    }
    case 'ready': {
      const stale = staleness(known, pr.head)
      if (stale) return stale
      if (state === 'merged') return MET
      if (state === 'failed' || state === 'cancelled') return NEVER
      if (!submitted) return UNMET
      if (isOdd(state)) return UNKNOWN
      switch (pr.rule) {
        case 'holds':
          return MET
        case 'in-progress':
          return UNKNOWN
        case 'absent':
          return state === null ? UNKNOWN : state === 'not_ready' ? UNMET : MET
        default:
          return UNMET
      }
    }
  }
}

/** A commit that is not the run's never passes; once GitHub says that the run's is not the head, nothing helps. */
function staleness({ github }: Known, head: 'ours' | 'other'): Opinion | null {
  if (head === 'ours') return null
  return github === 'other' ? { word: 'unknown', hopeless: true } : UNKNOWN
}

/** Whether a pull request that the service knows has left the queue. */
function gone({ pr: scene, queue: list }: Known): Opinion {
  const pr = scene?.pr
  if (!pr) return UNKNOWN
  if (pr.submitted) return UNMET
  const listed = list && !list.trouble.queue && list.queue?.listed === 'live' && !isOver(list.pr?.state ?? 'pending')
  if (listed || isOnItsWay(pr.state) || isOdd(pr.state)) return UNKNOWN
  return MET
}

/** "Never submitted" is safe only where the queue is there and does not list it. */
function neverThere({ queue: scene }: Known): Opinion {
  const trouble = troubled(scene, 'queue')
  if (trouble || !scene) return trouble ?? UNKNOWN
  if (scene.queue === null) return { word: 'unknown', hopeless: true }
  return scene.queue.listed === 'no' ? MET : UNKNOWN
}

function troubled(scene: Scene | undefined, read: Read): Opinion | null {
  switch (scene?.trouble[read]) {
    case 'outage':
    case 'silent':
      return { word: 'unknown', outage: true }
    case 'refused':
    case 'broken':
      return { word: 'unknown', hopeless: true }
    default:
      return null
  }
}

function isOver(state: string): boolean {
  return state === 'merged' || state === 'failed' || state === 'cancelled'
}

function isOnItsWay(state: string | null): boolean {
  return state !== null && ['pending', 'testing', 'tests_passed', 'pending_failure'].includes(state)
}

/** A state that no version of the action knows. */
function isOdd(state: string | null): boolean {
  return state === 'napping'
}

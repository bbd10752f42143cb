import type { Condition } from '../../src/facts/conditions.ts'
import type { Answer } from '../stand-in/service/state.js'
import { entry, type Json, queue } from './bodies.ts'
import {
  asks,
  CONCLUSIONS,
  no,
  type Outputs,
  ok,
  PULL_REQUEST,
  type Scenario,
  scenario,
  scenarios,
  type Verdict,
} from './scenario.ts'

/** One required condition of the queue, nothing else read. */
function judged(
  condition: Condition,
  verdict: Verdict,
  answer: Answer,
  outputs: Outputs,
  reasons: string[] = [],
): Scenario {
  const { exit, conclusion } = CONCLUSIONS[verdict]
  return scenario({
    inputs: { require: condition, read: 'queue' },
    answers: { getQueue: answer },
    exit,
    outputs: { ...PULL_REQUEST, conclusion, ...outputs },
    reasons: reasons.map(code => `${condition}: ${code}`),
    requests: [asks.queue()],
  })
}

const inState = (state: string): Answer => ok(queue({ state, enqueuedPullRequests: [entry(7)] }))
const told = (state: string): Outputs => ({ 'queue-state': state, 'queue-length': '1' })

scenarios('queue-running', {
  running: judged('queue-running', 'met', inState('running'), told('running')),
  paused: judged('queue-running', 'unmet', inState('paused'), told('paused'), ['queue-paused']),
  switching_modes: judged('queue-running', 'unmet', inState('switching_modes'), told('switching_modes'), [
    'queue-switching-modes',
  ]),
  'no such queue': judged('queue-running', 'unmet', no(404, 'queue not found'), { 'queue-state': 'none' }, [
    'queue-not-found',
  ]),
})

const listing = (...entries: Json[]): Answer => ok(queue({ enqueuedPullRequests: entries }))
const length = (value: number): Outputs => ({ 'queue-state': 'running', 'queue-length': String(value) })

scenarios('queue-empty', {
  empty: judged('queue-empty', 'met', listing(), length(0)),
  'one entry': judged('queue-empty', 'unmet', listing(entry(7)), length(1), ['queue-not-empty']),
  'no such queue': judged('queue-empty', 'unknown', no(404, 'queue not found'), { 'queue-state': 'none' }, [
    'queue-not-found',
  ]),
  'those whose episode is over do not count': judged(
    'queue-empty',
    'met',
    listing(entry(7, { state: 'merged' }), entry(8, { state: 'FAILED' }), entry(9, { state: 'cancelled' })),
    // Nothing is enqueued, so nothing is counted.
    length(0),
  ),
})

/** Report only, for the place in the list. */
function place(members: Json, outputs: Outputs): Scenario {
  return scenario({
    inputs: { read: 'queue' },
    answers: { getQueue: ok(queue(members)) },
    exit: 0,
    outputs: { ...PULL_REQUEST, conclusion: 'reported', 'queue-state': 'running', ...outputs },
    requests: [asks.queue()],
  })
}

scenarios('queue-position', {
  third: place(
    { enqueuedPullRequests: [entry(7), entry(8), entry(42), entry(9)] },
    { 'queue-length': '4', 'queue-position': '3' },
  ),
  'not in it': place({ enqueuedPullRequests: [entry(7)] }, { 'queue-length': '1' }),
})

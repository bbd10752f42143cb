import type { Clock } from '../clock.ts'
import { formatDuration } from '../duration.ts'
import { branchName } from '../facts/branch.ts'
import { isSameCommit, short } from '../facts/commit.ts'
import type { RunContext } from '../facts/context.ts'
import { doubtAbout, type Facts, failedReads, inWords, NOTHING_ASKED } from '../facts/facts.ts'
import { positionOf } from '../facts/position.ts'
import { type Reading, valueIn } from '../facts/reading.ts'
import type { Verdict } from '../gate/conclusion.ts'
import type { Moment } from '../gate/decision.ts'
import { stateInWords } from '../gate/states.ts'
import { openConditions } from '../gate/waiting.ts'
import { quoted } from '../message.ts'

/** A line that only says that the wait goes on comes at least this many milliseconds after the line before. */
const HEARTBEAT = 60_000

/** Logs the changes during a wait, and keeps the lines. */
export interface Narrator {
  /** The lines so far, without those that only say that the wait goes on. */
  readonly timeline: Moment[]
  /** Logs the changes since the previous poll. */
  news(facts: Facts): void
  /** Logs what the step waits for: after the first poll, then from time to time. */
  waits(verdict: Verdict): void
}

export function createNarrator(clock: Clock, context: RunContext, print: (line: string) => void): Narrator {
  const startedAt = clock.monotonic()
  const timeline: Moment[] = []
  let polls = 0
  let lastLineAt = startedAt
  /** The facts as logged so far, without failed reads. */
  let told = NOTHING_ASKED
  /** The facts of the previous poll, with its failed reads. */
  let before = NOTHING_ASKED
  /** Start of the current outage. */
  let downSince = 0

  function say(what: string): void {
    lastLineAt = clock.monotonic()
    print(`After ${formatDuration(lastLineAt - startedAt)}: ${what}`)
  }

  function note(what: string): void {
    timeline.push({ elapsedMs: clock.monotonic() - startedAt, what })
    say(what)
  }

  return {
    timeline,
    news(facts) {
      polls++
      const now = remembered(told, facts)
      const elapsed = clock.monotonic()
      const news =
        polls === 1 ? [] : [outage(before, facts, context, elapsed - downSince), ...changes(told, now, context)]
      if (!isDown(before)) downSince = elapsed
      for (const what of news) if (what !== null) note(what)
      told = now
      before = facts
    },
    waits({ conditions }) {
      const open = openConditions(conditions).join(', ') || 'the same answer once more, to be sure'
      if (polls === 1) {
        const now = situation(told, context)
        note(`waiting for ${open}${now === '' ? '' : ` (${now})`}`)
      } else if (clock.monotonic() - lastLineAt >= HEARTBEAT) say(`still waiting for ${open}, polled ${polls} times`)
    },
  }
}

/** One fact in words; null if it is not known. */
type Part = (facts: Facts, context: RunContext) => string | null
const PARTS: readonly Part[] = [pullRequestState, numberAhead, queueState, testRunStatus]

/** One line on the facts at the start of a wait; empty if nothing is known. */
export function situation(facts: Facts, context: RunContext): string {
  return PARTS.flatMap(part => part(facts, context) ?? []).join(', ')
}

/** Replaces failed reads by the facts known before: a fact that could not be read counts as unchanged. */
export function remembered(before: Facts, after: Facts): Facts {
  const keep = <T>(old: Reading<T>, now: Reading<T>) => (now.kind === 'failed' ? old : now)
  return {
    ...after,
    pullRequest: keep(before.pullRequest, after.pullRequest),
    queue: keep(before.queue, after.queue),
    testRun: keep(before.testRun, after.testRun),
  }
}

/** A line for each change: `#42: testing → tests_passed`. */
export function changes(before: Facts, after: Facts, context: RunContext): string[] {
  const lines = PARTS.map(part => changed(part(before, context), part(after, context)))
  return [...lines, newHead(before, after)].filter(line => line !== null)
}

/** A change from one value to another; the name in front of both is written once. */
function changed(before: string | null, after: string | null): string | null {
  if (before === null || after === null || before === after) return null
  return `${before} → ${after.replace(/^[^:]+: /, '')}`
}

function pullRequestState({ pullRequest }: Facts, context: RunContext): string | null {
  const subject = `#${context.pullRequest?.value}`
  if (pullRequest.kind === 'absent') return `${subject}: never submitted`
  const pr = valueIn(pullRequest)
  if (pr && doubtAbout(pr.doubts, 'state', 'number')) {
    const base = branchName(pr.baseBranch ?? '')
    return `${subject}: ${base !== '' && base !== context.targetBranch?.value ? `merges into ${quoted(base)} now` : 'not known yet'}`
  }
  const state = pr && stateInWords(pr.state ?? 'no state', context.source)
  return pr && `${subject}: ${state}${pr.submitted ? '' : ' (not in the queue)'}`
}

/** The number of pull requests in front of the one under report; null if positions are not defined. */
function numberAhead({ queue }: Facts, context: RunContext): string | null {
  const value = valueIn(queue)
  const position = value && context.pullRequest ? positionOf(value, context.pullRequest.value) : null
  return position === null ? null : `${position - 1} ahead`
}

function queueState({ queue }: Facts): string | null {
  if (queue.kind === 'absent') return 'queue: none'
  const value = valueIn(queue)
  return value?.state ? `queue: ${inWords(value.state)}` : null
}

function testRunStatus({ testRun, pullRequest }: Facts, { testRunId }: RunContext): string | null {
  // Without an id, this only means that the queue names no run yet.
  if (testRun.kind === 'absent') return testRunId === null ? null : 'test run: not found'
  const pr = valueIn(pullRequest)
  if (pr && doubtAbout(pr.doubts, 'test-run-status')) return null
  const value = valueIn(testRun)
  return value && `test run: ${inWords(value.status ?? 'no status')}`
}

function newHead(before: Facts, after: Facts): string | null {
  const [old = null, now = null] = [valueIn(before.pullRequest)?.sha, valueIn(after.pullRequest)?.sha]
  return old === null || now === null || isSameCommit(old, now) ? null : `new head: ${short(old)} → ${short(now)}`
}

/** A line on an outage that began or ended since the previous poll, or null. */
export function outage(before: Facts, after: Facts, { source }: RunContext, lastedMs: number): string | null {
  if (isDown(before) === isDown(after)) return null
  const { name } = source
  return isDown(after) ? `${name} is not available` : `${name} is available again after ${formatDuration(lastedMs)}`
}

function isDown(facts: Facts): boolean {
  return failedReads(facts).some(({ failure }) => failure.outage)
}

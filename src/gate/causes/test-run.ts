import type { Snapshot } from '../../facts/context.ts'
import type { TestRun } from '../../facts/facts.ts'
import { valueIn } from '../../facts/reading.ts'
import type { Explanation } from '../../facts/source.ts'
import { formatAge, since, timeOf } from '../../text/duration.ts'
import { code, say } from '../../text/message.ts'
import { pullRequestIn, shownRun } from '../subject.ts'
import { aboutFailed } from './failed-checks.ts'
import { type CauseRule, inState, isIn, statusesIn, subjectOf } from './rule.ts'
import { endsInWords, namesOf } from './words.ts'

const MINUTE = 60_000

/** Milliseconds after which a merge group without any report counts as forgotten, and a queued job as without a runner. */
export const FORGOTTEN_MS = 10 * MINUTE

/** The pull request is in the queue, failed for no known reason, or was not asked about. */
export function isAboutRun(snapshot: Snapshot): boolean {
  const { facts, context } = snapshot
  return isIn(snapshot) || pullRequestIn(facts, context)?.state === 'failed' || facts.pullRequest === undefined
}

/** What the test run itself tells. */
export const TEST_RUN_CAUSES: readonly CauseRule[] = [
  {
    code: 'required-status-failed',
    when: isAboutRun,
    needs: ['run', 'checks', 'jobs', 'sameCheck'],
    find(snapshot, explanation) {
      const failed = inState('failed', statusesIn(snapshot, explanation))
      if (failed.length === 0) return null
      return {
        message: say`In the test run of ${subjectOf(snapshot)}, ${endsInWords(failed)}.`,
        ...aboutFailed(failed, snapshot, explanation),
      }
    },
  },
  {
    code: 'no-merge-group-runs',
    when: isAboutRun,
    needs: ['run'],
    find(snapshot, explanation, now) {
      const run = unfinishedRun(snapshot, explanation, now)
      if (!run || run.reported.length > 0) return null
      return { message: `No check has started for ${subjectOf(snapshot)} in ${ageOf(run, now)}.` }
    },
  },
  {
    code: 'no-runner',
    when: isAboutRun,
    needs: ['run', 'checks'],
    find(snapshot, explanation, now) {
      const pending = inState('pending', statusesIn(snapshot, explanation))
      const waiting = (each: (typeof pending)[number]) => since(each.since, now) ?? 0
      const queued = pending.filter(each => each.word === 'queued' && waiting(each) >= FORGOTTEN_MS)
      const [first] = queued
      if (!first) return null
      return {
        message: say`For ${subjectOf(snapshot)}, ${code(first.name, first.url)} has been queued for ${formatAge(waiting(first))}, and no runner took it.`,
      }
    },
  },
  {
    code: 'required-status-missing',
    when: isAboutRun,
    needs: ['run', 'checks'],
    find(snapshot, explanation, now) {
      const run = unfinishedRun(snapshot, explanation, now)
      const statuses = statusesIn(snapshot, explanation)
      const missing = inState('missing', statuses)
      if (!run || missing.length === 0 || inState('pending', statuses).length > 0) return null
      return {
        message: say`Nothing has reported ${namesOf(missing)} for ${subjectOf(snapshot)} in ${ageOf(run, now)}.`,
      }
    },
  },
  {
    code: 'waiting-on-own-check',
    when: isIn,
    needs: ['run'],
    find(snapshot, explanation) {
      const own = shownRun(snapshot.facts, explanation, snapshot.context)?.ownCheck
      const isOpen = statusesIn(snapshot, explanation).some(({ state }) => state !== 'passed')
      if (own === undefined || isOpen) return null
      return { message: say`The queue waits only for ${code(own)}, the check that this step runs in.` }
    },
  },
  {
    code: 'queue-stalled',
    when: isIn,
    needs: ['run', 'timeoutMinutes'],
    find(snapshot, explanation, now) {
      const statuses = statusesIn(snapshot, explanation)
      const limit = (valueIn(explanation.timeoutMinutes) ?? 0) * MINUTE
      const ended = statuses.map(each => timeOf(each.since) ?? now)
      const age = now - Math.max(...ended)
      const isWhole = shownRun(snapshot.facts, explanation, snapshot.context)?.moreRequired === undefined
      if (statuses.length === 0 || limit === 0 || age <= limit || statuses.some(({ state }) => state !== 'passed'))
        return null
      return {
        message: `Every ${isWhole ? '' : 'known '}required check of ${subjectOf(snapshot)} passed ${formatAge(age)} ago, and it has not merged; the queue's time-out is ${formatAge(limit)}.`,
      }
    },
  },
]

/** The run if it is in progress, is known whole, and began so long ago that a missing report is no accident. */
function unfinishedRun({ facts, context }: Snapshot, explanation: Explanation, now: number): TestRun | null {
  const run = shownRun(facts, explanation, context)
  if (run?.status !== 'in_progress' || !run.reportedIsWhole) return null
  const age = since(run.createdAt, now)
  return age !== null && age >= FORGOTTEN_MS ? run : null
}

function ageOf({ createdAt }: TestRun, now: number): string {
  return formatAge(since(createdAt, now) ?? 0)
}

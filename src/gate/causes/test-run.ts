import type { Explanation } from '../../facts/explanation.ts'
import type { TestRun } from '../../facts/facts.ts'
import type { Snapshot } from '../../facts/snapshot.ts'
import { formatAge } from '../../text/duration.ts'
import { say } from '../../text/message.ts'
import { since } from '../../text/time.ts'
import { type Status, statusesOf } from '../statuses.ts'
import { pullRequestIn, shownRun } from '../subject.ts'
import { type CauseRule, isIn, subjectOf } from './rule.ts'
import { namesOf } from './words.ts'

/** Milliseconds after which a merge group without any report counts as forgotten. */
export const FORGOTTEN_MS = 10 * 60_000

/** The pull request is in the queue, failed for no known reason, or is one of several under test. */
function isAboutRun(snapshot: Snapshot): boolean {
  const { facts, context } = snapshot
  const pr = pullRequestIn(facts, context)
  return isIn(snapshot) || pr?.state === 'failed' || (pr === null && context.pullRequest === null)
}

/** What the test run itself tells. */
export const TEST_RUN_CAUSES: readonly CauseRule[] = [
  {
    code: 'required-status-failed',
    when: isAboutRun,
    needs: ['run', 'checks'],
    find(snapshot, explanation) {
      const failed = inState('failed', statusesIn(snapshot, explanation))
      if (failed.length === 0) return null
      return {
        message: say`${namesOf(failed)} failed for ${subjectOf(snapshot)}.`,
        remedy: 'Fix what failed, then submit the pull request again.',
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
]

function statusesIn({ facts, context }: Snapshot, explanation: Explanation): Status[] {
  const run = shownRun(facts, explanation, context)
  return (run && statusesOf(run, explanation.checks)) ?? []
}

function inState(state: Status['state'], statuses: readonly Status[]): Status[] {
  return statuses.filter(each => each.state === state)
}

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

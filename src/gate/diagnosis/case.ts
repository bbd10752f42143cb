import { formatAge } from '../../duration.ts'
import { isSameCommit } from '../../facts/commit.ts'
import type { RunContext } from '../../facts/context.ts'
import {
  doubtAbout,
  type Facts,
  type GitHubPullRequest,
  type HeadChecks,
  type Member,
  type PullRequest,
  type Queue,
  type QueueEntry,
  type TestRun,
  type Timeline,
} from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { valueIn } from '../../facts/reading.ts'
import { since } from '../../facts/time.ts'
import { code, firstOf, type Message, quoted, say } from '../../message.ts'
import type { Picture } from '../picture.ts'
import { type Status, statusesOf } from '../statuses.ts'
import { pullRequestIn, queueIn, shownRun, viewIn } from '../subject.ts'

/** The facts of one poll and, picked from them, what is about this pull request, queue and commit. */
export interface Case extends Picture {
  pr: PullRequest | null
  queue: Queue | null
  /**
   * The test run under report, else the one that was found. Null if it does not test the pull request under report;
   * on a test branch, the run counts in any case.
   */
  run: TestRun | null
  /** The required statuses of the run, sorted by name; null if they are not known. */
  statuses: Status[] | null
  view: GitHubPullRequest | null
  /** The checks of the pull request's head; null if the service has another commit. */
  headChecks: HeadChecks | null
  timeline: Timeline | null
  onlyQuarantinedFailed: boolean
  /** Milliseconds since the epoch. */
  now: number
}

export function caseOf(picture: Picture, now: number, onlyQuarantinedFailed: boolean): Case {
  const { facts, context } = picture
  const run = runUnderReport(facts, context)
  const statuses = run && statusesOf(run, facts.checks)
  const pr = pullRequestIn(facts, context)
  const headChecks = valueIn(facts.headChecks)
  return {
    ...picture,
    pr,
    queue: queueIn(facts, context),
    run,
    statuses: statuses?.toSorted(byName) ?? null,
    view: viewIn(facts, context),
    headChecks: pr && headChecks && isSameCommit(headChecks.sha, pr.sha) ? headChecks : null,
    timeline: valueIn(facts.timeline),
    onlyQuarantinedFailed,
    now,
  }
}

function runUnderReport(facts: Facts, context: RunContext): TestRun | null {
  const number = context.pullRequest?.value
  const run = shownRun(facts, context)
  if (!run || number === undefined || context.kind === 'test-branch') return run
  return run.pullRequests?.some(each => each.number === number) ? run : null
}

/** The sentence on the first contradiction about one of these members; null if there is none. */
export function contradicted({ contradictions }: Case, ...members: Member[]): Message | null {
  return doubtAbout(contradictions, ...members)?.message ?? null
}

/** Live entries in front of the pull request, except those that are not ready; none if it has no position. */
export function ahead({ queue, pr }: Case): QueueEntry[] {
  const entries = queue?.ordered ? (queue.entries ?? []) : []
  const at = entries.findIndex(entry => entry.number === pr?.number && isLive(entry))
  return at < 0 ? [] : entries.slice(0, at).filter(entry => isLive(entry) && entry.state !== 'not_ready')
}

/** The queue's testing time-out in milliseconds; null if it has none, or if that is not known. */
export function testingTimeout(queue: Queue | null): number | null {
  const minutes = queue?.testingTimeoutMinutes ?? 0
  return minutes > 0 ? minutes * 60_000 : null
}

/** True if more than half of the queue's testing time-out has passed since `timestamp`. */
export function isLong(timestamp: string | null, queue: Queue | null, now: number): boolean {
  const timeout = testingTimeout(queue)
  const elapsed = since(timestamp, now)
  return timeout !== null && elapsed !== null && elapsed > timeout / 2
}

/** Milliseconds since the test run began; if that is not known, since the pull request's state became `testing`. */
export function testingFor({ run, pr, now }: Case): number | null {
  const started = run && since(run.createdAt, now)
  return started ?? (pr?.state === 'testing' ? since(pr.stateChangedAt, now) : null)
}

export function leftAgo({ now }: Case, number: number, at: string | null): string[] {
  const ms = since(at, now)
  return ms === null ? [] : [`#${number} left the queue ${formatAge(ms)} ago.`]
}

/** The first three statuses, each with its link, and the number of the others. */
export function namesOf(statuses: readonly Pick<Status, 'name' | 'url'>[]): Message {
  return firstOf(statuses, 3, ({ name, url }) => code(name, url))
}

/** The first three names in code font, and the number of the others. */
export function namesInCode(names: readonly string[]): Message {
  return firstOf(names, 3, name => code(name))
}

/** The first five pull requests in order, and the number of the others. */
export function numbersOf(numbers: readonly number[]): Message {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b)
  return firstOf(sorted, 5, number => `#${number}`)
}

export function byName(a: { name: string }, b: { name: string }): number {
  return compared(a.name, b.name)
}

/** Orders two texts by their characters, the same on every machine. */
export function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Sentences on what only the rulesets of the target branch require and what only the queue requires, or on why the
 * rulesets could not be read. They decide nothing: branch protection may require more than the rulesets, and a
 * workflow's token can't read it.
 */
export function notesOnRules({ facts, context, queue, run }: Case): Message[] {
  const { rules } = facts
  const branch = quoted(context.targetBranch?.value ?? '')
  if (rules.kind === 'failed')
    return [say`It is not known what the rulesets of ${branch} require: ${rules.failure.message}.`]
  if (rules.kind !== 'read') return []
  const byQueue = queue?.requiredStatuses ?? run?.requiredStatuses ?? null
  if (byQueue === null) return []
  const byRules = rules.value.map(({ name }) => name)
  const unqueued = namesWithout(byRules, byQueue)
  const unruled = namesWithout(byQueue, byRules)
  if (byRules.length === 0 && unruled.length > 0) {
    return [`No ruleset of ${branch} requires a check. ${UNREAD}`]
  }
  const byRulesAlone = say`The rulesets of ${branch} require ${namesInCode(unqueued)}, which the queue does not require: GitHub may refuse the merge although the queue's tests passed.`
  const byQueueAlone = say`The queue requires ${namesInCode(unruled)}, which no ruleset of ${branch} requires. ${UNREAD}`
  return [...(unqueued.length === 0 ? [] : [byRulesAlone]), ...(unruled.length === 0 ? [] : [byQueueAlone])]
}

const UNREAD = "The branch may have other protection as well, which a workflow's token can't read."

/** The names that are not among the others, each once, in order. */
function namesWithout(names: readonly string[], others: readonly string[]): string[] {
  return [...new Set(names)].filter(name => !others.includes(name)).toSorted()
}

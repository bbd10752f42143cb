/**
 * A second judge, written from the contract alone and not from the code: sentence by sentence, no helper shared with
 * `src`. It says what the verdict on a condition is, and whether waiting can change it.
 */

import type { Condition, PullRequest, QueueEntry, TestRun } from '../../src/facts/facts.ts'
import type { World } from './world.ts'

export type Judged = { verdict: 'met' | 'unmet' | 'unknown'; final: boolean; outage: boolean }
export type Judge = (world: World) => Judged

const say = (verdict: Judged['verdict'], final = false): Judged => ({ verdict, final, outage: false })
const MET = say('met')
const UNMET = say('unmet')
const LOST = say('unmet', true)
const UNKNOWN = say('unknown')
const NEVER_KNOWN = say('unknown', true)

const ON_ITS_WAY = ['pending', 'testing', 'tests_passed', 'pending_failure']
const OVER = ['merged', 'failed', 'cancelled']
const KNOWN = [...ON_ITS_WAY, ...OVER, 'not_ready']
const isOneOf = (words: string[], word: string | null) => word !== null && words.includes(word)
const plain = (branch: string | null) => branch?.replace('refs/heads/', '') ?? null

type Read<T> = { is: 'read'; value: T } | { is: 'absent' | 'outage' | 'refused' | 'unasked' }

function readOf<T>(reading: { value: T } | { failure: { outage: boolean } } | { absent: true } | undefined): Read<T> {
  if (reading === undefined) return { is: 'unasked' }
  if ('value' in reading) return { is: 'read', value: reading.value }
  if ('absent' in reading) return { is: 'absent' }
  return { is: reading.failure.outage ? 'outage' : 'refused' }
}

const unread = (is: string): Judged => ({ verdict: 'unknown', final: is !== 'outage', outage: is === 'outage' })

/** What the answers say, with an answer about something else as one that breaks the contract. */
function hear({ facts, context }: World) {
  const pr = readOf(facts.pullRequest)
  const queue = readOf(facts.queue)
  const strange = pr.is === 'read' && pr.value.number !== context.pullRequest
  const other = queue.is === 'read' && plain(queue.value.branch) !== context.targetBranch
  const lists = (queue.is === 'read' && !other && queue.value.entries) || []
  const live = lists.filter(({ state }) => !isOneOf(OVER, state))
  return {
    pr: strange ? ({ is: 'refused' } as const) : pr,
    queue: other ? ({ is: 'refused' } as const) : queue,
    live,
    // Contradictions are found in the answers as they came.
    ...contradictions(
      pr,
      queue.is,
      queue.is === 'read' ? (queue.value.entries ?? []) : [],
      context.pullRequest ?? undefined,
    ),
  }
}

/** The five, but for the one about the run. */
function contradictions(pr: Read<PullRequest>, queue: string, entries: QueueEntry[], number: number | undefined) {
  const listed = entries.some(each => each.number === number && !isOneOf(OVER, each.state))
  if (pr.is === 'absent') return { place: listed, list: listed }
  if (pr.is !== 'read') return { place: false, list: false }
  const { state, submitted } = pr.value
  const first = submitted && isOneOf(['failed', 'cancelled'], state)
  const second = !submitted && isOneOf(ON_ITS_WAY, state)
  const third = !submitted && listed
  const fourth = submitted && state !== 'merged' && !first && queue === 'absent'
  return { place: first || second || third || fourth, list: third || fourth }
}

/** A condition on the pull request: `never` where it was never submitted, else `judge`. */
function ofPullRequest(world: World, never: (world: World) => Judged, judge: (pr: PullRequest) => Judged): Judged {
  const { pr, place } = hear(world)
  if (pr.is === 'absent') return place ? UNKNOWN : never(world)
  if (pr.is !== 'read') return unread(pr.is)
  const judged = judge(pr.value)
  // No queue: waiting changes nothing.
  const isNowhere = hear(world).queue.is === 'absent' && world.context.source.id !== 'github'
  return judged.verdict === 'unmet' && isNowhere ? LOST : judged
}

/** Never submitted: unmet, for good where the branch has no queue either. */
function neverSubmitted(world: World): Judged {
  const { queue } = hear(world)
  if (world.context.source.id !== 'github') return queue.is === 'absent' ? LOST : UNMET
  // The repository may use another queue.
  if (queue.is === 'absent') return NEVER_KNOWN
  return queue.is === 'read' ? UNMET : unread(queue.is)
}

/** Out of the queue counts only if the queue exists and doesn't list it. */
function out(world: World): Judged {
  const { queue, live } = hear(world)
  if (queue.is === 'absent') return NEVER_KNOWN
  if (queue.is !== 'read') return unread(queue.is)
  if (queue.value.entries === null) return world.context.source.id === 'github' ? MET : UNKNOWN
  return live.some(({ number }) => number === null) ? UNKNOWN : MET
}

function otherBase({ readiness, baseBranch }: PullRequest, { context }: World): boolean {
  const matches = readiness?.baseBranchMatches ?? null
  if (matches !== null) return !matches
  return baseBranch !== null && plain(baseBranch) !== context.targetBranch
}

const isStale = ({ headSha }: PullRequest, { context }: World) =>
  context.pullRequestHead !== null && headSha !== context.pullRequestHead

const inState = (world: World, pr: PullRequest, wanted: string[]): Judged => {
  if (pr.state === 'merged') return MET
  if (hear(world).place || !isOneOf(KNOWN, pr.state)) return UNKNOWN
  if (isOneOf(wanted, pr.state)) return MET
  return isOneOf(OVER, pr.state) ? LOST : UNMET
}

function leaves(world: World, pr: PullRequest, ends: string[]): Judged {
  if (otherBase(pr, world)) return UNKNOWN
  if (pr.state === 'merged') return MET
  if (hear(world).place) return UNKNOWN
  if (!pr.submitted && isOneOf(ends, pr.state)) return MET
  if (pr.submitted) {
    const isOpen = ends.length > 0 && !isOneOf(KNOWN, pr.state) && world.context.source.id !== 'github'
    return isOpen ? UNKNOWN : UNMET
  }
  return pr.state !== null && !isOneOf(KNOWN, pr.state) ? UNKNOWN : out(world)
}

/** The rule on readiness, each part true, false or null. */
function rule(pr: PullRequest, world: World): Judged {
  const { readiness, state } = pr
  if (state !== null && !isOneOf(KNOWN, state)) return UNKNOWN
  if (pr.forceEnqueued && isOneOf(ON_ITS_WAY, state)) return MET
  if (!readiness) return state === null ? UNKNOWN : isOneOf(ON_ITS_WAY, state) ? MET : UNMET
  const { requiresImpactedTargets: requires, hasImpactedTargets: has, mergeability } = readiness
  const targets = requires === false || has === true ? true : requires === true && has === false ? false : null
  const merges = { mergeable: true, not_mergeable: false }[mergeability ?? ''] ?? null
  const github = readOf(world.facts.github)
  const standsIn = mergeability === null
  const parts = [readiness.baseBranchMatches, targets, standsIn ? byView(pr, world) : merges]
  if (parts.includes(false)) return UNMET
  if (parts.every(part => part === true)) return MET
  if (!standsIn || !['outage', 'refused'].includes(github.is)) return UNKNOWN
  const isAlone = readiness.baseBranchMatches === true && targets === true
  return { verdict: 'unknown', final: github.is === 'refused', outage: github.is === 'outage' && isAlone }
}

function byView(pr: PullRequest, { facts, context }: World): boolean | null {
  const github = readOf(facts.github)
  if (github.is !== 'read') return null
  const { number, headSha, baseBranch, open, mergeable, mergeableState } = github.value
  const isSame =
    number === pr.number && headSha !== null && headSha === pr.headSha && baseBranch === context.targetBranch
  if (!isSame || !open) return null
  if (mergeable === false) return false
  return ['clean', 'has_hooks', 'unstable'].includes(mergeableState ?? '') ? true : null
}

/** (5): by the reports of one name, as a history. */
function contradicted({ requiredStatuses, reported }: TestRun): boolean {
  return (requiredStatuses ?? []).some(name => {
    const said = new Set(reported.filter(each => each.name === name && each.outcome !== null).map(each => each.outcome))
    const ended = [...said].filter(outcome => outcome !== 'pending')
    return said.size > 0 && (ended.length === 0 || (ended.length === 1 && ended[0] === 'failed'))
  })
}

function ofRun(world: World): Judged {
  const { facts, context } = world
  const { pr, place } = hear(world)
  const isGroup = context.kind === 'merge-group' && context.source.id === 'github'
  const isNamed = context.testRunId === null && !isGroup
  const isOnBranch = context.kind === 'test-branch'
  if (isOnBranch && (context.testRunId === null || context.eventSha === null)) return NEVER_KNOWN
  if (isNamed) {
    if (pr.is === 'absent') return place ? UNKNOWN : withoutRun(world)
    if (pr.is !== 'read') return unread(pr.is)
    if (isStale(pr.value, world) || (place && pr.value.state !== 'merged')) return UNKNOWN
  }
  const run = readOf(facts.testRun)
  if (run.is === 'absent') return context.testRunId === null ? withoutRun(world) : UNKNOWN
  if (run.is !== 'read') return unread(run.is)
  const { status, testBranchSha } = run.value
  const isLost = status === 'failed' || status === 'cancelled'
  if (isOnBranch && testBranchSha !== context.eventSha && !(isLost && testBranchSha === '')) return UNKNOWN
  if (isLost) return isNamed && pr.is === 'read' && pr.value.submitted ? UNMET : LOST
  if (status === 'in_progress') return UNMET
  return status === 'succeeded' && !contradicted(run.value) ? MET : UNKNOWN
}

function withoutRun({ facts }: World): Judged {
  const isNowhere = readOf(facts.pullRequest).is === 'absent' && readOf(facts.queue).is === 'absent'
  return isNowhere ? NEVER_KNOWN : UNKNOWN
}

export const ORACLE: Partial<Record<Condition, Judge>> = {
  submitted: world =>
    ofPullRequest(world, neverSubmitted, ({ state, submitted }) => {
      if (state === 'merged') return LOST
      if (hear(world).place) return UNKNOWN
      if (submitted) return MET
      return state !== null && !isOneOf(KNOWN, state) ? UNKNOWN : UNMET
    }),
  'not-submitted': world => ofPullRequest(world, out, pr => leaves(world, pr, [])),
  settled: world => ofPullRequest(world, out, pr => leaves(world, pr, OVER)),
  ready: world =>
    ofPullRequest(world, neverSubmitted, pr => {
      if (isStale(pr, world)) return UNKNOWN
      if (pr.state === 'merged') return MET
      if (hear(world).place) return UNKNOWN
      if (isOneOf(OVER, pr.state)) return LOST
      return pr.submitted ? rule(pr, world) : UNMET
    }),
  'tests-passed': world =>
    ofPullRequest(world, neverSubmitted, pr => (isStale(pr, world) ? UNKNOWN : inState(world, pr, ['tests_passed']))),
  merged: world =>
    ofPullRequest(
      world,
      // Its merge would be seen by every source.
      each => (hear(each).queue.is === 'absent' && each.context.source.id !== 'github' ? LOST : UNMET),
      pr => (otherBase(pr, world) ? UNKNOWN : inState(world, pr, [])),
    ),
  'queue-running': world => {
    const { queue } = hear(world)
    if (queue.is === 'absent') return LOST
    if (queue.is !== 'read') return unread(queue.is)
    if (queue.value.state === 'running') return MET
    return isOneOf(['paused', 'draining', 'switching_modes'], queue.value.state) ? UNMET : UNKNOWN
  },
  'queue-empty': world => {
    const { pr, queue, live, list } = hear(world)
    if (list) return UNKNOWN
    if (queue.is === 'absent') return NEVER_KNOWN
    if (queue.is !== 'read') return unread(queue.is)
    if (queue.value.entries === null) return UNKNOWN
    if (live.length > 0) return UNMET
    if (pr.is !== 'read') return MET
    if (isOneOf(ON_ITS_WAY, pr.value.state)) return UNKNOWN
    if (!pr.value.submitted || pr.value.state === 'merged') return MET
    return pr.value.state === 'not_ready' || isOneOf(OVER, pr.value.state) ? MET : UNKNOWN
  },
  'test-run-succeeded': ofRun,
  // Workflow files don't change while a step waits.
  'merge-group-checks': ({ facts }) => {
    const read = readOf(facts.mergeGroupChecks)
    if (read.is !== 'read') return read.is === 'absent' ? NEVER_KNOWN : unread(read.is)
    const verdicts = read.value.checks.map(({ verdict }) => verdict)
    if (verdicts.includes('uncovered')) return LOST
    return verdicts.includes('unknown') || read.value.whyMoreMayBeRequired ? NEVER_KNOWN : MET
  },
}

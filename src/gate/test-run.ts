import { shortApart } from '../facts/commit.ts'
import type { RunContext, Snapshot } from '../facts/context.ts'
import { isAbsent, isRead, known, type PullRequest, TEST_RUN_STATUSES, type TestRun, valueIn } from '../facts/facts.ts'
import { capitalised, code, type Message, quoted, say } from '../text/message.ts'
import { doubtFinding, staleness } from './doubts.ts'
import { AUTO_MERGE, withoutQueue } from './pull-request.ts'
import { REASONS } from './reason-codes.ts'
import { type Finding, forGood, met, NOT_READ, unknown, unmet, withHeadline, withoutValue } from './reasons.ts'
import { says } from './states.ts'
import { openStatuses } from './statuses.ts'
import { isForeignRun, isOfEventGroup, nameOfRun, pullRequestIn, viewIn } from './subject.ts'

export function testRunSucceeded(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  // These findings hold whatever the run says, so an outage of the run hides none of them.
  const anyway = ofBisection(context) ?? withoutCommit(context) ?? ofNamingPullRequest(snapshot)
  if (anyway) return anyway
  if (!isRead(facts.testRun)) return withoutValue(facts.testRun, notFound(snapshot))
  const run = facts.testRun.value
  const name = nameOfRun(run, context.source)
  return foreign(run, name, context) ?? doubtFinding(snapshot, 'test-run') ?? byStatus(run, name, snapshot)
}

function notFound(snapshot: Snapshot): Finding {
  const { testRunId, source } = snapshot.context
  if (testRunId === null) return unnamedRun(snapshot)
  return unknown('test-run-not-found', say`${capitalised(source.name)} knows no test run ${code(testRunId.value)}.`)
}

/** The finding on the branch of a bisection, where its name does not hold the id of its run. */
function ofBisection({ kind, testRunId, headSha }: RunContext): Finding | null {
  if (kind !== 'test-branch' || testRunId !== null || headSha === null) return null
  const message = 'The name of this test branch does not hold the id of its run.'
  const remedy = say`Set ${code('test-run-id')} to the id of the bisection's own run.`
  return forGood(unknown('test-run-not-found', message, remedy))
}

/** The finding on a workflow run without a commit, as after the deletion of a test branch: it has no test run. */
function withoutCommit({ kind, headSha }: RunContext): Finding | null {
  if (kind !== 'test-branch' || headSha !== null) return null
  const evidence = 'The event names no commit, as after the deletion of a branch, so there is no test run to look up.'
  return withHeadline('This run is for no commit', forGood(unknown('stale-head', evidence)))
}

/** True if neither an input nor the event names the run: it is that of the pull request. */
function isNamedByQueue({ context }: Snapshot): boolean {
  return context.testRunId === null && !isOfEventGroup(context)
}

/** The pull request for which the queue names the run; null if an input or the event names it. */
function namingPullRequest(snapshot: Snapshot): PullRequest | null {
  return isNamedByQueue(snapshot) ? pullRequestIn(snapshot.facts, snapshot.context) : null
}

/** The finding on the pull request for which the queue names the run: the run rests on its commit and its place. */
function ofNamingPullRequest(snapshot: Snapshot): Finding | null {
  if (!isNamedByQueue(snapshot)) return null
  const { pullRequest } = snapshot.facts
  if (isAbsent(pullRequest)) return doubtFinding(snapshot, 'place') ?? unnamedRun(snapshot)
  const doubted = doubtFinding(snapshot, 'pull-request')
  if (doubted) return doubted
  const pr = namingPullRequest(snapshot)
  if (pr === null) return withoutValue(pullRequest, NOT_READ)
  return staleness(pr, snapshot) ?? (pr.state === 'merged' ? null : doubtFinding(snapshot, 'place'))
}

/** A workflow run on a test branch is about that branch's commit: a test run of another commit proves nothing. */
function foreign(run: TestRun, name: Message, context: RunContext): Finding | null {
  if (!isForeignRun(run, context)) return null
  const head = context.headSha ?? ''
  const [theirs, ours] = shortApart(run.testBranchSha, head)
  const evidence =
    run.testBranchSha === ''
      ? say`${name} has no commit; this run is for ${ours}.`
      : say`${name} is on commit ${theirs}; this run is for ${ours}.`
  return withHeadline('The test run is of another commit', unknown('stale-head', evidence))
}

function byStatus(run: TestRun, name: Message, snapshot: Snapshot): Finding {
  switch (known(TEST_RUN_STATUSES, run.status)) {
    case 'succeeded':
      return met(say`${name} succeeded.`)
    case 'failed': {
      const { message, reasons } = withStatuses(say`${name} failed.`, run, snapshot)
      const failed = unmet('test-run-failed', message)
      const found = { ...failed, reasons: [...failed.reasons, ...reasons] }
      return finalUnlessTestedAgain(withHeadline(failedHeadline(run, snapshot), found), snapshot)
    }
    case 'cancelled':
      return finalUnlessTestedAgain(unmet('test-run-cancelled', say`${name} was cancelled.`), snapshot)
    case 'in_progress':
      return inProgress(run, name, snapshot)
    case null:
      return undecided(run, name)
  }
}

function withStatuses(sentence: Message, run: TestRun, snapshot: Snapshot) {
  const isOut = namingPullRequest(snapshot)?.submitted === false
  const { reasons, more } = openStatuses(run, snapshot.context.source, isOut)
  return { message: say`${sentence}${more}`, reasons }
}

/** While the pull request is in the queue, the queue can test it again, and then names another run. */
function finalUnlessTestedAgain(found: Finding, snapshot: Snapshot): Finding {
  return namingPullRequest(snapshot)?.submitted === true ? found : forGood(found)
}

function inProgress(run: TestRun, name: Message, snapshot: Snapshot): Finding {
  const pr = namingPullRequest(snapshot)
  const isOver = pr !== null && !pr.submitted && (pr.state === 'failed' || pr.state === 'cancelled')
  const out = isOver ? `#${pr.number} ${says(pr, snapshot.context.source)}` : null
  const sentence = out ? `${out}; its last test run has not ended.` : say`${name} is still in progress.`
  const { message, reasons } = withStatuses(sentence, run, snapshot)
  const found = unmet('test-run-in-progress', message, out ? REASONS['state-cancelled'].remedy : undefined)
  return withHeadline(out ?? undefined, { ...found, reasons: [...found.reasons, ...reasons] })
}

const UNDECIDED = say`Look at the checks of the merge group. ${code('github-token')} has to be able to read them (${code('checks: read')}, ${code('statuses: read')}), the rules of the branch, and its classic protection.`

function undecided(run: TestRun, name: Message): Finding {
  const headline = 'The outcome of the test run is not known'
  if (run.undecided !== undefined) {
    const open = unknown('not-known', run.undecided, run.undecidedRemedy ?? UNDECIDED)
    const found = { ...open, outage: run.openByOutage === true, final: run.openByRefusal === true }
    return withHeadline(headline, found)
  }
  const message =
    run.status === null
      ? say`${name} has no status.`
      : say`${name} has the status ${quoted(run.status)}, which this version does not know.`
  return withHeadline(headline, unknown('not-known', message))
}

function failedHeadline({ pullRequests }: TestRun, { facts }: Snapshot): string {
  const [first, second, ...others] = (pullRequests ?? []).map(({ number }) => `#${number}`)
  if (first === undefined) return 'The test run failed'
  const { submitted: isIn, state } = valueIn(facts.pullRequest) ?? {}
  if (second === undefined && state === 'merged') return `${first} is merged, though its test run failed`
  if (second === undefined) return `${first} failed ${isIn ? 'its tests' : 'in the queue'}`
  return others.length === 0
    ? `${first} and ${second} failed in the queue`
    : `A batch of ${others.length + 2} failed in the queue`
}

function unnamedRun(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  const of = context.pullRequest ? ` of #${context.pullRequest.value}` : ''
  const wasNever = isAbsent(facts.pullRequest) && isAbsent(facts.queue)
  if (context.source.mayHaveOtherQueue && wasNever) return withoutQueue(snapshot)
  if (context.source.testsOn === 'merge-group') {
    const [why, remedy] = withoutGroup(snapshot)
    return withHeadline(`There is no merge group${of}`, unknown('test-run-not-found', why, remedy))
  }
  if (context.source.namesTestRun) {
    const isOut = isAbsent(facts.pullRequest) || valueIn(facts.pullRequest)?.submitted === false
    const remedy = isOut
      ? say`The pull request is not in the queue: set ${code('test-run-id')} to the id of the run that you mean.`
      : 'Wait until the queue tests the pull request.'
    return unknown('test-run-not-found', `The queue names no test run${of}.`, remedy)
  }
  const remedy = say`Wait for the merge, set ${code('test-run-id')}, or run on the queue's test branches.`
  const why = `${capitalised(context.source.name)} names the test run${of} only after the merge.`
  return unknown('test-run-not-found', why, remedy)
}

function withoutGroup({ facts, context }: Snapshot): [why: Message, remedy: Message | 'wait'] {
  const subject = context.pullRequest ? `#${context.pullRequest.value}` : 'the pull request'
  if (isAbsent(facts.pullRequest)) {
    const isArmed = viewIn(facts, context)?.autoMerge
    return [`${capitalised(subject)} was never queued, so nothing is tested.`, isArmed ? AUTO_MERGE : 'Queue it.']
  }
  const pr = valueIn(facts.pullRequest)
  const name = capitalised(context.source.name)
  if (pr?.submitted && pr.state === 'pending') {
    const place = pr.position ? `, at place ${pr.position}` : ''
    return [`${capitalised(subject)} waits in the queue${place}; its merge group is not built yet.`, 'wait']
  }
  if (pr?.submitted && pr.state === 'pending_failure') {
    return [`${name} holds ${subject} as unmergeable, without a merge group.`, REASONS['state-unmergeable'].remedy]
  }
  const why =
    pr?.submitted === false
      ? 'it left the queue without one, or the token cannot read the group'
      : 'the group is not built yet, or the token cannot read it'
  return [`${name} names no merge group of ${subject}: ${why}.`, 'Wait, or look at the queue.']
}

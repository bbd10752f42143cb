import { short, shortApart } from '../facts/commit.ts'
import type { RunContext } from '../facts/context.ts'
import { known, type PullRequest, TEST_RUN_STATUSES, type TestRun } from '../facts/facts.ts'
import { isAbsent, isFailed, isRead, valueIn } from '../facts/reading.ts'
import { plain } from '../text/escape.ts'
import { capitalised, code, type Message, quoted, say } from '../text/message.ts'
import { AUTO_MERGE, withoutQueue } from './pull-request.ts'
import { REASONS } from './reasons.ts'
import { doubtFinding, type Snapshot } from './snapshot.ts'
import { staleness } from './stale.ts'
import { says } from './states.ts'
import { requiredStatuses } from './statuses.ts'
import { isForeignRun, isOfEventGroup, viewIn } from './subject.ts'
import { type Finding, forGood, met, unknown, unmet, withHeadline, withoutValue } from './verdict.ts'

/** The most statuses of one kind, or pull requests, that are named: an answer can hold thousands. */
const MOST_CAUSES = 20

export function testRunSucceeded(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  if (!isRead(facts.testRun)) {
    const notFound = `${capitalised(context.source.name)} does not know this test run.`
    const absent =
      context.testRunId === null
        ? (doubtFinding(snapshot, 'number') ?? withoutId(snapshot))
        : unknown('test-run-not-found', notFound)
    // Each of these findings holds whatever the run says, so an outage must not hide it.
    const isOutage = isFailed(facts.testRun) && facts.testRun.failure.outage
    const anyway = isOutage ? (withoutCommit(context) ?? doubted(snapshot)) : null
    return anyway ?? withoutValue(facts.testRun, absent)
  }
  const testRun = facts.testRun.value
  return foreign(testRun, snapshot) ?? doubted(snapshot) ?? byStatus(testRun, snapshot)
}

/** The finding if nothing names the run. */
function withoutId(snapshot: Snapshot): Finding {
  const { facts, context } = snapshot
  const of = context.pullRequest ? ` of #${context.pullRequest.value}` : ''
  const wasNeverSubmitted = isAbsent(facts.pullRequest) && isAbsent(facts.queue)
  if (context.source.mayHaveOtherQueue && wasNeverSubmitted) return withoutQueue(snapshot)
  if (context.source.testsOn === 'merge-group') {
    const [why, remedy] = withoutGroup(snapshot)
    return withHeadline(`There is no merge group${of}`, unknown('test-run-not-found', why, remedy))
  }
  if (context.kind === 'test-branch') {
    const remedy = say`Set ${code('test-run-id')} to the id of the bisection's own run.`
    return unknown('test-run-not-found', 'The name of this test branch does not hold the id of its run.', remedy)
  }
  if (context.source.namesTestRun) {
    const isOut = isAbsent(facts.pullRequest) || valueIn(facts.pullRequest)?.submitted === false
    const remedy = isOut
      ? say`The pull request is not in the queue: set ${code('test-run-id')} to the id of the run that you mean.`
      : 'Wait until the queue tests the pull request.'
    return unknown('test-run-not-found', `The queue names no test run${of}.`, remedy)
  }
  const remedy = say`Wait for the merge, set ${code('test-run-id')}, or run on the queue's test branches.`
  return unknown('test-run-not-found', `The service names the test run${of} only after the merge.`, remedy)
}

/** Why GitHub names no merge group, and what to do. */
function withoutGroup({ facts, context }: Snapshot): [why: Message, remedy: Message | undefined] {
  const subject = context.pullRequest ? `#${context.pullRequest.value}` : 'the pull request'
  const pr = valueIn(facts.pullRequest)
  if (isAbsent(facts.pullRequest)) {
    const isArmed = viewIn(facts, context)?.autoMerge
    return [`${capitalised(subject)} was never queued, so nothing is tested.`, isArmed ? AUTO_MERGE : 'Queue it.']
  }
  if (pr?.submitted && pr.state === 'pending') {
    const place = pr.position ? `, at place ${pr.position}` : ''
    return [`${capitalised(subject)} waits in the queue${place}; its merge group is not built yet.`, 'wait']
  }
  if (pr?.submitted && pr.state === 'pending_failure') {
    const message = `${capitalised(context.source.name)} holds ${subject} as unmergeable, without a merge group.`
    return [message, REASONS['state-unmergeable'].remedy]
  }
  const why =
    pr?.submitted === false
      ? 'it left the queue without one, or the token cannot read the group'
      : 'the group is not built yet, or the token cannot read it'
  return [
    `${capitalised(context.source.name)} names no merge group of ${subject}: ${why}.`,
    'Wait, or look at the queue.',
  ]
}

/** The finding on a workflow run without a commit, as after the deletion of a test branch: it has no test run. */
function withoutCommit({ kind, headSha }: RunContext): Finding | null {
  if (kind !== 'test-branch' || headSha !== null) return null
  const evidence = 'The event names no commit, as after the deletion of a branch, so there is no test run to look up.'
  return withHeadline('This run is for no commit', forGood(unknown('stale-head', evidence)))
}

/** The finding on a contradiction about the run itself, or about the pull request for which the queue names the run. */
function doubted(snapshot: Snapshot): Finding | null {
  if (isOfEventGroup(snapshot.context)) return doubtFinding(snapshot, 'test-run-status')
  return namedByQueue(snapshot) ?? doubtFinding(snapshot, 'head', 'test-run-status')
}

/** The finding on a doubt about the pull request, its commit or its place: a run named by the queue rests on them. */
function namedByQueue(snapshot: Snapshot): Finding | null {
  const pr = namingPullRequest(snapshot)
  if (pr === null) return null
  const place = pr.state === 'merged' ? (['state'] as const) : PLACE
  return doubtFinding(snapshot, 'number', 'queue', ...place) ?? staleness(pr, snapshot)
}

/** The pull request for which the queue names the run; null if an input or the event names it. */
function namingPullRequest({ facts, context }: Snapshot): PullRequest | null {
  return context.testRunId !== null || isOfEventGroup(context) ? null : valueIn(facts.pullRequest)
}

const PLACE = ['submitted', 'state', 'queue-entry'] as const

/** A workflow run on a test branch is about that branch's commit: a test run of another commit proves nothing. */
function foreign(testRun: TestRun, snapshot: Snapshot): Finding | null {
  const { context } = snapshot
  if (!isForeignRun(testRun, context)) return null
  const [theirs, own] = shortApart(testRun.testBranchSha, context.headSha ?? '')
  const evidence = say`The test run is on commit ${theirs}; this run is for ${own.code === '' ? 'no commit' : own}.`
  return withHeadline('The test run is of another commit', unknown('stale-head', evidence))
}

const UNDECIDED = say`Look at the checks of the merge group. ${code('github-token')} has to be able to read them (${code('checks: read')}, ${code('statuses: read')}), the rules of the branch, and its classic protection.`

function byStatus(testRun: TestRun, snapshot: Snapshot): Finding {
  const { causes, more } = causesIn(testRun, snapshot)
  switch (known(TEST_RUN_STATUSES, testRun.status)) {
    case 'succeeded':
      return met('The test run succeeded.')
    case 'failed': {
      const failed = withCauses(unmet('test-run-failed', `The test run failed.${more}`), causes)
      return withHeadline(failedHeadline(testRun, snapshot), mayRunAgain(snapshot) ? failed : forGood(failed))
    }
    case 'cancelled':
      return forGood(unmet('test-run-cancelled', 'The test run was cancelled.'))
    case 'in_progress': {
      const found = withCauses(unmet('test-run-in-progress', `The test run is still in progress.${more}`), causes)
      const pr = namingPullRequest(snapshot)
      if (!pr || pr.submitted || (pr.state !== 'failed' && pr.state !== 'cancelled')) return found
      const out = `#${pr.number} ${says(pr, snapshot.context.source)}`
      const told = `${out}; its last test run has not ended.${more}`
      return withHeadline(
        out,
        withCauses(unmet('test-run-in-progress', told, REASONS['state-cancelled'].remedy), causes),
      )
    }
    case null: {
      if (testRun.undecided) {
        const outage = testRun.openByOutage === true
        const found = { ...unknown('test-run-status-unknown', testRun.undecided, UNDECIDED), outage }
        return testRun.openByRefusal ? forGood(found) : found
      }
      const message =
        testRun.status === null
          ? `${capitalised(snapshot.context.source.name)} does not give the status of the test run.`
          : `The test run has the status ${quoted(testRun.status)}, which this version does not know.`
      return unknown('test-run-status-unknown', message)
    }
  }
}

/** True while the pull request is in the queue: the queue can test it again, and then names another run. */
function mayRunAgain(snapshot: Snapshot): boolean {
  return namingPullRequest(snapshot)?.submitted === true
}

/** The headline of a failed run, with its pull requests if they are known. */
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

/** A finding for each failed or missing required status, up to a limit, and a sentence on the others. */
function causesIn(testRun: TestRun, snapshot: Snapshot): { causes: Finding[]; more: string } {
  const required = requiredStatuses(testRun) ?? []
  const namesOf = (wanted: string) => required.filter(({ state }) => state === wanted).map(({ name }) => quoted(name))
  const [failed, missing] = [namesOf('failed'), namesOf('missing')]
  const { testBranch, testBranchSha } = testRun
  // A source without test branches names the commit alone.
  const place = testBranch === '' ? say`commit ${code(short(testBranchSha))}` : plain(testBranch, 120)
  const hasFailed = (name: string) => `The required status ${name} failed in the test run.`
  const isMissing = (name: string) => say`Nothing has reported the required status ${name} on ${place} yet.`
  // Checks of a group start one after the other, so a missing one may still come; the diagnosis tells if it never does.
  const isOut = namingPullRequest(snapshot)?.submitted === false
  const inTime = failed.length > 0 ? 'Fix what failed first.' : isOut ? REASONS['state-cancelled'].remedy : 'wait'
  const remedy = snapshot.context.source.testsOn === 'merge-group' ? inTime : undefined
  const causes = [
    ...failed.slice(0, MOST_CAUSES).map(name => unmet('required-status-failed', hasFailed(name))),
    ...missing.slice(0, MOST_CAUSES).map(name => unmet('required-status-missing', isMissing(name), remedy)),
  ]
  const untold = failed.length + missing.length - causes.length
  return { causes, more: untold > 0 ? ` Further required statuses that failed or are missing: ${untold}.` : '' }
}

function withCauses(found: Finding, causes: Finding[]): Finding {
  return { ...found, reasons: [...found.reasons, ...causes.flatMap(({ reasons }) => reasons)] }
}

import type { Clock } from '../clock.ts'
import { branchName } from '../facts/branch.ts'
import { isSameCommit } from '../facts/commit.ts'
import type { RunContext } from '../facts/context.ts'
import {
  type CommitChecks,
  type Facts,
  NOTHING_ASKED,
  type PullRequest,
  type TestBranch,
  type TestRun,
} from '../facts/facts.ts'
import { failedBy, type GitHubFailure, gitHubFailure, type Reading } from '../facts/reading.ts'
import type { FactSource } from '../facts/source.ts'
import { timeOf } from '../facts/time.ts'
import { lacksOutcomes, type Needs } from '../gate/diagnosis/needs.ts'
import { pullRequestIn } from '../gate/subject.ts'
import type { GitHubPoll, GitHubScope } from '../github/client.ts'
import type { GitHubConnection } from '../github/connection.ts'
import { code, say } from '../message.ts'
import { readSettled } from './settled.ts'

interface ExplainMeans extends GitHubConnection {
  source: FactSource
  poll: GitHubPoll
  clock: Pick<Clock, 'sleep'>
  /** `check-run-id`; null if the runner doesn't name it, so that no check is known to be the step's own. */
  checkRunId: number | null
}

const MOST_CLAIMS = 10

/** Adds the facts of GitHub that a diagnosis needs. A failed read is a fact, too; throws only on cancellation. */
export async function explain(facts: Facts, context: RunContext, needs: Needs, means: ExplainMeans): Promise<Facts> {
  const { github, client, poll, clock, checkRunId } = means
  const scope = { client, repository: context.repository.value, poll }
  const branch = context.targetBranch?.value ?? null
  const pr = pullRequestIn(facts, context)
  const view = () => (pr ? github.readPullRequest(scope, pr.number) : NOTHING_ASKED.github)
  const asksView = needs.pullRequest && facts.github.kind === 'not-asked'
  const [run, ofPullRequest, headChecks, rules, timeline] = await Promise.all([
    testRunOf(facts, needs, means, scope, pr && branch ? { pr, target: branch } : null),
    // GitHub needs time to compute why it blocks the merge; the head is known at once.
    !asksView ? facts.github : needs.headChecks ? readSettled(view, clock, poll.signal) : view(),
    needs.headChecks && pr?.sha ? github.readChecks(scope, pr.sha) : NOTHING_ASKED.headChecks,
    needs.rules && branch ? github.readRequiredChecks(scope, branch) : NOTHING_ASKED.rules,
    needs.timeline && pr ? github.readTimeline(scope, pr.number) : NOTHING_ASKED.timeline,
  ])
  return {
    ...facts,
    ...run,
    github: ofPullRequest,
    headChecks:
      headChecks.kind === 'read'
        ? { kind: 'read', value: { ...headChecks.value, ownCheckId: ownCheckId(headChecks.value, checkRunId) } }
        : headChecks,
    rules,
    timeline,
  }
}

async function testRunOf(
  facts: Facts,
  needs: Needs,
  means: ExplainMeans,
  scope: GitHubScope,
  about: Tested | null,
): Promise<Pick<Facts, 'foundRun' | 'checks'>> {
  const foundRun = needs.testRun && about ? await lookFor(about, means, scope) : facts.foundRun
  // A source that names the last run has read all reports on it.
  const isUntold = foundRun.kind === 'read' && !means.source.lastRun && lacksOutcomes(foundRun.value)
  const run = needs.checksOf ?? (isUntold ? foundRun.value : null)
  const checks = run ? await means.github.readChecks(scope, run.testBranchSha) : facts.checks
  return { foundRun, checks }
}

interface Tested {
  pr: PullRequest
  target: string
}

/**
 * The last run of the pull request, if the source names it; else the newest run whose branch bears the number. Anybody
 * who can push can make such a branch, so a run is shown only if the service has it, on that commit and for this
 * number.
 */
async function lookFor(
  { pr, target }: Tested,
  { github, source, poll }: ExplainMeans,
  scope: GitHubScope,
): Promise<Facts['foundRun']> {
  if (source.lastRun) return source.lastRun(pr, target, poll.signal)
  const { number } = pr
  const branches = await github.readTestBranches(scope, number)
  if (branches.kind === 'failed') return branches
  // Anybody can push a branch that names the same run; it must not hide the queue's own branch.
  const byRun = Map.groupBy(branches.value, ({ testRunId }) => testRunId)
  if (byRun.size > MOST_CLAIMS) {
    const message = `Branches of ${byRun.size} test runs bear the number #${number}, so it is not known which run tests it`
    return unconfirmed('too-many', message)
  }
  const answers = await Promise.all(
    [...byRun].map(async ([id, claims]) => confirmed(await source.testRun(id, target, poll.signal), claims, number)),
  )
  const runs = answers.filter(answer => answer !== null && answer !== 'failed')
  const newest = newestOf(runs)
  if (newest) return { kind: 'read', value: newest }
  if (runs.length > 0) {
    const message = `Several test runs test #${number}, and the service does not say which is the newest`
    return unconfirmed('too-many', message)
  }
  if (answers.includes('failed'))
    return unconfirmed('unavailable', `The service did not confirm a test run of #${number}`)
  return { kind: 'absent' }
}

/** The run that one of these branches names, if the service confirms it, else null; `failed` if it was not read. */
function confirmed(
  reading: Reading<TestRun>,
  branches: readonly TestBranch[],
  number: number,
): TestRun | 'failed' | null {
  if (reading.kind === 'failed') return 'failed'
  if (reading.kind !== 'read') return null
  const run = reading.value
  const isOf = ({ name, sha }: TestBranch) =>
    branchName(run.testBranch) === name && isSameCommit(run.testBranchSha, sha)
  return branches.some(isOf) && run.pullRequests?.some(each => each.number === number) ? run : null
}

/** The newest run; null if there is none, or if one of several has no time. */
function newestOf(runs: readonly TestRun[]): TestRun | null {
  const timed = runs.map(run => ({ run, time: timeOf(run.createdAt) }))
  if (timed.length > 1 && timed.some(({ time }) => time === null)) return null
  return timed.toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0))[0]?.run ?? null
}

function ownCheckId({ checks }: CommitChecks, checkRunId: number | null): number | null {
  return checks.some(({ id }) => id === checkRunId) ? checkRunId : null
}

function unconfirmed(cause: GitHubFailure['cause'], message: string): Facts['foundRun'] {
  return failedBy(gitHubFailure(cause, message, say`Set ${code('test-run-id')}.`))
}

import { isSameCommit, outcomeInWord, shortApart } from '../../facts/commit.ts'
import { type Doubt, doubtOn, TEST_RUN_STATUSES, type TestRun } from '../../facts/facts.ts'
import { code, say } from '../../text/message.ts'
import { eachOnce, list, type Members, membersOf, requiredIn, statusNames, testedIn, text } from '../members.ts'
import type { WirePullRequest, WireRun } from './rows.ts'
import { inFacts, wordOf } from './words.ts'

const NAMES = { number: 'number', url: 'url' }

export function testRunOf(id: string, wire: WireRun): TestRun {
  const requiredStatuses = requiredIn(wire['requiredStatuses'])
  const tested = testedIn(wire['testedPullRequests'], NAMES)
  const dependent = testedIn(wire['dependentPullRequests'], NAMES)
  const targets = membersOf(wire['impactedTargets'])
  return {
    id,
    status: inFacts(TEST_RUN_STATUSES, wire.status),
    createdAt: text(wire['createdAt']),
    testBranch: wire.testBranch ?? '',
    testBranchSha: wire.testBranchSha ?? '',
    requiredStatuses,
    ...reportedOf(wire, requiredStatuses),
    pullRequests: tested && eachOnce(tested),
    impactedTargets: targetsIn(targets['all']),
    impactedTargetsForTestedPullRequests: targetsIn(targets['testedPullRequestsOnly']),
    dependentPullRequests: dependent?.map(({ number }) => number) ?? null,
    doubts: [],
  }
}

function targetsIn(member: unknown): string[] | null {
  return list(membersOf(member)['impactedTargets'], text)
}

function reportedOf(wire: Members, required: string[] | null): Pick<TestRun, 'reported' | 'reportedIsWhole'> {
  const nameOf = statusNames(required)
  const checks = list(wire['checks'], membersOf)
  const named = (checks ?? []).filter(({ name }) => typeof name === 'string' && name !== '')
  return {
    reported: named.map(check => {
      const name = String(check['name'])
      const [isStatus, word] = [check['kind'] === 'statusCheck', wordOf(check)]
      return {
        name: isStatus ? nameOf(name) : name,
        source: isStatus ? 'status' : 'check-run',
        url: text(check['url']),
        outcome: outcomeInWord(word),
        word,
      }
    }),
    // A report without a name may be that of any status.
    reportedIsWhole: checks !== null && named.length === checks.length,
  }
}

/**
 * The doubt about a run that the queue names for a pull request, unless it tested the commit that the service has of it,
 * itself or among those that it is built on. A run that ended before it began has tested nothing: its status decides.
 */
export function doubtsAbout(wire: WireRun, { number, sha }: WirePullRequest): Doubt[] {
  const hasBegun = Boolean(wire.testBranchSha)
  if (!hasBegun && (wire.status === 'cancelled' || wire.status === 'failed')) return []
  const rows = [wire['testedPullRequests'], wire['dependentPullRequests']].flatMap(each => testedIn(each, NAMES) ?? [])
  const commits = rows.filter(row => row.number === number).map(row => row.sha)
  const other = commits.find(commit => !isSameCommit(commit, sha ?? null))
  if (commits.length > 0 && other === undefined) return []
  const [theirs, own] = shortApart(other ?? '', sha ?? '')
  const found = other
    ? say`tested commit ${theirs} of #${number}, but the service has ${own}`
    : `does not say that it tested the commit of #${number}`
  return [doubtOn(['test-run'], say`Test run ${code(wire.id)} ${found}.`, 'stale-head')]
}

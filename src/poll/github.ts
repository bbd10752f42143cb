import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import { type FailedReading, failedBy, type GitHubFailure, gitHubFailure } from '../facts/reading.ts'
import type { FactSource } from '../facts/source.ts'
import type { Decision } from '../gate/decision.ts'
import { type Needs, needsOfDiagnosis } from '../gate/diagnosis/needs.ts'
import type { RequestBudget } from '../github/bounds.ts'
import { code, listOf, say } from '../message.ts'
import type { Sources } from './gather.ts'
import { unlessCancelled } from './hindsight.ts'
import type { Means } from './open-source.ts'
import { readSettled } from './settled.ts'

/** A step's questions to GitHub: about the pull request in each poll, and once more to explain the outcome. */
interface GitHub {
  pullRequest: Sources['github']
  /** The checks of a commit; without a token they are not asked for. */
  checks: NonNullable<Sources['checks']>
  /** Adds GitHub's facts on why the pull request is stuck or out; on cancellation it adds none. */
  explain(decision: Decision, context: RunContext, source: FactSource): Promise<Facts>
}

const OTHER_HOST = "GitHub can't be asked: the repository is on another host"
const ELSEWHERE = failedBy(gitHubFailure('elsewhere', OTHER_HOST, 'Look at the pull request there.'))

/** The facts, with a failure for each one that GitHub can't be asked for. */
function withUnread(facts: Facts, needs: Needs, failed: FailedReading<GitHubFailure>): Facts {
  return {
    ...facts,
    foundRun: needs.testRun ? failed : facts.foundRun,
    // A run that succeeded needs no explanation, so its outcomes are left out silently.
    checks: needs.checksOf && needs.checksOf.status !== 'succeeded' ? failed : facts.checks,
    headChecks: needs.headChecks ? failed : facts.headChecks,
    timeline: needs.timeline ? failed : facts.timeline,
  }
}

/** The failure for a missing token. It names what GitHub would be asked, and the permissions that a token needs. */
function tokenMissing({ testRun, checksOf, headChecks, timeline }: Needs) {
  const isAboutIt = headChecks || timeline
  const what = isAboutIt
    ? 'why the pull request is stuck or out'
    : testRun
      ? 'which test run tests the pull request'
      : 'what became of the required statuses'
  const permissions = [
    ...(testRun ? ['contents: read'] : []),
    ...(testRun || checksOf || headChecks ? ['checks: read', 'statuses: read'] : []),
    ...(isAboutIt ? ['pull-requests: read'] : []),
  ].map(permission => code(permission))
  const message = say`GitHub can't be asked ${what}: ${code('github-token')} is empty`
  const remedy = say`Set ${code('github-token')} to a token with ${listOf(permissions)}.`
  return failedBy(gitHubFailure('token-missing', message, remedy))
}

/** GitHub for one step. Its code is loaded by the first question, because few steps need it. */
export function createGitHub({ inputs, context, secrets, connect, world }: Means): GitHub {
  const { clock } = world
  // The budget of requests of the latest poll; the requests that explain its outcome are part of it.
  let budget: RequestBudget | null = null

  return {
    async pullRequest(number, signal, settling) {
      if (!context.onThisServer) return ELSEWHERE
      const { github, client } = await connect()
      // A known answer was read in this poll, so this request is part of the same budget.
      if (!settling?.known) budget = null
      budget ??= github.requestBudget()
      const scope = { client, repository: context.repository.value, poll: { budget, signal } }
      const read = () => github.readPullRequest(scope, number)
      return settling ? readSettled(read, clock, signal, settling) : read()
    },

    async checks(sha, signal) {
      if (!context.onThisServer || secrets.github === '') return { kind: 'not-asked' }
      const { github, client } = await connect()
      const poll = { budget: github.requestBudget(), signal }
      return github.readChecks({ client, repository: context.repository.value, poll }, sha)
    },

    async explain({ facts, verdict }, known, source) {
      const needs = needsOfDiagnosis(facts, known, clock.now())
      if (verdict.conclusion === 'passed' || !Object.values(needs).some(Boolean) || world.signal.aborted) return facts
      if (!context.onThisServer) return withUnread(facts, needs, ELSEWHERE)
      if (secrets.github === '') return withUnread(facts, needs, tokenMissing(needs))
      const { explain } = await import('./explain.ts')
      const connection = await connect()
      const poll = { budget: budget ?? connection.github.requestBudget(), signal: world.signal }
      const { checkRunId } = inputs
      const explained = () => explain(facts, known, needs, { ...connection, source, poll, clock, checkRunId })
      return unlessCancelled(world.signal, explained, facts)
    },
  }
}

import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import type { GitHubFailure } from '../facts/github.ts'
import type { FactSource } from '../facts/source.ts'
import type { Decision } from '../gate/decision.ts'
import { type Needs, needsAnything, needsOfDiagnosis } from '../gate/diagnosis/needs.ts'
import type { RequestBudget } from '../github/budget.ts'
import type { GitHubClient } from '../github/client.ts'
import type { Secrets } from '../secret.ts'
import type { Inputs } from '../setup/inputs.ts'
import type { World } from '../world.ts'
import type { Sources } from './gather.ts'

/** GitHub as a step asks it: about the pull request while it polls, and once more for what explains the outcome. */
export interface GitHub {
  pullRequest: Sources['github']
  /** The facts with what GitHub says of why the pull request is stuck or out; throws nothing. */
  explain(decision: Decision, context: RunContext, source: FactSource): Promise<Facts>
}

const ELSEWHERE = {
  kind: 'failed',
  message: "GitHub can't be asked: the repository is on another host",
  remedy: 'Look at the pull request there.',
} as const

const WITHOUT_TOKEN = {
  kind: 'failed',
  cause: 'token-missing',
  message: "GitHub can't be asked what holds the pull request back: `github-token` is empty",
  remedy: 'Set `github-token` to a token with `contents: read`, `checks: read` and `pull-requests: read`.',
} as const

/** The facts where GitHub can't be asked what they need. */
function without(facts: Facts, needs: Needs, failure: { kind: 'failed' } & GitHubFailure): Facts {
  const { kind, message, remedy } = failure
  return {
    ...facts,
    foundRun: needs.testRun ? { kind, message, remedy } : facts.foundRun,
    checks: needs.checksOf ? failure : facts.checks,
    headChecks: needs.headChecks ? failure : facts.headChecks,
    timeline: needs.timeline ? failure : facts.timeline,
  }
}

/** What it takes to ask. */
interface GitHubMeans {
  inputs: Pick<Inputs, 'checkRunId'>
  context: RunContext
  secrets: Secrets
  world: World
}

/** GitHub for one step. Nothing of it is loaded before it is asked: few steps need it. */
export function createGitHub({ inputs, context, secrets, world }: GitHubMeans): GitHub {
  const { environment, clock } = world
  // Made once: after a limit was met, the client leaves GitHub alone for the rest of the step.
  let client: GitHubClient | null = null
  // Of the latest poll: what explains it is part of it.
  let budget: RequestBudget | null = null

  async function open() {
    const github = await import('../github/readers.ts')
    client ??= github.createGitHubClient({
      apiUrl: environment['GITHUB_API_URL'] || 'https://api.github.com',
      graphqlUrl: environment['GITHUB_GRAPHQL_URL'] ?? '',
      token: secrets.github,
      now: clock.now,
    })
    return { github, client }
  }

  return {
    async pullRequest(number, signal) {
      if (!context.onThisServer) return ELSEWHERE
      const { github, client } = await open()
      budget = github.requestBudget()
      return github.readPullRequest(client, context.repository.value, number, { budget, signal })
    },

    async explain({ facts, verdict }, known, source) {
      const isSettled = verdict.conclusion === 'passed' || verdict.conclusion === 'cancelled'
      const needs = needsOfDiagnosis(facts, known)
      if (isSettled || !needsAnything(needs) || world.signal.aborted) return facts
      if (!context.onThisServer) return without(facts, needs, { cause: 'refused', ...ELSEWHERE })
      if (secrets.github === '') return without(facts, needs, WITHOUT_TOKEN)
      const { explain } = await import('./explain.ts')
      const { github, client } = await open()
      const poll = { budget: budget ?? github.requestBudget(), signal: world.signal }
      const own = { checkRunId: inputs.checkRunId, runId: environment['GITHUB_RUN_ID'] ?? '' }
      try {
        return await explain(facts, known, needs, { github, client, source, poll, clock, own })
      } catch (error) {
        // The verdict is there already; what would explain it is left out.
        if (!world.signal.aborted) throw error
        return facts
      }
    },
  }
}

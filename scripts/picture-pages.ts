/** The pages that `npm run pictures` makes pictures of, each as a scenario of the demo writes it. */
import { pageOf, pullRequestPageOf } from '../test/launcher/demo-page.js'
import { playScenario, SCENARIOS, type Scenario } from '../test/launcher/demo-scenarios.js'
import { startGitHubApi } from '../test/stand-in/github/api.js'
import { GITHUB_TOKEN } from '../test/stand-in/github/server.js'
import { commitId, EXAMPLE } from '../test/stand-in/service/scenario.js'

interface Page {
  /** Name of a scenario of the demo. */
  scenario: string
  /** The job summary, or the comment and the commit status on the pull request. */
  shows: 'summary' | 'pull-request'
  /** Beginning of the heading before which the picture is cut; null: it is not. */
  until: string | null
}

/** By the name of the file. */
export const PAGES: Readonly<Record<string, Page>> = {
  green: { scenario: 'green', shows: 'summary', until: null },
  red: { scenario: 'red', shows: 'summary', until: 'Queue of' },
  'thrown-out': { scenario: 'thrown-out', shows: 'summary', until: 'Pull request' },
  'no-queue': { scenario: 'no-queue', shows: 'summary', until: null },
  report: { scenario: 'report', shows: 'summary', until: 'Queue of' },
  'comment-red': { scenario: 'thrown-out', shows: 'pull-request', until: null },
  'comment-green': { scenario: 'green', shows: 'pull-request', until: null },
}

/**
 * Plays the scenario of a page and returns its HTML.
 *
 * @param main what to start; the bundle, unless given
 */
export async function pageNamed(name: string, main?: string): Promise<string> {
  const page = PAGES[name]
  if (!page) throw new Error(`There is no page ${name}`)
  const scenario = (SCENARIOS as Readonly<Record<string, Scenario>>)[page.scenario]
  if (!scenario) throw new Error(`The demo has no scenario ${page.scenario}`)
  const start = main === undefined ? {} : { main }
  if (page.shows === 'pull-request') return pullRequestPage(name, scenario, start)
  return pageOf(name, (await playScenario(scenario, start)).summary)
}

/** Plays a scenario that writes to a stateful stand-in of GitHub, and shows what that holds afterwards. */
async function pullRequestPage(name: string, scenario: Scenario, start: { main?: string }): Promise<string> {
  const { number } = scenario
  const repository = `${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}`
  const sha = commitId(`pull request ${number}`)
  const pullRequests = { [number]: { head: { sha } } }
  const github = await startGitHubApi({ repositories: { [repository]: { pullRequests, branches: { work: sha } } } })
  try {
    const { stdout } = await playScenario(scenario, {
      ...start,
      inputs: { comment: 'always', 'status-context': 'merge-queue-gate' },
      env: { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl },
      githubToken: GITHUB_TOKEN,
    })
    const { pullRequests: written, statuses } = github.state.repositories[repository] ?? {}
    const comment = written?.[number]?.comments?.[0]?.body
    const status = statuses?.[sha]?.at(-1)
    if (comment === undefined || !status) throw new Error(`Nothing was written:\n${stdout}`)
    const member = (key: string) => String(status[key])
    return pullRequestPageOf(name, {
      comment,
      status: { context: member('context'), state: member('state'), description: member('description') },
    })
  } finally {
    await github.close()
  }
}

/** The pages that `npm run pictures` takes pictures of; a scenario of the demo writes each. */
import { pageOf, pullRequestPageOf } from '../test/launcher/demo-page.js'
import { playScenario, SCENARIOS, type Scenario } from '../test/launcher/demo-scenarios.js'

interface Page {
  /** Name of a scenario of the demo. */
  scenario: string
  /** The job summary, or the comment and the commit status on the pull request. */
  shows: 'summary' | 'pull-request'
  /** The picture ends before the heading that begins with this text; null: it shows the whole page. */
  until: string | null
}

/** Keyed by the name of the picture's file. */
export const PAGES: Readonly<Record<string, Page>> = {
  red: { scenario: 'red', shows: 'summary', until: 'Queue of' },
  'test-branch': { scenario: 'test-branch', shows: 'summary', until: 'Queue' },
  'no-queue': { scenario: 'no-queue', shows: 'summary', until: null },
  report: { scenario: 'report', shows: 'summary', until: 'Queue of' },
  tests: { scenario: 'tests', shows: 'summary', until: '250 quarantined' },
  'comment-red': { scenario: 'comment', shows: 'pull-request', until: null },
  'comment-green': { scenario: 'green', shows: 'pull-request', until: null },
}

const WRITES = { comment: 'always', 'status-context': 'merge-queue-gate' }

/**
 * Plays the scenario of a page and returns its HTML.
 *
 * @param main script to start; the bundle by default
 */
export async function pageNamed(name: string, main?: string): Promise<string> {
  const page = PAGES[name]
  if (!page) throw new Error(`There is no page ${name}`)
  const scenario = (SCENARIOS as Readonly<Record<string, Scenario>>)[page.scenario]
  if (!scenario) throw new Error(`The demo has no scenario ${page.scenario}`)
  const start = main === undefined ? {} : { main }
  if (page.shows === 'summary') return pageOf(name, (await playScenario(scenario, start)).summary)
  const { comment, status, stdout } = await playScenario(scenario, { ...start, inputs: WRITES })
  if (comment === undefined || !status) throw new Error(`Nothing was written:\n${stdout}`)
  return pullRequestPageOf(name, { comment, status })
}

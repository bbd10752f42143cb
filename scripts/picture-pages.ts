/** The pages that `npm run pictures` takes pictures of; a scenario of the demo writes each. */
import { commentPageOf, pageOf } from '../test/launcher/demo-page.js'
import { playScenario, SCENARIOS, type Scenario } from '../test/launcher/demo-scenarios.js'

interface Page {
  /** Name of a scenario of the demo. */
  scenario: string
  shows: 'summary' | 'comment'
  /** The picture ends before the heading that begins with this text; null: it shows the whole page. */
  until: string | null
}

/** Keyed by the name of the picture's file. */
export const PAGES: Readonly<Record<string, Page>> = {
  'thrown-out': { scenario: 'thrown-out', shows: 'comment', until: null },
  'test-branch': { scenario: 'test-branch', shows: 'summary', until: 'Queue' },
  tests: { scenario: 'tests', shows: 'summary', until: '250 quarantined' },
}

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
  const { summary, comment, stdout } = await playScenario(scenario, start)
  if (page.shows === 'summary') return pageOf(name, summary)
  if (comment === undefined) throw new Error(`Nothing was written:\n${stdout}`)
  return commentPageOf(name, comment)
}

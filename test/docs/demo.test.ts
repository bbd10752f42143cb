/** The demo: short, quick, its scenarios as it says; and the pictures show what it writes. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PAGES, pageNamed } from '../../scripts/picture-pages.ts'
import { playScenario, SCENARIOS, type Scenario } from '../launcher/demo-scenarios.js'
import { EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { TOKEN, V2_TOKEN } from '../stand-in/service/server.js'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PICTURES = path.join(ROOT, 'docs/pictures')
const scenarios: [string, Scenario][] = Object.entries(SCENARIOS)
const pictured = Object.keys(PAGES)

async function demo(...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/launcher/demo.js', ...args], { cwd: ROOT })
  return stdout
}

describe('npm run demo', () => {
  test('one step that passes and one that fails, each within 40 lines and without markup', async () => {
    const text = await demo()
    const runs = text.split(/^Summary: .*$/m)
    expect(runs.slice(0, -1).map(run => /^ {2}conclusion: (\w+)$/m.exec(run)?.[1])).toEqual(['passed', 'failed'])
    expect(runs.map(run => run.split('\n').length).filter(lines => lines > 40)).toEqual([])
    expect(text).not.toMatch(/<\w+>/)
  })

  test('its pages hold what it says', async () => {
    const text = await demo('bad-input')
    const [, page = ''] = /^Summary: (.*)$/m.exec(text) ?? []
    expect(fs.readFileSync(page, 'utf8')).toContain('Did you mean <code>require</code>?')
  })

  test('--list names each scenario with what it shows', async () => {
    const text = await demo('--list')
    expect(text.trimEnd().split('\n')).toEqual(
      scenarios.map(([name, { about }]) => expect.stringMatching(new RegExp(`^${name} +${escaped(about)}$`))),
    )
  })

  test('a name that it does not know', async () => {
    await expect(demo('gren')).rejects.toThrow('There is no scenario "gren"')
  })
})

test.each(scenarios)('%s comes out as the demo expects', async (_, scenario) => {
  const { outputs, exitCode, stdout } = await playScenario(scenario)
  expect(outputs['conclusion']).toBe(scenario.conclusion)
  expect(exitCode).toBe(['passed', 'reported'].includes(scenario.conclusion) ? 0 : 1)
  // A user need not be told of a token that only the demo lacks.
  expect(stdout).not.toContain('github-token')
})

test.each(['matrix', 'test-branch', 'thrown-out'])(
  '%s comes out the same where Node lacks what ES2024 added',
  async name => {
    const scenario = new Map(scenarios).get(name)
    const older = [
      '--import',
      'data:text/javascript,delete Map.groupBy; delete Object.groupBy; delete Promise.withResolvers',
    ]
    const { outputs } = await playScenario(scenario as Scenario, { nodeArgs: older })
    expect(outputs['conclusion']).toBe(scenario?.conclusion)
  },
)

test('it needs no package', () => {
  const seen = new Set([path.join(ROOT, 'test/launcher/demo.js'), path.join(ROOT, 'test/stand-in/service/start.js')])
  const packages: string[] = []
  for (const file of seen) {
    for (const [, name = ''] of fs.readFileSync(file, 'utf8').matchAll(/^import (?:[^']* from )?'([^']+)'/gm)) {
      if (name.startsWith('.')) seen.add(path.join(path.dirname(file), name))
      else if (!name.startsWith('node:')) packages.push(`${path.relative(ROOT, file)}: ${name}`)
    }
  }
  expect(packages).toEqual([])
})

test('docs/try-it.md lists the pull requests that `npm run service` knows', () => {
  const page = fs.readFileSync(path.join(ROOT, 'docs/try-it.md'), 'utf8')
  const listed = [...page.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)].map(([, number, state]) => [Number(number), state])
  const [repository] = exampleState({ now: 0 }).repositories
  expect([TOKEN, V2_TOKEN, EXAMPLE.testCollection].filter(name => !page.includes(`\`${name}\``))).toEqual([])
  expect(listed).toEqual(repository?.queues[0]?.pullRequests.map(({ prNumber, state }) => [prNumber, state]))
})

describe('pictures', () => {
  test.each(pictured)('%s shows what the demo writes', async name => {
    const shown = fs.readFileSync(path.join(PICTURES, `${name}.html`), 'utf8')
    expect(shown, '`npm run made` makes it anew').toBe(await pageNamed(name))
  })

  test.each(pictured)('%s is there light and dark, and small', name => {
    for (const theme of ['light', 'dark']) {
      expect(fs.statSync(path.join(PICTURES, `${name}-${theme}.png`)).size).toBeLessThan(220_000)
    }
  })
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

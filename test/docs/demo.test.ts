/** The demo: short, its scenarios as it says; and the pictures show what it writes. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PAGES, pageNamed } from '../../scripts/picture-pages.ts'
import { playScenario, SCENARIOS, type Scenario } from '../launcher/demo-scenarios.js'

const ROOT = path.resolve(import.meta.dirname, '../..')
const scenarios: [string, Scenario][] = Object.entries(SCENARIOS)

test('one step that passes and one that fails, each within 40 lines and without markup', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/launcher/demo.js'], { cwd: ROOT })
  const runs = stdout.split(/^Summary: .*$/m)
  expect(runs.slice(0, -1).map(run => /^ {2}conclusion: (\w+)$/m.exec(run)?.[1])).toEqual(['passed', 'failed'])
  expect(runs.map(run => run.split('\n').length).filter(lines => lines > 40)).toEqual([])
  expect(stdout).not.toMatch(/<\w+>/)
})

test.concurrent.each(scenarios)('%s comes out as the demo expects', async (_, scenario) => {
  const { outputs, exitCode, stdout } = await playScenario(scenario)
  expect(outputs['conclusion']).toBe(scenario.conclusion)
  expect(exitCode).toBe(['passed', 'reported'].includes(scenario.conclusion) ? 0 : 1)
  // A user need not be told of a token that only the demo lacks.
  expect(stdout).not.toContain('github-token')
})

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

test.concurrent.each(Object.keys(PAGES))('the picture %s shows what the demo writes', async name => {
  const shown = fs.readFileSync(path.join(ROOT, 'docs/pictures', `${name}.html`), 'utf8')
  expect(shown, '`npm run made` makes it anew').toBe(await pageNamed(name))
})

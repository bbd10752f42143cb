/**
 * action.yml, every workflow and every YAML snippet of the pages, read by GitHub's own language service (inputs and
 * outputs held against action.yml) and by actionlint.
 */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { recipes } from '../act/pages.ts'
import {
  ACTION_TEXT,
  checkAction,
  checkWithActionlint,
  checkWithGitHub,
  ROOT,
  snippets,
  workflowFiles,
} from './workflows.ts'

const PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...pagesIn('docs')].filter(page =>
  fs.existsSync(path.join(ROOT, page)),
)
const found = PAGES.flatMap(page => snippets(page, fs.readFileSync(path.join(ROOT, page), 'utf8')))

test('action.yml', async () => {
  expect(await checkAction(ACTION_TEXT)).toEqual([])
})

test('every recipe is among them', () => {
  const texts = found.map(({ text }) => text)
  expect(recipes().filter(({ text }) => !texts.includes(text))).toEqual([])
})

test('every page refers to the action in the same way', () => {
  const ways = found.flatMap(({ text }) => text.match(/\S+\/merge-queue-gate@.*/g) ?? [])
  const [way, ...others] = new Set(ways)
  // Who publishes it is replaced before the first release, and the version with each: `npm run release:check` holds it.
  expect([way, others]).toEqual([expect.stringMatching(/^\S+\/merge-queue-gate@FULL_COMMIT_SHA # v\d\S+$/), []])
})

describe.each([...workflowFiles(), ...found])('$name', workflow => {
  test("GitHub's language service", async () => expect(await checkWithGitHub(workflow)).toEqual([]))
  test('actionlint', async () => expect(await checkWithActionlint(workflow)).toEqual([]))
})

describe('mistakes are found, with their places', () => {
  const page = (step: string) => `Some words.\n\n\`\`\`yaml\n${step}\n\`\`\`\n`
  const GATE = '- uses: OWNER/merge-queue-gate@FULL_COMMIT_SHA\n  id: gate\n  with:\n'
  const NEEDED = '    endpoint: https://service.example\n    api-token: none\n'

  test.each([
    ['an unknown input', `${GATE}${NEEDED}    requires: ready`, ["page.md:9: Invalid action input 'requires'"]],
    ['a missing input', `${GATE}    require: ready`, ['page.md:6: Missing required inputs: `endpoint`, `api-token`']],
    ['nothing missing where reports are merged', `${GATE}    merge-reports: reports/*.json`, MERGES()],
    ["nothing missing where GitHub's own queue is asked", `${GATE}    source: github`, []],
    [
      'a local action too',
      `- uses: ./\n  with:\n${NEEDED}    nonsense: 1`,
      ["page.md:8: Invalid action input 'nonsense'"],
    ],
    [
      'an unknown output',
      `${GATE}${NEEDED}- run: make\n  if: steps.gate.outputs.redy && steps.gate.outputs.ready`,
      ['page.md:10: Context access might be invalid: redy'],
    ],
    ['an unknown key', `- run: make\n  shel: bash`, ["page.md:5: Unexpected value 'shel'"]],
  ])('%s', async (_, step, expected) => {
    const [workflow] = snippets('page.md', page(step))
    expect(workflow && (await checkWithGitHub(workflow))).toEqual(expected)
  })

  test.each([
    [
      'a step that is not there',
      '- run: make\n  if: steps.gate.outputs.ready',
      'page.md:5: property "gate" is not defined',
    ],
    [
      'an input of a popular action',
      '- uses: actions/checkout@v4\n  with:\n    nonsense: 1',
      'page.md:6: input "nonsense"',
    ],
  ])('actionlint: %s', async (_, step, expected) => {
    const [workflow] = snippets('page.md', page(step))
    expect(workflow && (await checkWithActionlint(workflow))).toEqual([expect.stringContaining(expected)])
  })

  test('an unknown key in action.yml', async () => {
    expect(await checkAction(ACTION_TEXT.replace('using: node24', 'using: node42'))).not.toEqual([])
  })

  test('a snippet that is no part of a workflow', () => {
    expect(() => snippets('page.md', page('colour: red'))).toThrow('page.md:3 is neither a workflow nor jobs')
  })

  /** `merge-reports` is not an input of every version. */
  function MERGES(): string[] {
    return ACTION_TEXT.includes('\n  merge-reports:') ? [] : ["page.md:7: Invalid action input 'merge-reports'"]
  }
})

function pagesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => path.join(folder, name))
}

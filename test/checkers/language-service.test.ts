/** action.yml, every workflow and every YAML snippet of the pages, read by GitHub's own language service. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { recipes } from '../act/pages.ts'
import { ACTION_TEXT, checkAction, checkWorkflow, ROOT, snippets, workflowFiles } from './workflows.ts'

const PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...pagesIn('docs')].filter(page =>
  fs.existsSync(path.join(ROOT, page)),
)
const found = PAGES.flatMap(page => snippets(page, fs.readFileSync(path.join(ROOT, page), 'utf8')))

test('action.yml', async () => {
  expect(await checkAction(ACTION_TEXT)).toEqual([])
})

test('every recipe is among them', () => {
  const texts = [...workflowFiles(), ...found].map(({ text }) => text)
  expect(recipes().filter(({ text }) => !texts.includes(text))).toEqual([])
})

test.each([...workflowFiles(), ...found])('$name', async workflow => expect(await checkWorkflow(workflow)).toEqual([]))

describe('mistakes are found, with their places', () => {
  const page = (step: string) => `Some words.\n\n\`\`\`yaml\n${step}\n\`\`\`\n`
  const GATE = '- uses: OWNER/merge-queue-gate@FULL_COMMIT_SHA\n  id: gate\n  with:\n'
  const NEEDED = '    endpoint: https://service.example\n    api-token: none\n'

  test.each([
    ['an unknown input', `${GATE}${NEEDED}    requires: ready`, ["page.md:9: Invalid action input 'requires'"]],
    ['a missing input', `${GATE}    require: ready`, ['page.md:6: Missing required inputs: `endpoint`, `api-token`']],
    ["nothing missing where GitHub's own queue is asked", `${GATE}    source: github`, []],
    [
      'an unknown output',
      `${GATE}${NEEDED}- run: make\n  if: steps.gate.outputs.redy && steps.gate.outputs.ready`,
      ['page.md:10: Context access might be invalid: redy'],
    ],
  ])('%s', async (_, step, expected) => {
    const [workflow] = snippets('page.md', page(step))
    expect(workflow && (await checkWorkflow(workflow))).toEqual(expected)
  })

  test('an unknown key in action.yml', async () => {
    expect(await checkAction(ACTION_TEXT.replace('using: node24', 'using: node42'))).not.toEqual([])
  })

  test('a snippet that is no part of a workflow', () => {
    expect(() => snippets('page.md', page('colour: red'))).toThrow('page.md:3 is neither a workflow nor jobs')
  })
})

function pagesIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => path.join(folder, name))
}

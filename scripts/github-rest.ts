/**
 * Writes `test/checkers/github-rest.json`: the paths we use of GitHub's own description of its REST API, and what they
 * refer to. `node scripts/github-rest.ts 23.0.2` fetches that version of `@octokit/openapi`, 385 MB that nothing else
 * needs, and writes the version into the file.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const TARGET = path.resolve(import.meta.dirname, '../test/checkers/github-rest.json')
const PACKAGE = '@octokit/openapi'

const PATHS = [
  '/repos/{owner}/{repo}/pulls/{pull_number}',
  '/repos/{owner}/{repo}/pulls/{pull_number}/files',
  '/repos/{owner}/{repo}/commits/{ref}/check-runs',
  '/repos/{owner}/{repo}/commits/{ref}/status',
  '/repos/{owner}/{repo}/branches/{branch}',
  '/repos/{owner}/{repo}/rules/branches/{branch}',
  '/repos/{owner}/{repo}/issues/{issue_number}/timeline',
  '/repos/{owner}/{repo}/issues/{issue_number}/comments',
  '/repos/{owner}/{repo}/issues/comments/{comment_id}',
  '/repos/{owner}/{repo}/statuses/{sha}',
]

interface Description {
  openapi: string
  paths: Record<string, object>
  components: Record<string, Record<string, object>>
}

const version = process.argv[2]
if (!version) throw new Error(`Name the version of ${PACKAGE} to take, as in: node scripts/github-rest.ts 23.0.2`)
const whole = fetched(version)
const paths = Object.fromEntries(PATHS.map(each => [each, withoutWords(whole.paths[each])]))
// The tests always look up `basic-error`, because any operation can answer with it.
const components = referredTo({ paths, error: { $ref: '#/components/schemas/basic-error' } })
const info = { title: `The paths in use of ${PACKAGE}`, version }
const kinds = Object.entries(components).map(([kind, group]) => `"${kind}": ${lineByLine(group)}`)
fs.writeFileSync(
  TARGET,
  `{"openapi": "${whole.openapi}", "info": ${JSON.stringify(info)},
"paths": ${lineByLine(paths)},
"components": {
${kinds.join(',\n')}
}}
`,
)

/** A line for each member, so that a change can be read. */
function lineByLine(members: object): string {
  const lines = Object.entries(members).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n}`
}

function fetched(version: string): Description {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'github-rest-'))
  try {
    const wanted = `${PACKAGE}@${version}`
    const options = { stdio: 'inherit', shell: process.platform === 'win32' } as const
    execFileSync('npm', ['install', '--ignore-scripts', '--no-save', '--prefix', folder, wanted], options)
    const file = path.join(folder, 'node_modules', PACKAGE, 'generated/api.github.com.json')
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Leaves out examples and descriptions. They are most of it, and no answer can violate them. */
function withoutWords(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part), (key, value) => {
    if (key === 'examples' || key === 'example' || key === 'x-github' || key === 'externalDocs') return undefined
    return key === 'description' && typeof value === 'string' ? '' : value
  })
}

/** The components that a part refers to, directly or by way of other components. */
function referredTo(part: unknown): Description['components'] {
  const components: Description['components'] = {}
  const collect = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) {
      const group = components[kind] ?? {}
      components[kind] = group
      const component = whole.components[kind]?.[name]
      if (group[name] || !component) continue
      group[name] = withoutWords(component) as object
      collect(group[name])
    }
  }
  collect(part)
  return components
}

/**
 * Cuts what is used out of GitHub's own descriptions: paths of its REST API into `test/checkers/github-rest.json`, types
 * of its GraphQL API into `test/checkers/github.graphql`. `node scripts/github.ts 23.0.2 15.26.1` fetches these versions
 * of `@octokit/openapi` (385 MB that nothing else needs) and `@octokit/graphql-schema`.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  type DefinitionNode,
  type EnumTypeDefinitionNode,
  Kind,
  parse,
  print,
  type ScalarTypeDefinitionNode,
  type TypeNode,
  visit,
} from 'graphql'

const TARGET = path.resolve(import.meta.dirname, '../test/checkers')

const PATHS = [
  '/repos/{owner}/{repo}/pulls/{pull_number}',
  '/repos/{owner}/{repo}/commits/{ref}/check-runs',
  '/repos/{owner}/{repo}/commits/{ref}/status',
  '/repos/{owner}/{repo}/branches/{branch}',
  '/repos/{owner}/{repo}/rules/branches/{branch}',
  '/repos/{owner}/{repo}/issues/{issue_number}/comments',
  '/repos/{owner}/{repo}/issues/comments/{comment_id}',
  '/repos/{owner}/{repo}/statuses/{sha}',
]

/** Objects, interfaces and unions. A member of another type is cut out; scalars and enums that are left in use stay. */
const TYPES = `Query Repository PullRequest Node Actor Bot User Organization Mannequin EnterpriseUserAccount
  AutoMergeRequest MergeQueue MergeQueueEntry MergeQueueEntryConnection Commit PageInfo Ref GitObject Tree TreeEntry Blob
  PullRequestTimelineItems PullRequestTimelineItemsConnection AddedToMergeQueueEvent RemovedFromMergeQueueEvent
  HeadRefForcePushedEvent BaseRefChangedEvent ClosedEvent MergedEvent PullRequestCommit IssueComment
  IssueCommentConnection PullRequestConnection IssueOrder StatusCheckRollup StatusCheckRollupContext
  StatusCheckRollupContextConnection CheckRun
  RequirableByPullRequest StatusContext CheckSuite App WorkflowRun WorkflowRunFile`.split(/\s+/)

interface Description {
  openapi: string
  paths: Record<string, object>
  components: Record<string, Record<string, object>>
}

const [rest, graphql] = process.argv.slice(2)
if (!rest || !graphql) throw new Error('Name two versions, as in: node scripts/github.ts 23.0.2 15.26.1')
writeRest(JSON.parse(fetched('@octokit/openapi', rest, 'generated/api.github.com.json')), rest)
writeGraphql(fetched('@octokit/graphql-schema', graphql, 'schema.graphql'), graphql)

/** The text of a file of a package. */
function fetched(name: string, version: string, file: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'github-'))
  try {
    const args = ['install', '--ignore-scripts', '--no-save', '--prefix', folder, `${name}@${version}`]
    execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
    return fs.readFileSync(path.join(folder, 'node_modules', name, file), 'utf8')
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function writeRest(whole: Description, version: string): void {
  const paths = Object.fromEntries(PATHS.map(each => [each, withoutWords(whole.paths[each])]))
  const components: Description['components'] = {}
  const collect = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) {
      components[kind] ??= {}
      const group = components[kind]
      const component = whole.components[kind]?.[name]
      if (group[name] || !component) continue
      group[name] = withoutWords(component) as object
      collect(group[name])
    }
  }
  // Any operation can answer with `basic-error`, even where GitHub does not say so.
  collect({ paths, error: { $ref: '#/components/schemas/basic-error' } })
  const kinds = Object.entries(components).map(([kind, group]) => `"${kind}": ${lineByLine(group)}`)
  const info = JSON.stringify({ title: 'The paths in use of @octokit/openapi', version })
  const head = `{"openapi": "${whole.openapi}", "info": ${info},\n"paths": ${lineByLine(paths)},\n"components": {\n`
  fs.writeFileSync(path.join(TARGET, 'github-rest.json'), `${head}${kinds.join(',\n')}\n}}\n`)
}

/** A line for each member, so that a change can be read. */
function lineByLine(members: object): string {
  const lines = Object.entries(members).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n}`
}

/** Leaves out examples and descriptions. They are most of it, and no answer can violate them. */
function withoutWords(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part), (key, value) => {
    if (key === 'examples' || key === 'example' || key === 'x-github' || key === 'externalDocs') return undefined
    return key === 'description' && typeof value === 'string' ? '' : value
  })
}

function writeGraphql(text: string, version: string): void {
  const document = parse(text, { noLocation: true })
  const plain = document.definitions.filter(isPlain).map(each => each.name.value)
  const known = new Set([...TYPES, ...plain, 'Boolean', 'Float', 'ID', 'Int', 'String'])
  const isKnown = (type: TypeNode): boolean =>
    type.kind === Kind.NAMED_TYPE ? known.has(type.name.value) : isKnown(type.type)
  const cut = visit(document, {
    StringValue: (_, key) => (key === 'description' ? null : undefined),
    Directive: () => null,
    FieldDefinition: node => (isKnown(node.type) ? undefined : null),
    InputValueDefinition: node => (isKnown(node.type) ? undefined : null),
    NamedType: node => (known.has(node.name.value) ? undefined : null),
  })
  const types = cut.definitions.filter(each => 'name' in each && TYPES.includes(each.name?.value ?? ''))
  const used = new Set(types.flatMap(each => print(each).match(/\w+/g)))
  const others = cut.definitions.filter(each => isPlain(each) && used.has(each.name.value))
  const head = `# The types in use of @octokit/graphql-schema ${version}.\n\n`
  fs.writeFileSync(path.join(TARGET, 'github.graphql'), `${head}${[...types, ...others].map(print).join('\n\n')}\n`)
}

function isPlain(each: DefinitionNode): each is EnumTypeDefinitionNode | ScalarTypeDefinitionNode {
  return each.kind === Kind.ENUM_TYPE_DEFINITION || each.kind === Kind.SCALAR_TYPE_DEFINITION
}

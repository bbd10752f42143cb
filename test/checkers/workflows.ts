import fs from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { DescriptionDictionary, data } from '@actions/expressions'
import type { ValidationConfig } from '@actions/languageservice'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { isMap, isScalar, isSeq, parse, parseDocument, visit } from 'yaml'

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const ACTION_TEXT = fs.readFileSync(path.join(ROOT, 'action.yml'), 'utf8')

/** The action in `uses:`: by its path here, by its name for readers. */
const OWN = /^(?:\.\/|[\w.-]+\/merge-queue-gate@\S+)$/
/** Inputs that a step has to give to ask the service: action.yml can't say that, the action checks it. */
const NEEDED = ['endpoint', 'api-token']

interface Action {
  name: string
  description: string
  inputs: Record<string, { description: string; default?: string }>
  outputs: Record<string, { description: string }>
}
const action: Action = parse(ACTION_TEXT)

/** A workflow, and where it stands. */
export interface Workflow {
  name: string
  text: string
  /** Lines of the file before the first of the text. */
  before: number
}

/** The workflows of the repository, those to copy, and those that only act runs. */
export function workflowFiles(): Workflow[] {
  const files = ['.github/workflows', 'docs', 'test/act'].flatMap(folder =>
    fs.readdirSync(path.join(ROOT, folder)).map(name => `${folder}/${name}`),
  )
  return files
    .filter(name => name.endsWith('.yml'))
    .map(name => ({ name, text: fs.readFileSync(path.join(ROOT, name), 'utf8'), before: 0 }))
}

/** The YAML snippets of a page, each made a whole workflow. */
export function snippets(name: string, page: string): Workflow[] {
  return [...page.matchAll(/^( *)```ya?ml\b.*\n([\s\S]*?)^\1```/gm)].map(({ 1: indent = '', 2: text = '', index }) => {
    const line = page.slice(0, index).split('\n').length
    const bare = text.replace(new RegExp(`^${indent}`, 'gm'), '')
    return wholeWorkflow({ name: `${name}:${line}`, text: bare, before: line })
  })
}

/** Puts a job's body, with or without its runner, a list of steps or one step into a workflow; a whole one stays. */
function wholeWorkflow({ name, text, before }: Workflow): Workflow {
  const { contents } = parseDocument(text)
  const has = (key: string) => isMap(contents) && contents.has(key)
  if (has('steps') && !has('runs-on')) {
    return wholeWorkflow({ name, text: `runs-on: ubuntu-latest\n${text}`, before: before - 1 })
  }
  const lead = leadFor(has, isSeq(contents))
  if (lead === null) throw new Error(`${name} is neither a workflow nor jobs, steps or one step of one`)
  const indent = ' '.repeat(lead.length > 0 ? (/^ */.exec(lead.at(-1) ?? '')?.[0].length ?? 0) + 2 : 0)
  const lines = text.split('\n').map(line => (line === '' ? line : indent + line))
  return { name, text: [...lead, ...lines].join('\n'), before: before - lead.length }
}

function leadFor(has: (key: string) => boolean, list: boolean): string[] | null {
  const trigger = ['on: workflow_dispatch']
  const job = [...trigger, 'jobs:', '  snippet:', '    runs-on: ubuntu-latest']
  if (list) return [...job, '    steps:']
  if (has('on') && has('jobs')) return []
  // The lines before the snippet's own stand at their depth.
  if (has('jobs')) return null
  if (has('steps')) return [...trigger, 'jobs:', '  snippet:']
  return has('uses') || has('run') ? [...job, '    steps:', '      -'] : null
}

/** The complaints of GitHub's language service about a workflow, its inputs and outputs of the action included. */
export async function checkWorkflow(workflow: Workflow): Promise<string[]> {
  // It caches by address, for good.
  const uri = `file:///${documents++}/.github/workflows/workflow.yml`
  const document = TextDocument.create(uri, 'yaml', 0, withOwnName(workflow.text))
  return tell(workflow, await diagnose(document))
}

/** The complaints of GitHub's language service about action.yml. */
export function checkAction(text: string): Promise<{ line: number; message: string }[]> {
  return diagnose(TextDocument.create(`file:///${documents++}/action.yml`, 'yaml', 0, text))
}

// The language service imports JSON files without saying so, as bundlers allow and Node doesn't.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { registerLogger, validate } = await import('@actions/languageservice')
hooks.deregister()

let documents = 0
const crashes: string[] = []
// The service catches its own errors and then finds nothing wrong.
registerLogger({ error: message => crashes.push(message), warn() {}, info() {}, log() {} })

async function diagnose(document: TextDocument): Promise<{ line: number; message: string }[]> {
  const found = await validate(document, CONFIG)
  if (crashes.length > 0) throw new Error(`The language service broke: ${crashes.splice(0).join('; ')}`)
  return found.map(({ message, range }) => ({
    line: range.start.line + 1,
    message: typeof message === 'string' ? message : message.value,
  }))
}

function tell({ name, before }: Workflow, found: { line: number; message: string }[]): string[] {
  return found.map(({ line, message }) => `${name.replace(/:\d+$/, '')}:${line + before}: ${message}`)
}

/** Local actions are not looked at, so ours gets a name that can be: another one where GitHub's own queue is asked. */
function withOwnName(text: string): string {
  const document = parseDocument(text)
  const edits: { start: number; end: number; name: string }[] = []
  visit(document, {
    Map(_, step) {
      const uses = step.get('uses', true)
      if (!isScalar(uses) || !uses.range || !OWN.test(String(uses.value))) return
      const inputs = step.get('with')
      const [start, end] = uses.range
      edits.push({ start, end, name: asksGitHub(inputs) ? 'own/github@v1' : 'own/gate@v1' })
    },
  })
  return edits.toReversed().reduce((all, { start, end, name }) => all.slice(0, start) + name + all.slice(end), text)
}

function asksGitHub(inputs: unknown): boolean {
  return isMap(inputs) && inputs.get('source') === 'github'
}

const CONFIG: ValidationConfig = {
  actionsMetadataProvider: {
    async fetchActionMetadata({ owner, name }) {
      // No inputs: nothing is said about those of other people's actions here. actionlint, in `.ci/run`, knows them.
      if (owner !== 'own') return { name, description: '' }
      const needed = name === 'gate' ? NEEDED : []
      const inputs = Object.entries(action.inputs).map(([key, input]) => {
        const { default: fallback, ...rest } = input
        return [key, needed.includes(key) ? { ...rest, required: true } : { ...rest, default: fallback ?? '' }]
      })
      return { ...action, inputs: Object.fromEntries(inputs) }
    },
  },
  contextProviderConfig: {
    async getContext(name, steps, { job }) {
      if (name !== 'steps' || !steps || !job || !('steps' in job)) return undefined
      for (const step of job.steps) {
        const known = steps.get(step.id)
        if (!('uses' in step) || !step.uses.value.startsWith('own/') || !(known instanceof DescriptionDictionary))
          continue
        const outputs = known.get('outputs')
        if (!(outputs instanceof DescriptionDictionary)) throw new Error('A step has no dictionary of outputs any more')
        for (const name of Object.keys(action.outputs)) outputs.add(name, new data.StringData(''))
        outputs.complete = true
      }
      return steps
    },
  },
}

import { both, type Condition, evaluateIf } from './condition.ts'
import { type Names, namesOf } from './names.ts'
import { readTriggers, type Triggers } from './trigger.ts'
import { isNull, loadYaml, stringOf, stringsOf, type Tree, valueAt } from './yaml.ts'

export interface WorkflowFile {
  /** From the root of the repository on. */
  path: string
  text: string
}

export interface Workflow {
  path: string
  /** Its `name`; null if it has none that is literal. */
  name: string | null
  triggers: Triggers
  jobs: readonly Job[]
}

export interface Job {
  id: string
  line: number
  names: Names
  /** The workflow that it calls; null if it has steps of its own. */
  calls: string | null
  /** Whether it runs on merge groups. False and undefined: an `if:` skips it, or may. */
  runs: Condition
  /** Line and text of the `if:` that skips it, or may, its own or that of a job before it; null if none does. */
  skippedBy: { line: number; text: string } | null
}

/** The files that are workflows, and those that are no YAML that GitHub reads. */
export interface Workflows {
  read: readonly Workflow[]
  broken: readonly string[]
}

/** Reads workflow files. It never throws because of what they hold. */
export async function readWorkflows(files: readonly WorkflowFile[]): Promise<Workflows> {
  const parse = await loadYaml()
  const trees = files.map(({ path, text }) => ({ path, tree: parse(text) }))
  const read = trees.map(({ path, tree }) => (tree?.kind === 'mapping' ? workflowOf(path, tree) : null))
  return {
    read: read.filter(each => each !== null),
    broken: trees.filter((_, at) => read[at] === null).map(({ path }) => path),
  }
}

function workflowOf(path: string, file: Tree): Workflow {
  return {
    path,
    name: stringOf(valueAt(file, 'name')),
    triggers: readTriggers(file),
    jobs: jobsOf(valueAt(file, 'jobs')),
  }
}

function jobsOf(jobs: Tree | undefined): Job[] {
  if (jobs?.kind !== 'mapping') return []
  const outcomes = outcomesOf(new Map([...jobs.entries].map(([id, { value }]) => [id, value])))
  return [...jobs.entries].map(([id, { line, value }]) => ({
    id,
    line,
    names: namesOf(id, value),
    calls: stringOf(valueAt(value, 'uses')),
    ...outcomes(id),
  }))
}

type Outcome = Pick<Job, 'runs' | 'skippedBy'>

/** The outcome of each job by its id, which depends on all jobs before it, as GitHub has it. */
function outcomesOf(jobs: ReadonlyMap<string, Tree>): (id: string) => Outcome {
  const known = new Map<string, Outcome & { chain: Outcome }>()
  const outcome = (id: string, depth: number): Outcome & { chain: Outcome } => {
    const before = known.get(id)
    if (before) return before
    // Stands until it is known, so that a circle ends here.
    known.set(id, { ...UNKNOWN, chain: UNKNOWN })
    const job = jobs.get(id)
    if (!job || depth > DEEPEST) return { ...UNKNOWN, chain: UNKNOWN }
    const needed = (stringsOf(valueAt(job, 'needs') ?? NO_NEEDS) ?? ['']).map(each => outcome(each, depth + 1).chain)
    const chain = inSequence(needed)
    const itself = outcomeOf(valueAt(job, 'if'), chain)
    const found = { ...itself, chain: inSequence([itself, chain]) }
    known.set(id, found)
    return found
  }
  return id => {
    const { runs, skippedBy } = outcome(id, 0)
    return { runs, skippedBy }
  }
}

/** The longest chain of `needs` that is followed. */
const DEEPEST = 200
const NO_NEEDS: Tree = { kind: 'list', line: 0, items: [] }
const RUNS: Outcome = { runs: true, skippedBy: null }
const UNKNOWN: Outcome = { runs: undefined, skippedBy: null }

function inSequence(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce((all, each) => {
    const runs = both(all.runs, each.runs)
    return { runs, skippedBy: (all.runs === runs ? all : each).skippedBy }
  }, RUNS)
}

function outcomeOf(condition: Tree | undefined, before: Outcome): Outcome {
  if (condition === undefined || isNull(condition)) return before
  const text = condition.kind === 'scalar' ? condition.text : null
  const runs = text === null ? undefined : evaluateIf(text, before.runs)
  if (runs === true) return RUNS
  const isCause = text === null || evaluateIf(text, true) !== true
  return { runs, skippedBy: isCause ? { line: condition.line, text: text ?? '' } : before.skippedBy }
}

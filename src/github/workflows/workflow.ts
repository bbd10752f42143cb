import { allOf, type Condition, evaluateIf } from './condition.ts'
import { type Names, namesOf } from './names.ts'
import { readTriggers, type Triggers } from './trigger.ts'
import { loadYaml, textOf, textsOf, valueAt, type YamlFile } from './yaml.ts'

export interface WorkflowFile {
  /** From the root of the repository on. */
  path: string
  text: string
}

export interface Workflow extends Pick<YamlFile, 'lineOf'> {
  path: string
  /** Its `name`; null if it has none that is literal. */
  name: string | null
  triggers: Triggers
  jobs: readonly Job[]
}

export interface Job {
  id: string
  names: Names
  /** The workflow that it calls; empty if it has steps of its own. */
  calls: string
  /** Whether it runs on merge groups. False and undefined: an `if:` skips it, or may. */
  runs: Condition
  /** The job whose `if:` skips it, or may: itself, or one before it; null if none does. */
  skippedBy: string | null
}

/** The files that are workflows, and those that are no YAML that GitHub reads. */
export interface Workflows {
  read: readonly Workflow[]
  broken: readonly string[]
}

/** Reads workflow files for the merge groups of a branch. It never throws because of what they hold. */
export async function readWorkflows(files: readonly WorkflowFile[], targetBranch: string): Promise<Workflows> {
  const parse = await loadYaml()
  const read: Workflow[] = []
  const broken: string[] = []
  for (const { path, text } of files) {
    const file = parse(text)
    if (!file || !(file.content instanceof Map)) broken.push(path)
    else {
      const name = textOf(valueAt(file.content, 'name')) || null
      read.push({ path, name, triggers: readTriggers(file, targetBranch), jobs: jobsIn(file), lineOf: file.lineOf })
    }
  }
  return { read, broken }
}

function jobsIn({ content }: YamlFile): Job[] {
  const jobs = valueAt(content, 'jobs')
  if (!(jobs instanceof Map)) return []
  const chains = new Map<unknown, Chain>()
  return [...jobs].map(([key, job]) => {
    const id = String(key)
    const { itself } = chainOf(id, jobs, chains, 0)
    return { id, names: namesOf(id, job), calls: textOf(valueAt(job, 'uses')) ?? '', ...itself }
  })
}

type Outcome = Pick<Job, 'runs' | 'skippedBy'>

/** The outcome of a job, and that of it and all jobs before it together. */
interface Chain {
  itself: Outcome
  all: Outcome
}

/** The longest chain of `needs` that is followed. */
const DEEPEST = 200
const RUNS: Outcome = { runs: true, skippedBy: null }
const UNKNOWN: Outcome = { runs: undefined, skippedBy: null }

/** A job depends on all jobs before it, not only on those that it names. */
function chainOf(id: string, jobs: ReadonlyMap<unknown, unknown>, chains: Map<unknown, Chain>, depth: number): Chain {
  const known = chains.get(id)
  if (known) return known
  // Stands until it is known, so that a circle ends here.
  chains.set(id, { itself: UNKNOWN, all: UNKNOWN })
  const job = jobs.get(id)
  if (job === undefined || depth > DEEPEST) return { itself: UNKNOWN, all: UNKNOWN }
  const needs = valueAt(job, 'needs') ?? []
  const before = worst((textsOf(needs) ?? ['']).map(each => chainOf(each, jobs, chains, depth + 1).all))
  const itself = outcomeOf(id, valueAt(job, 'if'), before)
  const chain = { itself, all: worst([itself, before]) }
  chains.set(id, chain)
  return chain
}

/** The outcome that decides what follows: one that is skipped, else one that may be. */
function worst(outcomes: readonly Outcome[]): Outcome {
  const runs = allOf(outcomes.map(each => each.runs))
  return outcomes.find(each => each.runs === runs) ?? RUNS
}

function outcomeOf(id: string, condition: unknown, before: Outcome): Outcome {
  const text = textOf(condition)
  const runs = text === null ? undefined : evaluateIf(text, before.runs)
  if (runs === true) return RUNS
  const isCause = text === null || evaluateIf(text, true) !== true
  return { runs, skippedBy: isCause ? id : before.skippedBy }
}

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
  /** Its key that skips it, or may, unless it surely runs. */
  skippedBy: 'if' | 'needs'
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
      read.push({
        path,
        name,
        triggers: readTriggers(file.content, targetBranch),
        jobs: jobsIn(file),
        lineOf: file.lineOf,
      })
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
    const { runs, skippedBy } = chainOf(id, jobs, chains, 0)
    return { id, names: namesOf(id, job), calls: textOf(valueAt(job, 'uses')) ?? '', runs, skippedBy }
  })
}

/** A job with all jobs before it. */
interface Chain extends Pick<Job, 'runs' | 'skippedBy'> {
  allRun: Condition
}

/** The longest chain of `needs` that is followed. */
const DEEPEST = 200
const UNKNOWN: Chain = { runs: undefined, skippedBy: 'needs', allRun: undefined }

/** A job depends on all jobs before it, not only on those that it names. */
function chainOf(id: string, jobs: ReadonlyMap<unknown, unknown>, chains: Map<unknown, Chain>, depth: number): Chain {
  const known = chains.get(id)
  if (known) return known
  // Stands until it is known, so that a circle ends here.
  chains.set(id, UNKNOWN)
  const job = jobs.get(id)
  if (job === undefined || depth > DEEPEST) return UNKNOWN
  const needs = textsOf(valueAt(job, 'needs') ?? []) ?? ['']
  const before = allOf(needs.map(each => chainOf(each, jobs, chains, depth + 1).allRun))
  const condition = textOf(valueAt(job, 'if'))
  const runs = condition === null ? undefined : evaluateIf(condition, before)
  // If it would run after jobs that all ran, one of them is the cause.
  const skippedBy = condition !== null && evaluateIf(condition, true) === true ? 'needs' : 'if'
  const chain: Chain = { runs, skippedBy, allRun: allOf([runs, before]) }
  chains.set(id, chain)
  return chain
}

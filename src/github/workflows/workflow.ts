import { allOf, evaluateIf, type Tristate } from './condition.ts'
import { type CheckNames, namesOf } from './names.ts'
import { readTriggers, type Triggers } from './trigger.ts'
import { loadYaml, textOf, textsOf, valueAt, type YamlFile } from './yaml.ts'

export interface WorkflowFile {
  /** From the root of the repository on. */
  path: string
  text: string
}

export interface Workflow extends Pick<YamlFile, 'lineOf'> {
  path: string
  /** Its `name:`; null without one. */
  name: string | null
  triggers: Triggers
  jobs: readonly Job[]
}

export interface Job {
  id: string
  checkNames: CheckNames
  /** The `uses:` of a job that calls a workflow; null for a job with steps of its own. */
  calledWorkflow: string | null
  /** Whether the job runs when its workflow runs on a merge group, judged by its `if:` and the jobs that it needs. */
  runsOnGroups: Tristate
  /** The key that skips the job, or may skip it. It means nothing where the job surely runs. */
  skippedBy: 'if' | 'needs'
}

export interface Workflows {
  read: readonly Workflow[]
  /** Paths of the files that hold no YAML mapping, or YAML that GitHub refuses. */
  broken: readonly string[]
}

/** Reads workflow files for the merge groups of a branch. It never throws because of what they hold. */
export async function parseWorkflows(files: readonly WorkflowFile[], targetBranch: string): Promise<Workflows> {
  const parse = await loadYaml()
  const read: Workflow[] = []
  const broken: string[] = []
  for (const { path, text } of files) {
    const file = parse(text)
    if (!file || !(file.content instanceof Map)) broken.push(path)
    else {
      const name = textOf(valueAt(file.content, 'name')) || null
      const triggers = readTriggers(file.content, targetBranch)
      read.push({ path, name, triggers, jobs: jobsIn(file), lineOf: file.lineOf })
    }
  }
  return { read, broken }
}

function jobsIn({ content }: YamlFile): Job[] {
  const jobs = valueAt(content, 'jobs')
  if (!(jobs instanceof Map)) return []
  const known = new Map<string, Execution>()
  return [...jobs].map(([key, job]) => {
    const id = String(key)
    const { runsOnGroups, skippedBy } = executionOf(id, jobs, known, 0)
    const calledWorkflow = textOf(valueAt(job, 'uses')) || null
    return { id, checkNames: namesOf(id, job), calledWorkflow, runsOnGroups, skippedBy }
  })
}

interface Execution extends Pick<Job, 'runsOnGroups' | 'skippedBy'> {
  /** Whether the job and all jobs that it needs, also indirectly, run: a skipped one skips all that need it. */
  chainRuns: Tristate
}

const LONGEST_CHAIN = 200
const UNKNOWN: Execution = { runsOnGroups: undefined, skippedBy: 'needs', chainRuns: undefined }

/** @param known by id, what was found of other jobs before; what is found of this job is added */
function executionOf(id: string, jobs: Map<unknown, unknown>, known: Map<string, Execution>, depth: number): Execution {
  const before = known.get(id)
  if (before) return before
  // A circle of `needs` comes back to this job, and ends here.
  known.set(id, UNKNOWN)
  const job = jobs.get(id)
  if (job === undefined || depth > LONGEST_CHAIN) return UNKNOWN
  const needs = textsOf(valueAt(job, 'needs') ?? [])
  const needsRun = needs ? allOf(needs.map(each => executionOf(each, jobs, known, depth + 1).chainRuns)) : undefined
  const condition = textOf(valueAt(job, 'if'))
  const runsOnGroups = evaluateIf(condition, needsRun)
  // If the `if:` lets the job run after all needed jobs ran, only a needed job can skip it; else its `if:` does.
  const skippedBy = evaluateIf(condition, true) ? 'needs' : 'if'
  const execution: Execution = { runsOnGroups, skippedBy, chainRuns: allOf([runsOnGroups, needsRun]) }
  known.set(id, execution)
  return execution
}

import { isNearName } from '../../facts/commit.ts'
import type { Condition } from './condition.ts'
import { matches, type Names } from './names.ts'
import type { Job, Workflow } from './workflow.ts'

/** A job that reports, or may report, a check of the name that is asked about. */
export interface Reporter {
  /** Its trigger counts. */
  workflow: Workflow
  /** The job of that workflow; it may call another workflow, whose job reports the check. */
  job: Job
  /** False: it is not known whether a check of this job has that name. */
  isCertain: boolean
  /** False, undefined: it is skipped on merge groups, or may be. */
  runs: Condition
  /** Skipped, it still reports a check of that name, which the queue takes for passed. */
  reportsSkip: boolean
  /** The job that is skipped, or may be, and its workflow: this one, or one that it calls. */
  skipped: { workflow: Workflow; job: Job }
}

/** GitHub shortens a longer name. */
const LONGEST_NAME = 100

/** All jobs that report, or may report, a check of this name. */
export function reportersOf(name: string, workflows: readonly Workflow[]): Reporter[] {
  return workflows
    .filter(each => !isOnlyCalled(each))
    .flatMap(workflow => workflow.jobs.flatMap(job => reportersIn(name, workflow, job, workflows)))
    .map(each => ({ ...each, isCertain: each.isCertain && name.length <= LONGEST_NAME }))
}

/** @param workflows those that the job can call */
function reportersIn(name: string, workflow: Workflow, job: Job, workflows: readonly Workflow[]): Reporter[] {
  const { names, calls, runs } = job
  const skipped = { workflow, job }
  const reporter: Reporter = { workflow, job, isCertain: false, runs, reportsSkip: false, skipped }
  const fit = fitOf(name, names)
  if (calls === '' && fit !== null) return [{ ...reporter, isCertain: fit, reportsSkip: !names.hasMatrix }]
  // A skipped matrix, or a skipped caller, reports its name without values or jobs.
  if (name === names.bare && runs !== true) return [{ ...reporter, reportsSkip: true }]
  return calls === '' ? [] : byCall(name, reporter, workflows)
}

/** "caller / job" of a workflow in the same repository. Its own calls make longer names, and those are not followed. */
function byCall(name: string, caller: Reporter, workflows: readonly Workflow[]): Reporter[] {
  const { workflow, job } = caller
  const called = calledBy(job, workflows)
  const prefix = job.names.certain.find(each => name.startsWith(`${each} / `))
  if (prefix === undefined) {
    const mayFit = job.names.open.some(each => name.startsWith(each.prefix)) && name.includes(' / ')
    return mayFit ? [caller] : []
  }
  if (!called) return [caller]
  const inner = called.jobs.flatMap(each => reportersIn(name.slice(prefix.length + 3), called, each, []))
  return inner.map(each => {
    // If the caller is skipped, no job of it reports anything.
    return { ...(caller.runs === true ? each : caller), workflow, job, isCertain: each.isCertain }
  })
}

/** True for a name that a job surely has, false for one that it may have, null for any other. */
function fitOf(name: string, { certain, open }: Names): boolean | null {
  if (certain.includes(name)) return true
  return open.some(pattern => matches(name, pattern)) ? false : null
}

/** Its jobs report nothing by themselves. */
function isOnlyCalled({ triggers }: Workflow): boolean {
  return triggers.events.length === 1 && triggers.events[0] === 'workflow_call'
}

function calledBy({ calls }: Job, workflows: readonly Workflow[]): Workflow | undefined {
  return workflows.find(({ path, triggers }) => `./${path}` === calls && triggers.events.includes('workflow_call'))
}

/** A name that some job surely has, and that people mistake for this one; undefined if there is none. */
export function nearestName(name: string, workflows: readonly Workflow[]): string | undefined {
  const jobs = workflows.filter(each => !isOnlyCalled(each)).flatMap(each => each.jobs)
  return jobs.flatMap(job => namesMadeBy(job, workflows)).find(made => isNearName(name, made))
}

function namesMadeBy(job: Job, workflows: readonly Workflow[]): readonly string[] {
  const [caller] = job.names.certain
  if (job.calls === '' || caller === undefined) return job.names.certain
  const inner = calledBy(job, workflows)?.jobs.flatMap(each => each.names.certain) ?? []
  return inner.map(each => `${caller} / ${each}`)
}

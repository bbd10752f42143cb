import { isNearName } from '../../facts/check.ts'
import type { Tristate } from './condition.ts'
import { matches } from './names.ts'
import type { Job, Workflow } from './workflow.ts'

/** A job that reports, or may report, a check of a given name: by itself, or by a job of the workflow that it calls. */
export interface Reporter {
  workflow: Workflow
  job: Job
  /** True if the check surely has the name, false if it may have another one. */
  isCertain: boolean
  /** Whether the job that makes the check, this or a called one, runs when the workflow runs on a merge group. */
  runsOnGroups: Tristate
  /** When it is skipped, it still reports a check of the name, and the queue takes that for passed. */
  reportsWhenSkipped: boolean
  /** The job that is or may be skipped, this one or a called one. It means nothing where `runsOnGroups` is true. */
  skippedJob: { workflow: Workflow; job: Job }
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
  const { checkNames: names, calledWorkflow, runsOnGroups } = job
  const skippedJob = { workflow, job }
  const reporter: Reporter = { workflow, job, isCertain: false, runsOnGroups, reportsWhenSkipped: false, skippedJob }
  const isCertain = names.certain.includes(name)
  const mayFit = isCertain || (names.pattern !== null && matches(name, names.pattern))
  if (calledWorkflow === null && mayFit) return [{ ...reporter, isCertain, reportsWhenSkipped: !names.hasMatrix }]
  // A matrix or a caller that is skipped reports one check, under the name of the job alone.
  if (name === names.jobName && runsOnGroups !== true) return [{ ...reporter, reportsWhenSkipped: true }]
  return calledWorkflow === null ? [] : reportersThroughCall(name, reporter, workflows)
}

/** A called job reports as "caller / job". Not followed are calls of called jobs, and of other repositories. */
function reportersThroughCall(name: string, caller: Reporter, workflows: readonly Workflow[]): Reporter[] {
  const { workflow, job } = caller
  const { certain, pattern } = job.checkNames
  const callerName = certain.find(each => name.startsWith(`${each} / `))
  if (callerName === undefined) {
    const mayFit = pattern !== null && name.startsWith(pattern.prefix) && name.includes(' / ')
    return mayFit ? [caller] : []
  }
  const called = workflowCalledBy(job, workflows)
  if (!called) return [caller]
  const calledName = name.slice(`${callerName} / `.length)
  const reporters = called.jobs.flatMap(each => reportersIn(calledName, called, each, []))
  // A caller that is skipped starts none of its jobs, and one that may be skipped may start none.
  if (caller.runsOnGroups !== true) return reporters.map(({ isCertain }) => ({ ...caller, isCertain }))
  return reporters.map(each => ({ ...each, workflow, job }))
}

/** True for a workflow that no event starts: its jobs report only where another job calls it. */
function isOnlyCalled({ triggers }: Workflow): boolean {
  return triggers.events.length === 1 && triggers.events[0] === 'workflow_call'
}

function workflowCalledBy({ calledWorkflow }: Job, workflows: readonly Workflow[]): Workflow | undefined {
  return workflows.find(each => `./${each.path}` === calledWorkflow && each.triggers.events.includes('workflow_call'))
}

/** A name of a check that is easily mistaken for this one; undefined if no job surely reports one. */
export function nearName(name: string, workflows: readonly Workflow[]): string | undefined {
  const jobs = workflows.filter(each => !isOnlyCalled(each)).flatMap(each => each.jobs)
  return jobs.flatMap(job => checkNamesOf(job, workflows)).find(each => isNearName(name, each))
}

function checkNamesOf(job: Job, workflows: readonly Workflow[]): readonly string[] {
  const [callerName] = job.checkNames.certain
  if (job.calledWorkflow === null || callerName === undefined) return job.checkNames.certain
  const calledNames = workflowCalledBy(job, workflows)?.jobs.flatMap(each => each.checkNames.certain) ?? []
  return calledNames.map(each => `${callerName} / ${each}`)
}

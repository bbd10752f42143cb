import { both, type Condition } from './condition.ts'
import { LONGEST_NAME, type Names } from './names.ts'
import { runsForGroups } from './trigger.ts'
import type { Job, Workflow } from './workflow.ts'

/** A job that reports, or may report, a check of the name that is asked about. */
export interface Reporter {
  workflow: Workflow
  /** The job of that workflow; it may call another workflow, whose job reports the check. */
  job: Job
  /** False: it is not known whether a check of this job has that name. */
  isCertain: boolean
  /** Whether its workflow runs for merge groups of the target branch. */
  isTriggered: Condition
  /** False, undefined: it is skipped on merge groups, or may be. */
  runs: Condition
  /** Skipped, it still reports a check of that name, which the queue takes for passed. */
  reportsSkip: boolean
  skippedBy: { path: string; line: number; text: string } | null
}

/** All jobs that report, or may report, a check of this name. */
export function reportersOf(name: string, workflows: readonly Workflow[], targetBranch: string): Reporter[] {
  return workflows.flatMap(workflow => {
    if (isOnlyCalled(workflow)) return []
    const isTriggered = runsForGroups(workflow.triggers.mergeGroup, targetBranch) ?? undefined
    return workflow.jobs.flatMap(job => {
      const found = job.calls === null ? byJob(name, job, workflow) : byCall(name, job, workflow, workflows)
      return found.map(reporter => ({ ...reporter, workflow, job, isTriggered }))
    })
  })
}

type Found = Pick<Reporter, 'isCertain' | 'runs' | 'reportsSkip' | 'skippedBy'>

function byJob(name: string, job: Job, { path }: Workflow): Found[] {
  const { hasMatrix } = job.names
  const fit = fitOf(name, job.names)
  const skippedBy = job.skippedBy && { ...job.skippedBy, path }
  if (fit !== null) return [{ isCertain: fit, runs: job.runs, reportsSkip: !hasMatrix, skippedBy }]
  return isBare(name, job) ? [{ isCertain: false, runs: undefined, reportsSkip: true, skippedBy }] : []
}

/** "caller / job" of a workflow in the same repository. */
function byCall(name: string, caller: Job, workflow: Workflow, workflows: readonly Workflow[]): Found[] {
  const skippedBy = caller.skippedBy && { ...caller.skippedBy, path: workflow.path }
  const outer: Found = { isCertain: false, runs: caller.runs, reportsSkip: false, skippedBy }
  if (isBare(name, caller)) return [{ ...outer, reportsSkip: true }]
  const called = calledBy(caller.calls ?? '', workflows)
  const { certain, open } = caller.names
  const found = certain
    .filter(prefix => name.startsWith(`${prefix} / `))
    .flatMap(prefix => {
      const rest = name.slice(prefix.length + 3)
      if (!called) return [outer]
      return called.jobs.flatMap(job => {
        // Its own calls make longer names, and those are not followed.
        if (job.calls !== null) return isNested(rest, job) ? [outer] : []
        return byJob(rest, job, called).map(inner => within(outer, inner, name.length))
      })
    })
  const mayFit = open.some(({ prefix }) => name.startsWith(prefix)) && name.includes(' / ')
  return found.length > 0 || !mayFit ? found : [outer]
}

/** A check of a called workflow. If the caller is skipped, it is not reported. */
function within(outer: Found, inner: Found, length: number): Found {
  const isCertain = inner.isCertain && length <= LONGEST_NAME
  if (outer.runs === true) return { ...inner, isCertain }
  const runs = inner.reportsSkip ? outer.runs : both(outer.runs, inner.runs)
  return { isCertain, runs, reportsSkip: false, skippedBy: (runs === outer.runs ? outer : inner).skippedBy }
}

function isNested(rest: string, { names }: Job): boolean {
  return names.open.length > 0 || names.certain.some(name => rest === name || rest.startsWith(`${name} / `))
}

/** A skipped matrix, or a skipped caller, reports its name without values or jobs. */
function isBare(name: string, { names, calls, runs }: Job): boolean {
  return name === names.bare && runs !== true && (names.hasMatrix || calls !== null)
}

/** True for a name that a job surely has, false for one that it may have, null for any other. */
function fitOf(name: string, { certain, open }: Names): boolean | null {
  if (certain.includes(name)) return true
  const mayFit = open.some(
    ({ prefix, suffix }) =>
      name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix),
  )
  return mayFit ? false : null
}

/** Its jobs report nothing by themselves. */
function isOnlyCalled({ triggers }: Workflow): boolean {
  return triggers.isCallable && triggers.events.length === 1
}

/** A name that some job surely has, and that differs from this one as people mistake them; null if there is none. */
export function nearestName(
  name: string,
  workflows: readonly Workflow[],
): { name: string; path: string; line: number } | null {
  for (const workflow of workflows.filter(each => !isOnlyCalled(each))) {
    for (const job of workflow.jobs) {
      const near = madeNames(job, workflows).find(made => isNear(name, made, workflow.name))
      if (near !== undefined) return { name: near, path: workflow.path, line: job.line }
    }
  }
  return null
}

function madeNames({ names, calls }: Job, workflows: readonly Workflow[]): readonly string[] {
  const [caller] = names.certain
  if (calls === null || caller === undefined) return names.certain
  const inner = calledBy(calls, workflows)?.jobs.flatMap(job => (job.calls === null ? job.names.certain : [])) ?? []
  return inner.map(made => `${caller} / ${made}`)
}

/** They differ in letter case, by the name of the workflow, a caller or a matrix. */
function isNear(name: string, made: string, title: string | null): boolean {
  const [a, b] = [name.toLowerCase(), made.toLowerCase()]
  if (a === b || a === `${title?.toLowerCase()} / ${b}`) return true
  return b.startsWith(`${a} (`) || a.startsWith(`${b} (`) || b.endsWith(` / ${a}`)
}

function calledBy(calls: string, workflows: readonly Workflow[]): Workflow | undefined {
  return workflows.find(({ path, triggers }) => triggers.isCallable && `./${path}` === calls)
}

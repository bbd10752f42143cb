import { type Answer, type Coverage, isFailed, type RequiredCheck, valueIn } from '../../facts/facts.ts'
import { code, firstOf, type Message, say } from '../../text/message.ts'
import { ACTIONS_APP_ID } from '../checks.ts'
import { nearName, type Reporter, reportersOf } from './reporters.ts'
import type { Workflow, Workflows } from './workflow.ts'

/** A check that was reported on a merge group. */
export interface SeenCheck {
  name: string
  /** Null for a commit status, or where GitHub does not say. */
  appId: number | null
  /** GitHub Actions reported it; null where GitHub does not say. */
  isByActions: boolean | null
  /** The workflow file whose run reported it; null where GitHub does not say. */
  file: string | null
}

/** What is known of a repository besides the required checks. */
interface Knowledge {
  targetBranch: string
  /** As they are read for that branch. */
  workflows: Workflows
  /** Workflow files that could not be read. */
  unread: readonly string[]
  /** On the last merge groups. */
  seen: Answer<SeenCheck[]>
}

/** Why a check is not reported, or why that is not known, worded to follow a colon; and what to do. */
type Lack = Pick<Coverage, 'missing' | 'remedy'>

const EVENT = code('merge_group')
const ON = code('on:')
const OF_APP = 'its rule names an app, and no merge group has shown a check of that app'
const UNSEEN = 'The last merge groups could not be read'
const WAIT = 'Wait for a first merge group: it shows whether the check is reported.'

/** With a lack for every verdict but `covered`. */
interface Judgement extends Partial<Lack> {
  verdict: Coverage['verdict']
  /** The job that reports the check, or would. */
  by?: Reporter | undefined
  warnings?: Message[]
}

/** Judges one required check. What is not known for certain is unknown. */
export function coverageOf(required: RequiredCheck, knowledge: Knowledge): Coverage {
  const { verdict, by, missing = null, remedy = null, warnings = [] } = judge(required, knowledge)
  const job = by
    ? { file: by.workflow.path, workflow: by.workflow.name, id: by.job.id, line: by.workflow.lineOf('jobs', by.job.id) }
    : null
  const lacksTrigger = verdict === 'uncovered' && by?.workflow.triggers.runsOnGroups === false
  const triggerLine = lacksTrigger ? by.workflow.lineOf('on') : null
  return { name: required.name, verdict, job, triggerLine, missing, remedy, warnings }
}

function judge({ name, appId }: RequiredCheck, knowledge: Knowledge): Judgement {
  const { targetBranch, workflows, unread } = knowledge
  const seen = valueIn(knowledge.seen) ?? []
  // Elsewhere than at github.com its id is known only by the checks that were seen.
  const isActions = appId === ACTIONS_APP_ID || seen.some(each => each.isByActions === true && each.appId === appId)
  const same = seen.filter(each => each.name === name && (appId === null || each.appId === appId))
  const whenSeen = isFailed(knowledge.seen) ? say`${UNSEEN}: ${knowledge.seen.failure.message}.` : WAIT
  if (appId !== null && !isActions) {
    return same.length > 0 ? { verdict: 'covered' } : { verdict: 'unknown', missing: OF_APP, remedy: whenSeen }
  }

  const reporters = reportersOf(name, workflows.read)
  const certain = reporters.filter(({ isCertain }) => isCertain)
  const warnings = duplicateWarning(name, certain)
  const triggered = certain.filter(({ workflow }) => workflow.triggers.runsOnGroups)
  const surely = triggered.find(each => each.reportsWhenSkipped || each.runsOnGroups)
  if (surely) return { verdict: 'covered', by: surely, warnings: [...skipWarning(name, surely), ...warnings] }
  if (same.some(each => stillReports(each, reporters))) return { verdict: 'covered', by: certain[0], warnings }

  const doubtful = reporters.find(mayReportOnGroups)
  if (doubtful) return { verdict: 'unknown', by: doubtful, ...doubtOf(doubtful, targetBranch, whenSeen), warnings }
  const lacking = triggered[0] ?? certain[0]
  // A file that is no YAML runs nowhere, but it may be what has to be corrected.
  const [file] = lacking ? unread : [...unread, ...workflows.broken]
  if (file !== undefined) return { verdict: 'unknown', by: lacking, ...unreadable(file) }
  if (lacking) return { verdict: 'uncovered', by: lacking, ...lackOf(lacking, targetBranch), warnings }
  return { verdict: 'unknown', ...(same.length > 0 ? GONE : nobody(name, workflows.read, whenSeen)) }
}

/** A job of a matrix, or of a called workflow, that is skipped reports no check of the name. */
function mayReportOnGroups({ workflow, runsOnGroups: runs, reportsWhenSkipped: reportsSkip }: Reporter): boolean {
  return workflow.triggers.runsOnGroups !== false && (reportsSkip || runs !== false)
}

/** What reported the check on a merge group is still there. */
function stillReports({ isByActions, file }: SeenCheck, reporters: readonly Reporter[]): boolean {
  if (isByActions === false) return true
  const makers = reporters.filter(({ workflow }) => file === null || workflow.path === file)
  if (makers.length === 0) return isByActions === null
  return makers.every(each => each.workflow.triggers.runsOnGroups === true && mayReportOnGroups(each))
}

/** Why a job does not report on merge groups, and what to write where. */
function lackOf(by: Reporter, targetBranch: string): Lack {
  const { runsOnGroups: takesGroups, groupFilter: filter, events, isMap } = by.workflow.triggers
  if (takesGroups !== false) {
    const remedy = say`Let the job run on ${EVENT}, and skip its steps instead.`
    return { missing: say`the ${skipperOf(by)} skips it on merge groups`, remedy }
  }
  if (filter) {
    const place = lineAt(by.workflow, 'on', 'merge_group', filter)
    const missing = say`${code(filter)} of ${EVENT} in ${place} leaves ${code(targetBranch)} out`
    if (filter === 'branches') return { missing, remedy: say`Add ${code(`- ${targetBranch}`)} to it.` }
    return { missing, remedy: say`Take what matches ${code(targetBranch)} out of it.` }
  }
  const place = lineAt(by.workflow, 'on')
  const missing = say`${ON} in ${place} has no ${EVENT}`
  if (isMap) return { missing, remedy: say`Add ${code('merge_group:')} below ${ON} in ${place}.` }
  return { missing, remedy: say`Write ${code(`on: [${[...events, 'merge_group'].join(', ')}]`)} in ${place}.` }
}

/** Why it is not known whether a job reports a check of the name on merge groups. */
function doubtOf(by: Reporter, targetBranch: string, whenSeen: Message): Lack {
  const { workflow, job, isCertain } = by
  if (!isCertain) {
    const itself = say`job ${code(job.id)} in ${lineAt(workflow, 'jobs', job.id)}`
    return { missing: say`${itself} may report it, but its names are known only when it runs`, remedy: whenSeen }
  }
  if (workflow.triggers.runsOnGroups) {
    const remedy = say`Move the ${code('if:')} into the steps of the job, or require a job that always runs.`
    return { missing: say`the ${skipperOf(by)} can skip it, and a skipped job reports another name`, remedy }
  }
  const place = lineAt(workflow, 'on')
  const missing = say`it is not clear whether ${ON} in ${place} makes it run for groups of ${code(targetBranch)}`
  return { missing, remedy: say`Write ${code('merge_group:')} below it, with nothing below that.` }
}

/** No workflow has a job of that name. */
function nobody(name: string, workflows: readonly Workflow[], whenSeen: Message): Lack {
  const near = nearName(name, workflows)
  if (!near) return { missing: 'no workflow has a job of that name, so an app may report it', remedy: whenSeen }
  const missing = say`no workflow has a job of that name; ${code(near)} is the nearest`
  return { missing, remedy: 'If that is the check, require it under this very name.' }
}

const GONE: Lack = {
  missing: 'a merge group has shown it, but no workflow has a job of that name any more',
  remedy: 'Give a job that name, or take the check off the rules of the branch.',
}

function unreadable(file: string): Lack {
  const missing = say`${code(file)} could not be read, and it may have a job of that name`
  return { missing, remedy: 'Correct the file, or make it smaller.' }
}

/** A plain job that is skipped still reports its check. */
function skipWarning(name: string, by: Reporter): Message[] {
  if (by.runsOnGroups === true) return []
  return [say`The ${skipperOf(by)} can skip ${code(name)} on merge groups; the queue takes that for passed.`]
}

function duplicateWarning(name: string, reporters: readonly Reporter[]): Message[] {
  const files = [...new Set(reporters.map(({ workflow }) => workflow.path))]
  if (files.length < 2) return []
  return [say`More than one workflow has a job ${code(name)}: ${firstOf(files, 3, file => code(file))}.`]
}

/** What skips a job: its own `if:`, or the jobs that it needs. */
function skipperOf({ skippedJob: { workflow, job } }: Reporter): Message {
  return say`${code(`${job.skippedBy}:`)} in ${lineAt(workflow, 'jobs', job.id, job.skippedBy)}`
}

function lineAt({ path, lineOf }: Workflow, ...keys: string[]): Message {
  return say`${code(path)}, line ${lineOf(...keys)}`
}

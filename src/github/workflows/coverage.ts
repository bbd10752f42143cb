import { type Answer, type Coverage, isFailed, type RequiredCheck, valueIn } from '../../facts/facts.ts'
import { code, type Message, say, shortList } from '../../text/message.ts'
import { ACTIONS_APP_ID } from '../checks.ts'
import { nearName, type Reporter, reportersOf } from './reporters.ts'
import type { Workflow, Workflows } from './workflow.ts'

export interface SeenCheck {
  name: string
  /** Null for a commit status, or where GitHub does not say. */
  appId: number | null
  /** GitHub Actions reported it; null where GitHub does not say. */
  isByActions: boolean | null
  /** The workflow file whose run reported it; null where GitHub does not say. */
  file: string | null
}

/** What is known of the workflows and the merge groups of a repository. */
interface Knowledge {
  targetBranch: string
  /** As they are on that branch. */
  workflows: Workflows
  /** Workflow files that could not be read. */
  unread: readonly string[]
  /** The checks on the last merge groups. */
  seen: Answer<SeenCheck[]>
}

type Lack = Pick<Coverage, 'whyNotCovered' | 'remedy'>

/** @param whyNotCovered why a check is not reported, or not surely: a clause to follow a colon */
function lack(whyNotCovered: Message, remedy: Message): Lack {
  return { whyNotCovered, remedy }
}

/** Unless the verdict is `covered`, it says why, and what to do. */
interface Judgement extends Partial<Lack> {
  verdict: Coverage['verdict']
  /** The job that reports the check, or would. */
  reporter?: Reporter | undefined
  warnings?: Message[]
}

const MERGE_GROUP = code('merge_group')
const ON = code('on:')
const APP_NOT_SEEN = 'its rule names an app, and no merge group has shown a check of that app'
const WAIT = 'Wait for a first merge group: it shows whether the check is reported.'

/** Judges one required check. What is not known for certain is unknown. */
export function coverageOf(required: RequiredCheck, knowledge: Knowledge): Coverage {
  const { verdict, reporter, whyNotCovered = null, remedy = null, warnings = [] } = judge(required, knowledge)
  const coverage = { name: required.name, verdict, job: null, triggerLine: null, whyNotCovered, remedy, warnings }
  if (!reporter) return coverage
  const { path, name, triggers, lineOf } = reporter.workflow
  const { id } = reporter.job
  const triggerLine = verdict === 'uncovered' && triggers.includesGroups === false ? lineOf('on') : null
  return { ...coverage, job: { file: path, workflow: name, id, line: lineOf('jobs', id) }, triggerLine }
}

function judge({ name, appId }: RequiredCheck, { targetBranch, workflows, unread, seen }: Knowledge): Judgement {
  const seenChecks = valueIn(seen) ?? []
  // On GitHub Enterprise Server, the id of GitHub Actions is known only by checks that were seen.
  const isActions = appId === ACTIONS_APP_ID || seenChecks.some(each => each.isByActions && each.appId === appId)
  const sightings = seenChecks.filter(each => each.name === name && (appId === null || each.appId === appId))
  const hintIfUnseen = isFailed(seen) ? say`The last merge groups could not be read: ${seen.failure.message}` : WAIT
  if (appId !== null && !isActions) {
    if (sightings.length > 0) return { verdict: 'covered' }
    return { verdict: 'unknown', ...lack(APP_NOT_SEEN, hintIfUnseen) }
  }

  const reporters = reportersOf(name, workflows.read)
  const certain = reporters.filter(({ isCertain }) => isCertain)
  const warnings = duplicateWarning(name, certain)
  const triggered = certain.filter(({ workflow }) => workflow.triggers.includesGroups)
  const sure = triggered.find(each => each.reportsWhenSkipped || each.runsOnGroups)
  if (sure) return { verdict: 'covered', reporter: sure, warnings: [...skipWarning(name, sure), ...warnings] }
  const isStillReported = sightings.some(each => stillReports(each, reporters))
  if (isStillReported) return { verdict: 'covered', reporter: certain[0], warnings }

  const possible = reporters.find(mayReportOnGroups)
  if (possible)
    return { verdict: 'unknown', reporter: possible, ...doubtOf(possible, targetBranch, hintIfUnseen), warnings }
  const lacking = triggered[0] ?? certain[0]
  // A broken file reports nothing. But where no other file has the job, the broken one may be meant to have it.
  const [file] = lacking ? unread : [...unread, ...workflows.broken]
  if (file !== undefined) return { verdict: 'unknown', reporter: lacking, ...unreadable(file) }
  if (lacking) return { verdict: 'uncovered', reporter: lacking, ...lackOf(lacking, targetBranch), warnings }
  return { verdict: 'unknown', ...(sightings.length > 0 ? JOB_GONE : noJob(name, workflows.read, hintIfUnseen)) }
}

function mayReportOnGroups({ workflow, runsOnGroups, reportsWhenSkipped }: Reporter): boolean {
  return workflow.triggers.includesGroups !== false && (reportsWhenSkipped || runsOnGroups !== false)
}

/** True if what reported the check on a merge group still does so, by the workflow files of today. */
function stillReports({ isByActions, file }: SeenCheck, reporters: readonly Reporter[]): boolean {
  if (isByActions === false) return true
  const ofFile = reporters.filter(({ workflow }) => file === null || workflow.path === file)
  if (ofFile.length === 0) return isByActions === null
  return ofFile.every(each => each.workflow.triggers.includesGroups === true && mayReportOnGroups(each))
}

/** Why a job does not report on merge groups, and what to write where. */
function lackOf(reporter: Reporter, targetBranch: string): Lack {
  const { workflow } = reporter
  const { includesGroups, groupFilter, events, isMap } = workflow.triggers
  if (includesGroups !== false) {
    const remedy = say`Let the job run on ${MERGE_GROUP}, and skip its steps instead.`
    return lack(say`the ${skipperOf(reporter)} skips it on merge groups`, remedy)
  }
  if (groupFilter) {
    const [filter, branch] = [code(groupFilter), code(targetBranch)]
    const place = lineAt(workflow, 'on', 'merge_group', groupFilter)
    const why = say`${filter} of ${MERGE_GROUP} in ${place} leaves ${branch} out`
    if (groupFilter === 'branches') return lack(why, say`Add ${code(`- ${targetBranch}`)} to ${filter}.`)
    return lack(why, say`Take what matches ${branch} out of ${filter}.`)
  }
  const place = lineAt(workflow, 'on')
  const why = say`${ON} in ${place} has no ${MERGE_GROUP}`
  if (isMap) return lack(why, say`Add ${code('merge_group:')} below ${ON} in ${place}.`)
  return lack(why, say`Write ${code(`on: [${[...events, 'merge_group'].join(', ')}]`)} in ${place}.`)
}

/** Why it is not known whether a job reports a check of the name on merge groups. */
function doubtOf(reporter: Reporter, targetBranch: string, hintIfUnseen: Message): Lack {
  const { workflow, job, isCertain } = reporter
  if (!isCertain) {
    const place = lineAt(workflow, 'jobs', job.id)
    const why = say`job ${code(job.id)} in ${place} may report it, but the job's names are known only when it runs`
    return lack(why, hintIfUnseen)
  }
  if (workflow.triggers.includesGroups) {
    const remedy = say`Move the ${code('if:')} into the steps of the job, or require a job that always runs.`
    return lack(say`the ${skipperOf(reporter)} can skip the job, which then reports under another name`, remedy)
  }
  const place = lineAt(workflow, 'on')
  const why = say`it is not clear whether ${ON} in ${place} includes groups of ${code(targetBranch)}`
  return lack(why, say`Write ${code('merge_group:')} below ${ON}, without a filter.`)
}

function noJob(name: string, workflows: readonly Workflow[], hintIfUnseen: Message): Lack {
  const near = nearName(name, workflows)
  if (!near) return lack('no workflow has a job of that name, so an app may report it', hintIfUnseen)
  const why = say`no workflow has a job of that name; ${code(near)} is the nearest`
  return lack(why, 'If that is the check, require it under this very name.')
}

const JOB_GONE = lack(
  'a merge group has shown it, but no workflow has a job of that name any more',
  'Give a job that name, or take the check off the rules of the branch.',
)

function unreadable(file: string): Lack {
  const why = say`${code(file)} could not be read, and it may have a job of that name`
  return lack(why, 'Correct the file, or make it smaller.')
}

function skipWarning(name: string, reporter: Reporter): Message[] {
  if (reporter.runsOnGroups === true) return []
  return [say`The ${skipperOf(reporter)} can skip ${code(name)} on merge groups; the queue takes that for passed.`]
}

function duplicateWarning(name: string, reporters: readonly Reporter[]): Message[] {
  const files = [...new Set(reporters.map(({ workflow }) => workflow.path))]
  if (files.length < 2) return []
  return [say`More than one workflow has a job ${code(name)}: ${shortList(files, 3, file => code(file))}.`]
}

/** The key that skips a job, `if:` or `needs:`, with its place. */
function skipperOf({ skippedJob: { workflow, job } }: Reporter): Message {
  return say`${code(`${job.skippedBy}:`)} in ${lineAt(workflow, 'jobs', job.id, job.skippedBy)}`
}

function lineAt({ path, lineOf }: Workflow, ...keys: string[]): Message {
  return say`${code(path)}, line ${lineOf(...keys)}`
}

import type { Coverage, RequiredCheck } from '../../facts/facts.ts'
import type { Message } from '../../text/message.ts'
import { type Reporter, reportersOf } from './checks.ts'
import {
  byApp,
  type Doubt,
  doubtOf,
  GONE,
  nobody,
  remedyFor,
  skipWarning,
  twinWarning,
  unreadFile,
  untilSeen,
  whatIsMissing,
} from './missing.ts'
import type { Workflows } from './workflow.ts'

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
  workflows: Workflows
  /** Workflow files that could not be read. */
  unread: readonly string[]
  seen: readonly SeenCheck[]
  /** Why the last merge groups could not be read; null if they were. */
  unseen: Message | null
}

/** GitHub Actions at github.com. Elsewhere its id is known only by the checks that were seen. */
const ACTIONS_APP = 15368

/** Judges one required check. What is not known for certain is unknown. */
export function coverageOf({ name, appId }: RequiredCheck, knowledge: Knowledge): Coverage {
  const { seen, targetBranch, workflows, unread } = knowledge
  const isActions = appId === ACTIONS_APP || seen.some(each => each.isByActions === true && each.appId === appId)
  const same = seen.filter(each => each.name === name && (appId === null || each.appId === appId))
  const whenSeen = untilSeen(knowledge.unseen)
  if (appId !== null && !isActions) return same.length > 0 ? covered(name) : unknown(name, byApp(whenSeen))

  const reporters = reportersOf(name, workflows.read, targetBranch)
  const certain = reporters.filter(({ isCertain }) => isCertain)
  const warnings = twinWarning(name, certain)
  const surely = certain.find(each => each.isTriggered === true && (each.reportsSkip || each.runs === true))
  if (surely) return { ...covered(name, surely), warnings: [...skipWarning(name, surely), ...warnings] }
  if (same.some(each => stillReports(each, reporters))) return { ...covered(name, certain[0]), warnings }

  const doubtful = reporters.find(mayReport)
  if (doubtful) return { ...unknown(name, doubtOf(doubtful, targetBranch, whenSeen), doubtful), warnings }
  const lacking = certain.find(each => each.isTriggered === true) ?? certain[0]
  const [file] = unread
  if (file !== undefined) return unknown(name, unreadFile(file), lacking)
  if (lacking) return { ...uncovered(name, lacking, targetBranch), warnings }
  return unknown(name, same.length > 0 ? GONE : nobody(name, workflows, whenSeen))
}

/** A job of a matrix, or of a called workflow, that is skipped reports no check of the name. */
function mayReport({ isTriggered, runs, reportsSkip }: Reporter): boolean {
  return isTriggered !== false && (reportsSkip || runs !== false)
}

/** What reported the check on a merge group is still there. */
function stillReports({ isByActions, file }: SeenCheck, reporters: readonly Reporter[]): boolean {
  if (isByActions === false) return true
  if (isByActions === null && reporters.length === 0) return true
  const does = (reporter: Reporter) => reporter.isTriggered === true && mayReport(reporter)
  if (file !== null) return reporters.some(each => each.workflow.path === file && does(each))
  return reporters.length > 0 && reporters.every(does)
}

const COMPLETE = { triggerLine: null, missing: null, remedy: null, warnings: [] }

function covered(name: string, by?: Reporter): Coverage {
  return { ...COMPLETE, name, verdict: 'covered', job: by ? jobOf(by) : null }
}

function uncovered(name: string, by: Reporter, targetBranch: string): Coverage {
  const triggerLine = by.isTriggered === false ? by.workflow.triggers.line : null
  const missing = whatIsMissing(by, targetBranch)
  const remedy = remedyFor(by, targetBranch)
  return { name, verdict: 'uncovered', job: jobOf(by), triggerLine, missing, remedy, warnings: [] }
}

function unknown(name: string, doubt: Doubt, by?: Reporter): Coverage {
  return { ...COMPLETE, ...doubt, name, verdict: 'unknown', job: by ? jobOf(by) : null }
}

function jobOf({ workflow, job }: Reporter): Coverage['job'] {
  return { file: workflow.path, workflow: workflow.name, id: job.id, line: job.line }
}

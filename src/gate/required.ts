import { howItFailed, short, testedNothing } from '../facts/commit.ts'
import type { TestRun } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { plain } from '../text/escape.ts'
import { code, firstOf, type Message, quoted, say } from '../text/message.ts'
import { REASONS } from './reason-codes.ts'
import { type Reason, reason } from './reasons.ts'
import { requiredStatuses, type Status } from './statuses.ts'
import { nameOfRun } from './subject.ts'

/** The most statuses of one kind that are named: an answer can hold thousands. */
const MOST_NAMED = 20

/** What a test run that has not succeeded says of its required statuses. */
interface Open {
  /** A reason for each status that failed or is missing, up to a limit. */
  reasons: Reason[]
  /** A sentence on the others, after a blank; empty if all are named. */
  more: string
}

/**
 * Why a test run has not succeeded.
 *
 * @param isOut the pull request of the run has left the queue, so what is missing will not come
 */
export function openStatuses(run: TestRun, source: SourceProfile, isOut: boolean): Open {
  const required = requiredStatuses(run) ?? []
  const failed = required.filter(({ state }) => state === 'failed')
  const missing = required.filter(({ state }) => state === 'missing')
  // Checks of a group start one after the other, so a missing one may still come; a cause tells if it never does.
  const inTime = failed.length > 0 ? 'Fix what failed first.' : isOut ? REASONS['state-cancelled'].remedy : 'wait'
  const remedy = source.testsOn === 'merge-group' ? inTime : undefined
  const name = nameOfRun(run, source)
  const reasons = [
    ...failed.slice(0, MOST_NAMED).map(each => reason('required-status-failed', null, failure(each, name))),
    ...missing.slice(0, MOST_NAMED).map(each => reason('required-status-missing', null, absence(each, run), remedy)),
  ]
  const unnamed = failed.length + missing.length - reasons.length
  return { reasons, more: unnamed > 0 ? ` Further required statuses that failed or are missing: ${unnamed}.` : '' }
}

/** How a status failed, in its own word: `unit` was cancelled. */
function failure({ name, url, word }: Status, run: Message): Message {
  return say`${run}: the required status ${code(name, url)} ${howItFailed(word)}.`
}

function absence({ name }: Status, { testBranch, testBranchSha }: TestRun): Message {
  // A source without test branches names the commit alone.
  const place = testBranch === '' ? say`commit ${code(short(testBranchSha))}` : plain(testBranch, 120)
  return say`Nothing has reported the required status ${code(name)} on ${place} yet.`
}

/** What a reader has to know of a test run, whatever its verdict. */
export function warningsOn(run: TestRun, source: SourceProfile): Reason[] {
  const own = (run.warnings ?? []).map(message => reason('required-status-doubtful', null, message))
  return run.status === 'succeeded' ? [...warningsOnSuccess(run, nameOfRun(run, source)), ...own] : own
}

/** Warnings about required statuses that a succeeded test run lacks, or that tested nothing. */
function warningsOnSuccess(run: TestRun, name: Message): Reason[] {
  if (run.requiredStatuses?.length === 0) {
    const message = say`${name} succeeded, but no status was required of it.`
    return [reason('required-status-missing', null, message, 'Check which statuses the queue requires.')]
  }
  const required = requiredStatuses(run) ?? []
  const missing = required.filter(({ state }) => state === 'missing')
  const idle = required.filter(each => each.state === 'passed' && testedNothing(each))
  return [
    ...(missing.length > 0 ? [reason('required-status-missing', null, lacking(missing, name), REDUNDANT)] : []),
    ...(idle.length > 0 ? [reason('required-status-skipped', null, untested(idle, name))] : []),
  ]
}

const REDUNDANT =
  'Queues skip tests that they find redundant; if these were not, check that a workflow reports under this very name.'

function lacking(missing: readonly Status[], run: Message): Message {
  return say`${run} succeeded, though nothing reported ${namesOf(missing)}.`
}

function untested(idle: readonly Status[], run: Message): Message {
  const how = idle.every(({ word }) => word === 'skipped') ? 'skipped' : 'skipped or neutral'
  return say`${run} succeeded, though ${namesOf(idle)} ${idle.length === 1 ? 'was' : 'were'} ${how}: that counts as passed, but tests nothing.`
}

function namesOf(statuses: readonly Status[]): Message {
  return firstOf(statuses, 3, ({ name }) => quoted(name))
}

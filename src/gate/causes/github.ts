import { endsInWords, type NamedCheck } from '../../facts/commit.ts'
import type { Snapshot } from '../../facts/context.ts'
import type { Removal } from '../../facts/facts.ts'
import { isAbsent, valueIn } from '../../facts/facts.ts'
import type { Explanation, MissingCheck } from '../../facts/source.ts'
import { formatAge, since, timeOf } from '../../text/duration.ts'
import { code, firstOf, type Message, say } from '../../text/message.ts'
import type { Status } from '../statuses.ts'
import { pullRequestIn, shownRun } from '../subject.ts'
import { CAUSES } from './codes.ts'
import { leftBecause } from './removal.ts'
import {
  type CauseRule,
  FORGOTTEN_MS,
  type Found,
  haveAllPassed,
  inState,
  isAboutRun,
  isOut,
  removalIn,
  statusesIn,
  subjectOf,
} from './rule.ts'
import { whyAllPassed } from './test-run.ts'

const MOST_TOLD = 3

function isGitHub({ context }: Snapshot): boolean {
  return context.source.testsOn === 'merge-group'
}

/** A merge group is under report, or the pull request is in the queue. */
function isAboutGroup(snapshot: Snapshot): boolean {
  return isGitHub(snapshot) && isAboutRun(snapshot) && !isOut(snapshot)
}

/** What only GitHub's own queue can tell. */
export const GITHUB_CAUSES: readonly CauseRule[] = [
  {
    code: 'evicted-by-push',
    when: snapshot => isGitHub(snapshot) && isOut(snapshot),
    needs: ['removal', 'run', 'pushedInQueue', 'removalCount'],
    find(snapshot, explanation) {
      const removal = removalIn(snapshot, explanation)
      const pushedAt = valueIn(explanation.pushedInQueue)
      const isOpen = removal?.reason === 'checks-failed' || removal?.reason === 'other'
      const hasFailed = inState('failed', statusesIn(snapshot, explanation)).length > 0
      if (pushedAt === null || !isOpen || hasFailed) return null
      const at = timeOf(pushedAt) === null ? '' : ` (${pushedAt.slice(0, 16).replace('T', ' ')} UTC)`
      const word =
        removal.text === null ? say`GitHub gave no reason` : say`GitHub calls the reason ${code(removal.text)}`
      return {
        message: `${subjectOf(snapshot)} was pushed to while it was in the queue${at}, and left it after that.`,
        evidence: [say`${word}, and no check of its group failed.`],
        certain: false,
      }
    },
  },
  {
    code: 'no-merge-group-runs',
    when: isAboutGroup,
    needs: ['run'],
    find(snapshot, explanation, now) {
      const run = shownRun(snapshot.facts, explanation, snapshot.context)
      const isByWorkflow = pullRequestIn(snapshot.facts, snapshot.context)?.queuedByWorkflow === true
      if (!isByWorkflow || !run?.reportedIsWhole || run.reported.length > 0) return null
      const age = since(run.createdAt, now)
      const in_ = age === null ? '' : ` in ${formatAge(age)}`
      return {
        message: `No check has started on the merge group of ${subjectOf(snapshot)}${in_}: a workflow queued it with its own token, and that starts no workflows.`,
        remedy: 'Take it out, and queue it by hand or with the token of a GitHub App.',
      }
    },
  },
  {
    code: 'awaits-approval',
    when: isAboutGroup,
    needs: ['run'],
    find(snapshot, explanation) {
      const statuses = statusesIn(snapshot, explanation)
      const waiting = inState('pending', statuses).filter(({ word }) => word === 'waiting')
      if (waiting.length === 0 || inState('failed', statuses).length > 0) return null
      return { message: say`On the merge group of ${subjectOf(snapshot)}, ${endsInWords(waiting)}.` }
    },
  },
  {
    code: 'rule-waits',
    when: isAboutGroup,
    needs: ['run', 'openRule', 'timeoutMinutes'],
    find(snapshot, explanation, now) {
      const rule = valueIn(explanation.openRule)
      const statuses = statusesIn(snapshot, explanation)
      if (rule === null || statuses.some(({ state }) => state !== 'passed')) return null
      const run = shownRun(snapshot.facts, explanation, snapshot.context)
      const age = since(run?.createdAt ?? null, now)
      const limit = valueIn(explanation.timeoutMinutes)
      const waited = age === null ? '' : ` for ${formatAge(age)}`
      const ofLimit = limit === null ? '' : `; the queue's time-out is ${limit} minutes`
      const passed = statuses.length === 0 ? '' : ', and every required check passed'
      return {
        message: say`The rule ${code(rule)} has kept ${subjectOf(snapshot)} waiting${waited}${passed}${ofLimit}.`,
        remedy: RULES[rule] ?? 'Look at the merge box of the pull request: it names what the rule waits for.',
      }
    },
  },
  {
    code: 'timed-out',
    when: snapshot => isGitHub(snapshot) && isOut(snapshot),
    needs: ['removal', 'run', 'missing', 'removalCount', 'pushedSince'],
    find(snapshot, explanation) {
      const removal = removalIn(snapshot, explanation)
      const missing = valueIn(explanation.missing) ?? []
      const statuses = statusesIn(snapshot, explanation)
      const pending = inState('pending', statuses)
      if (removal?.reason !== 'timed-out') return null
      if (haveAllPassed(statuses)) return endedLate(removal, statuses, snapshot, explanation)
      if (missing.length + pending.length === 0) return null
      const open = pending.length > 0 ? [say`Of its group, ${endsInWords(pending)}.`] : []
      const why =
        missing.length > 0 ? say`nothing reported ${namesOf(missing)} in time` : 'its checks did not end in time'
      const cause = leftBecause(why, removal, snapshot, explanation)
      const remedy = missing.length > 0 ? remedyFor(missing) : remedyForOpen(pending)
      return { ...cause, evidence: [...open, ...whyMissing(missing), ...(cause.evidence ?? [])], remedy }
    },
  },
  {
    code: 'required-status-missing',
    when: isAboutGroup,
    needs: ['run', 'missing'],
    find: (snapshot, explanation, now) => missingChecks(snapshot, valueIn(explanation.missing) ?? [], explanation, now),
  },
  {
    code: 'personal-repository',
    when: snapshot => isGitHub(snapshot) && isAbsent(snapshot.facts.queue),
    needs: ['isPersonal'],
    find: (snapshot, { isPersonal }) =>
      valueIn(isPersonal)
        ? { message: `${nameOf(snapshot)} belongs to a person, so it can have no merge queue.` }
        : null,
  },
]

/** The checks were too late, or something else than checks was. */
function endedLate(removal: Removal, statuses: Status[], snapshot: Snapshot, explanation: Explanation): Found {
  const cause = leftBecause('its checks did not end in time', removal, snapshot, explanation)
  const run = shownRun(snapshot.facts, explanation, snapshot.context)
  const passed = whyAllPassed(statuses, run, removal.at)
  return { ...cause, evidence: [passed, ...(cause.evidence ?? [])], remedy: 'Submit the pull request again.' }
}

const RULES: Readonly<Record<string, Message>> = {
  code_scanning: say`Have a workflow upload code scanning results ${code('on: merge_group')}, too, or take the rule off the branch.`,
  workflows: say`See that the workflows which the rule requires have ${code('on: merge_group')}.`,
}

/** Why a check is missing that may still come while others run. */
const MAY_COME: ReadonlySet<MissingCheck['why']> = new Set(['no-trigger', 'pull-requests-only', 'other-leg'])

/** Checks that are missing on the group; without a fact that says why, only after a while. */
function missingChecks(
  snapshot: Snapshot,
  missing: readonly MissingCheck[],
  explanation: Explanation,
  now: number,
): Found | null {
  const run = shownRun(snapshot.facts, explanation, snapshot.context)
  const age = since(run?.createdAt ?? null, now)
  const known = missing.filter(({ why }) => why !== 'unknown')
  const isLate = age !== null && age >= FORGOTTEN_MS
  if (missing.length === 0 || run?.status !== 'in_progress' || (known.length === 0 && !isLate)) return null
  const pending = inState('pending', statusesIn(snapshot, explanation))
  if (pending.length > 0 && known.every(({ why }) => MAY_COME.has(why)) && !isLate) return null
  const for_ = isLate ? ` for ${formatAge(age)}` : ''
  return {
    message: say`Nothing has reported ${namesOf(missing)} on the merge group of ${subjectOf(snapshot)}${for_}.`,
    evidence: whyMissing(missing),
    remedy: remedyFor(missing),
  }
}

function remedyForOpen(pending: readonly NamedCheck[]): Message {
  const areAll = (wanted: string) => pending.every(({ word }) => word === wanted)
  if (areAll('waiting')) return CAUSES['awaits-approval'].remedy
  return CAUSES[areAll('queued') ? 'no-runner' : 'timed-out'].remedy
}

function namesOf(missing: readonly MissingCheck[]): Message {
  return firstOf(missing, MOST_TOLD, ({ name }) => code(name))
}

function whyMissing(missing: readonly MissingCheck[]): Message[] {
  const known = missing.filter(({ why }) => why !== 'unknown')
  const alike = known.filter(({ why }) => why === 'no-trigger')
  const others = known.filter(({ why }) => why !== 'no-trigger').slice(0, MOST_TOLD)
  const all = alike.length === 1 ? 'It is' : 'They are'
  const which = alike.length === missing.length ? all : say`${namesOf(alike)} ${alike.length === 1 ? 'is' : 'are'}`
  const untriggered = say`${which} reported on pull requests, but not on merge groups.`
  return [...(alike.length > 0 ? [untriggered] : []), ...others.map(oneMissing)]
}

function remedyFor(missing: readonly MissingCheck[]): Message {
  const first = missing.find(({ why }) => why !== 'unknown') ?? missing[0]
  const isOne = missing.filter(({ why }) => why === first?.why).length === 1
  return first?.why === 'no-trigger' && isOne ? TRIGGER_ONE : MISSING[first?.why ?? 'unknown']
}

function oneMissing({ name, why, near }: MissingCheck): Message {
  const [required, other] = [code(name), code(near ?? '')]
  switch (why) {
    case 'reusable-workflow':
      return say`${other} was reported instead: a job of a reusable workflow is called "caller / job".`
    case 'workflow-name':
      return say`${other} was reported instead: a check has the name of its job alone, though pages show "workflow / job".`
    case 'other-leg':
      return say`${other} was reported instead: the matrix has other values there.`
    case 'unexpanded-matrix':
      return say`${other} was reported instead: its matrix was skipped before it was expanded.`
    case 'other-letters':
      return say`${other} was reported instead: the names have to be equal, letter by letter.`
    case 'pull-requests-only':
      return near === null
        ? say`${required} is reported on pull requests only.`
        : say`${other} reports ${required} on pull requests only.`
    default:
      return say`No name that fits ${required} was reported.`
  }
}

const TRIGGER_ONE = say`Add ${code('on: merge_group')} to the workflow that reports it.`

const MISSING: Record<MissingCheck['why'], Message> = {
  'reusable-workflow': 'Require the name that is reported.',
  'workflow-name': 'Require the name that is reported.',
  'other-leg': 'Require the names that are reported, or one job that needs the whole matrix and always runs.',
  'unexpanded-matrix':
    'Require a job that needs the matrix and always runs, or do not skip the matrix on merge groups.',
  'other-letters': 'Require the name that is reported, or give the job the required name.',
  'no-trigger': say`Add ${code('on: merge_group')} to the workflows that report them.`,
  'pull-requests-only': say`Let a job of that name run ${code('on: merge_group')}, or do not require the check.`,
  unknown: say`Let a workflow with ${code('on: merge_group')} report it under this very name, or do not require it.`,
}

function nameOf({ context }: Snapshot): string {
  const { owner, name } = context.repository.value
  return `${owner}/${name}`
}

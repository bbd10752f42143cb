import { isOtherCommit } from '../../facts/commit.ts'
import type { PullRequest, Removal } from '../../facts/facts.ts'
import { timeOf } from '../../facts/time.ts'
import { capitalised, code, type Message, quoted, say } from '../../message.ts'
import { CLOSED_REMEDY } from '../pull-request.ts'
import { noQueue, remedyWithoutQueue } from '../queue.ts'
import { type Case, contradicted, leftAgo, namesOf } from './case.ts'
import { type Diagnosis, diagnosis, withEvidence } from './codes.ts'
import { evictedByPush, pushedSince } from './push.ts'
import { becauseOfLeft, goneDependencies, leftSince, ofEndedRun, ofGroup, statusesIn } from './test-run.ts'

/** Why a pull request is not in the queue, if the source knows of no submission. */
export function notInQueue(given: Case, number: number): Diagnosis[] {
  const { facts, queue, context } = given
  const branch = quoted(context.targetBranch?.value ?? '')
  if (facts.queue.kind === 'absent') {
    const message = context.source.hasRivals
      ? `GitHub requires no merge queue for ${branch}.`
      : `${noQueue(context)}, so #${number} can't be in it.`
    return [diagnosis('queue-not-found', 'certain', message, { remedy: remedyWithoutQueue(given) })]
  }
  const denied = contradicted(given, 'submitted')
  if (denied !== null) return [diagnosis('cause-unknown', 'possible', denied)]
  if (context.source.hasRivals && facts.queue.kind === 'failed') {
    return [diagnosis('cause-unknown', 'possible', `It is not known whether branch ${branch} has a queue.`)]
  }
  const isClosed = given.view?.open === false
  if (given.view?.autoMerge && !isClosed) {
    const message = `Auto-merge is on for #${number}: GitHub adds it to the queue of ${branch} once its required checks and reviews are there.`
    return [diagnosis('auto-merge-waiting', 'certain', message)]
  }
  const isUnlisted =
    queue?.entries?.every(entry => entry.number !== null && entry.number !== number) ??
    (queue !== null && !context.source.confirmsByList)
  const message = `#${number} was never submitted to the queue of ${branch}.`
  const more = isClosed ? { remedy: CLOSED_REMEDY } : {}
  return [diagnosis('never-submitted', isUnlisted ? 'certain' : 'possible', message, more)]
}

/** Why a failed or cancelled pull request is out: as the source says; if it does not say, by all that is known. */
export function whyOut(given: Case, pr: PullRequest): Diagnosis[] {
  const told = byRemoval(given, pr)
  if (told.length > 0) return told
  const found = pr.state === 'failed' ? causesOfFailure(given, pr) : causesOfCancellation(given, pr)
  return withEvidence(found, sinceItLeft(given, pr))
}

/** The causes that the test run shows come before a push. */
function causesOfFailure(given: Case, pr: PullRequest): Diagnosis[] {
  const { run } = given
  const found = [...(run ? ofEndedRun(given, run) : []), ...evictedByPush(given, pr)]
  return found.length > 0
    ? found
    : [diagnosis('cause-unknown', 'possible', `It is not known why #${pr.number} failed: ${missingFact(given)}.`)]
}

/**
 * Two causes come before the cancellation itself: a push at about the same time, and the loss of a pull request that
 * the test run was built on.
 */
function causesOfCancellation(given: Case, pr: PullRequest): Diagnosis[] {
  const run = given.run?.status === 'cancelled' ? given.run : null
  const gone = run ? goneDependencies(given, run) : []
  const builtOn = gone.length === 0 ? [] : [say`Its test run was built on ${leftSince(gone)}.`]
  const evidence = [...closed(given, pr), ...builtOn]
  const taken = diagnosis('state-cancelled', 'certain', `#${pr.number} was taken out of the queue.`, { evidence })
  const pushed = given.timeline ? evictedByPush(given, pr) : []
  const others = run ? becauseOfLeft(given, run) : []
  return [...pushed, ...others, taken]
}

function missingFact({ context, facts, run }: Case): string {
  if (run) return 'its test run names no cause'
  const isSearched = facts.foundRun.kind === 'absent' && !context.source.namesTestRun
  return isSearched
    ? 'its test run was not found (the queue deletes test branches when it is done with a pull request)'
    : 'its test run is not known'
}

/** Sentences on when the pull request left, and on whether its head has moved since. */
function sinceItLeft(given: Case, pr: PullRequest): Message[] {
  const ago = leftAgo(given, pr.number, pr.stateChangedAt)
  if (!given.timeline || ago.length === 0) return ago
  const moved = pushedSince(given, pr)
  if (moved !== null) return [...ago, moved]
  // GitHub gives no time for an ordinary push, but another head shows that there was one.
  const isOther = given.view !== null && isOtherCommit(given.view.headSha, pr.sha)
  return isOther ? ago : [...ago, `GitHub shows no commit or forced push on #${pr.number} since then.`]
}

function closed({ timeline }: Case, { number, stateChangedAt }: PullRequest): string[] {
  const changed = timeOf(stateChangedAt)
  const near = timeline?.events.some(({ kind, at }) => {
    const time = timeOf(at)
    return kind === 'closed' && time !== null && changed !== null && Math.abs(time - changed) <= 10 * 60_000
  })
  return near ? [`#${number} was closed at about the time when it left the queue.`] : []
}

/** The reasons that need only a clause, which goes after "left the queue because". */
const PLAIN = {
  conflict: {
    code: 'not-mergeable',
    why: 'it has conflicts, so it could not be merged',
    remedy: 'Update it with its base branch, resolve the conflicts, and submit it again.',
    advice: 'fix first',
  },
  'pushed-to': { code: 'evicted-by-push', why: 'it was pushed to' },
  retargeted: { code: 'retargeted', why: 'its base branch was changed' },
  closed: { code: 'state-cancelled', why: 'it was closed' },
  'not-ready-too-long': { code: 'state-cancelled', why: 'it took too long to become ready' },
  'queue-changed': { code: 'state-cancelled', why: 'the queue was emptied or rolled back', advice: 'submit again' },
  'provider-refused': {
    code: 'state-cancelled',
    why: "GitHub's rules refused its merge",
    remedy: 'Resolve what the merge box of the pull request names, and submit it again.',
  },
} as const

function byRemoval(given: Case, pr: PullRequest): Diagnosis[] {
  const { number, removal } = pr
  if (removal === null) return []
  const subject = `#${number}`
  const evidence = leftAgo(given, number, removal.at)
  switch (removal.reason) {
    case 'checks-failed':
      return [checksFailed(given, subject, removal, evidence)]
    case 'timed-out': {
      const found = ofGroup(given, pr)
      if (found.length > 0) return withEvidence(found, evidence)
      const open = statusesIn(given, 'pending')
      const late = open.length > 0 ? namesOf(open) : 'The required checks'
      const message = say`${late} did not end for ${subject} in the time that the queue allows.`
      const remedy = `Speed the checks up, or allow them more time in the queue's settings; then queue ${subject} again.`
      const isGroup = given.context.source.testsOn === 'merge-group'
      const headline = `${subject} timed out in the queue`
      return [diagnosis('timed-out', 'certain', message, { evidence, headline, ...(isGroup && { remedy }) })]
    }
    case 'by-person':
      return [diagnosis('removed-by-person', removal.certainty, byPerson(given, subject, removal), { evidence })]
    case 'merged':
      return []
    case 'other': {
      const why = removal.text === null ? 'without giving a reason' : say`and gives ${code(removal.text)} as the reason`
      const message = say`${capitalised(given.context.source.name)} took ${subject} out of the queue ${why}.`
      return [diagnosis('state-cancelled', 'certain', message, { evidence })]
    }
    default: {
      const { code: cause, why, ...more } = PLAIN[removal.reason]
      const certainty = removal.reason === 'retargeted' ? removal.certainty : 'certain'
      const message = `${subject} left the queue because ${why}.`
      return [diagnosis(cause, certainty, message, { evidence, ...more })]
    }
  }
}

/** Names the checks that ejected the pull request: by the source, else those that failed in its last run. */
function checksFailed(given: Case, subject: string, removal: Removal, evidence: Message[]): Diagnosis {
  const named = removal.failedChecks.length > 0 ? removal.failedChecks : statusesIn(given, 'failed')
  const isKnown = named.length > 0
  const { testRun, foundRun } = given.facts
  const isUnread = testRun.kind === 'not-asked' && foundRun.kind === 'not-asked'
  const add = isUnread ? say`. Add ${code('test-run')} to ${code('read')} to see which` : '; it is not known which one'
  const message = isKnown
    ? say`${namesOf(named)} failed for ${subject} in the queue.`
    : say`A required check of ${subject} failed in the queue${add}.`
  return diagnosis('required-status-failed', 'certain', message, {
    evidence,
    advice: 'fix first',
    ...(!isKnown && !isUnread && { remedy: 'Look at the checks of its last run in the queue.' }),
  })
}

/** Machines take pull requests out in a person's name, too, so an uncertain removal only quotes the source. */
function byPerson(given: Case, subject: string, { actor, certainty, text }: Removal): Message {
  if (certainty === 'certain') return `${subject} was taken out${actor === null ? '' : ` by ${quoted(actor)}`}.`
  const reason = say`the reason ${code(text ?? '')}`
  const named = actor === null ? '' : say`names ${quoted(actor)} and `
  return say`${subject} was taken out of the queue; ${given.context.source.name} ${named}gives ${reason}.`
}

import { isSameCommit } from '../../facts/commit.ts'
import type { PullRequest, TestRun } from '../../facts/facts.ts'
import { timeOf } from '../../facts/time.ts'
import { code, type Message, quoted, say } from '../../message.ts'
import { CLOSED_REMEDY } from '../pull-request.ts'
import { type Case, contradicted, leftAgo, numbersOf } from './case.ts'
import { type Diagnosis, diagnosis, withEvidence } from './codes.ts'
import { evictedByPush, pushedSince } from './push.ts'
import { becauseOfLeft, goneDependencies, ofEndedRun } from './test-run.ts'
import { unknown } from './waiting.ts'

/** One that is not in the queue and never was, as far as the service says. */
export function neverSubmitted(given: Case, number: number): Diagnosis[] {
  const { facts, queue, context } = given
  const branch = quoted(context.targetBranch?.value ?? '')
  if (facts.queue.kind === 'absent') {
    const message = `Branch ${branch} has no queue, so #${number} can't be in it.`
    if (!context.source.hasRivals) return [diagnosis('queue-not-found', 'certain', message)]
    const remedy = say`Check ${code('target-branch')}. If the repository uses the queue of a service, set ${code('source: service')}.`
    return [diagnosis('queue-not-found', 'certain', `Branch ${branch} has no merge queue of GitHub's.`, { remedy })]
  }
  const denied = contradicted(given, 'submitted')
  if (denied !== null) return [diagnosis('cause-unknown', 'possible', denied)]
  const isClosed = given.view?.open === false
  if (given.view?.autoMerge && !isClosed) {
    const message = `#${number} is not in the queue of ${branch} yet: auto-merge is armed, and waits for its own requirements.`
    return [diagnosis('auto-merge-waiting', 'certain', message)]
  }
  const isUnlisted =
    queue?.entries?.every(entry => entry.number !== null && entry.number !== number) ??
    (queue !== null && !context.source.confirmsByList)
  const message = `#${number} was never submitted to the queue of ${branch}.`
  const more = isClosed ? { remedy: CLOSED_REMEDY } : {}
  return [diagnosis('never-submitted', isUnlisted ? 'certain' : 'possible', message, more)]
}

/** Why one that failed is out. What its own test run says outweighs a push. */
export function failed(given: Case, pr: PullRequest): Diagnosis[] {
  const { run } = given
  const found = [...(run ? ofEndedRun(given, run) : []), ...evictedByPush(given, pr)]
  const all = found.length > 0 ? found : [unknown(pr.number, 'failed in the queue', missingFact(given))]
  return withEvidence(all, since(given, pr))
}

/** Why one that was cancelled is out. A push about when it happened, or another that it was built on, says more than the state. */
export function cancelled(given: Case, pr: PullRequest): Diagnosis[] {
  const { run } = given
  const taken = diagnosis('state-cancelled', 'certain', `#${pr.number} was taken out of the queue.`, {
    evidence: [...closed(given, pr), ...(run ? builtOn(given, run) : [])],
  })
  const pushed = given.timeline ? evictedByPush(given, pr) : []
  const others = run?.status === 'cancelled' ? becauseOfLeft(given, run) : []
  const all = [...pushed, ...others, taken]
  return withEvidence(all, since(given, pr))
}

/** Those that a cancelled test run was built on and that are gone: merged or ejected, the service does not say which. */
function builtOn(given: Case, run: TestRun): Message[] {
  const gone = run.status === 'cancelled' && given.queue ? goneDependencies(given, run) : []
  if (gone.length === 0) return []
  const left = gone.length === 1 ? 'which has left the queue since' : 'which have left the queue since'
  return [say`Its test run was built on ${numbersOf(gone)}, ${left}.`]
}

/** Which fact would name the cause. */
function missingFact({ facts, run }: Case): Message {
  if (run) return 'its test run names no cause'
  return facts.foundRun.kind === 'absent'
    ? 'the queue deletes test branches when it is done with a pull request, so its test run was not found'
    : 'its test run is not known'
}

/** When it left, and whether its head has moved since. */
function since(given: Case, pr: PullRequest): string[] {
  const ago = leftAgo(given, pr.number, pr.stateChangedAt)
  if (!given.timeline || ago.length === 0) return ago
  const moved = pushedSince(given, pr)
  if (moved !== null) return [...ago, moved]
  // Of an ordinary push GitHub tells no time, so another head speaks against it.
  const isOther = given.view !== null && !isSameCommit(given.view.headSha, pr.sha)
  return isOther ? ago : [...ago, `GitHub shows no commit or forced push on #${pr.number} since then.`]
}

function closed({ timeline }: Case, { number, stateChangedAt }: PullRequest): string[] {
  const changed = timeOf(stateChangedAt)
  const near = timeline?.events.some(({ kind, at }) => {
    const time = timeOf(at)
    return kind === 'closed' && time !== null && changed !== null && Math.abs(time - changed) <= 10 * 60_000
  })
  return near ? [`#${number} was closed about when it left the queue.`] : []
}

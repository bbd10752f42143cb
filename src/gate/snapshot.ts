import { branchName } from '../facts/branch.ts'
import type { RunContext } from '../facts/context.ts'
import { type Doubt, doubtAbout, type Facts, type Member } from '../facts/facts.ts'
import { valueIn } from '../facts/reading.ts'
import type { Snapshot } from '../facts/snapshot.ts'
import { code, type Message, quoted, say } from '../text/message.ts'
import { doubtsIn } from './doubts.ts'
import { pullRequestIn } from './subject.ts'
import { type Finding, forGood, unknown, withHeadline } from './verdict.ts'

export type { Snapshot } from '../facts/snapshot.ts'

/** Finds the contradictions of one poll once, for all conditions and causes. */
export function snapshotOf(facts: Facts, context: RunContext): Snapshot {
  return { facts, context, doubts: doubtsIn(facts, context) }
}

const UNTESTED_HEAD =
  'Run the job again in a minute. If this persists, take the pull request out of the queue and submit it again.'
const MERGED_WITHOUT_HEAD = 'Compare the head with what was merged, and open another pull request for what is missing.'

/** The finding if one of these members is contradicted, else null. */
export function doubtFinding(snapshot: Snapshot, ...members: readonly Member[]): Finding | null {
  const found = doubtAbout(snapshot.doubts, ...members)
  if (!found) return null
  const finding = findingOf(found, snapshot)
  return found.forGood ? forGood(finding) : finding
}

/** The finding that a doubt leads to. */
export function findingOf({ code: doubted, members, message, headline }: Doubt, snapshot: Snapshot): Finding {
  const { context, facts } = snapshot
  // The usual words of `stale-head` say that this run's commit is old; here the queue's may be.
  if (doubted === 'stale-head' && members.includes('head')) {
    const isMerged = pullRequestIn(facts, context)?.state === 'merged'
    const subject = `#${context.pullRequest?.value}`
    const then = isMerged ? MERGED_WITHOUT_HEAD : UNTESTED_HEAD
    const how = isMerged ? 'was merged' : 'is tested'
    return withHeadline(`Not known which commit of ${subject} ${how}`, unknown(doubted, message, then))
  }
  const isLag = context.source.answersLag && doubted === 'contradictory-answer'
  const remedy = members.includes('base-branch') ? remedyForBase(snapshot) : 'wait'
  return withHeadline(headline, unknown(doubted, message, isLag ? remedy : undefined))
}

/** The remedy for another base: waiting never changes a base, and a re-run still has the event of the first run. */
function remedyForBase({ context: { targetBranch }, facts }: Snapshot): Message {
  const base = branchName(valueIn(facts.pullRequest)?.baseBranch ?? '')
  if (targetBranch?.from === 'event') return `Start a new run; a re-run still asks about ${quoted(targetBranch.value)}.`
  if (targetBranch?.from !== 'input' || base === '') return 'Run the job again.'
  return say`Set ${code('target-branch')} to ${code(base)}.`
}

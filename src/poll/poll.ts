import { short } from '../facts/commit.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import type { Read } from '../facts/facts.ts'
import { FACT_OF, type Facts, type FailedReading, failedBy, failedReads, failureIn } from '../facts/facts.ts'
import type { Source } from '../facts/source.ts'
import { conclude, type Requirements, type Verdict } from '../gate/conclusion.ts'
import { type Decision, isComplete, leftUnconfirmed } from '../gate/decision.ts'
import { needsGitHubView } from '../gate/readiness.ts'
import type { Clock } from '../runner/clock.ts'
import { factsOf } from '../sources/reading.ts'
import { code, say } from '../text/message.ts'

export interface Inquiry {
  source: Source
  context: RunContext
  plan: Plan
  list: string | null
  files: Pick<Facts, 'testReports'>
  /** GitHub's answer from before the first poll. */
  github: Facts['github']
  requirements: Requirements
  askGitHub(signal: AbortSignal): Promise<Facts['github']>
  clock: Clock
}

export interface Poll {
  facts: Facts
  verdict: Verdict
  /** The end of the poll by the monotonic clock, in milliseconds. */
  at: number
  /** No outage kept a condition from being judged. */
  isComplete: boolean
  /** False if the next poll has to confirm this one, because the source's answers lag. */
  isConfirmed: boolean
  isCutOff: boolean
}

/**
 * One poll: everything that is asked, at once, and the verdict on it alone. A failed read is a fact, too; throws only on
 * cancellation.
 *
 * @param before the poll before
 * @param signal aborts on cancellation, or at the deadline of a wait: reads that are still open then count as failed
 */
export async function poll(inquiry: Inquiry, before: Poll | null, signal: AbortSignal): Promise<Poll> {
  const { context, requirements, clock } = inquiry
  const facts = await readFacts(inquiry, before, signal)
  const verdict = conclude(facts, context, requirements)
  return {
    facts,
    verdict,
    at: clock.monotonic(),
    isComplete: isComplete(verdict, facts),
    isConfirmed: !leftUnconfirmed(facts, before?.facts ?? null, context),
    isCutOff: signal.aborted,
  }
}

async function readFacts(inquiry: Inquiry, before: Poll | null, signal: AbortSignal): Promise<Facts> {
  const { context, plan, list, source, files } = inquiry
  const known = listIn(before)
  const number = context.pullRequest?.value ?? null
  const targetBranch = context.targetBranch?.value ?? null
  const reads = plan.reads.filter(read => read !== 'quarantined-tests' || !known.quarantinedTests)
  const testRunId = context.testRunId?.value ?? null
  const found = await source.poll({ reads, number, targetBranch, testRunId, list }, signal)
  const facts: Facts = { ...known, ...files, ...found, ...unasked(reads, inquiry) }
  if (facts.github !== undefined) return facts
  if (before === null && inquiry.github !== undefined) return { ...facts, github: inquiry.github }
  if (!needsGitHubView(facts)) return facts
  return { ...facts, ...(await factsOf({ github: inquiry.askGitHub(signal) }, 'GitHub', signal)) }
}

/** The list of quarantined tests is read once, and again only after a failure. */
function listIn(before: Poll | null): Pick<Facts, 'quarantinedTests'> {
  const quarantinedTests = before?.facts.quarantinedTests
  return quarantinedTests === undefined || failureIn(quarantinedTests) ? {} : { quarantinedTests }
}

/** The reads that can't be asked for, as failures: nothing names what they are about. */
function unasked(reads: readonly Read[], { context, github }: Inquiry): Facts {
  const { targetBranch, pullRequest, group } = context
  const lacks = (read: Read) => {
    if (read === 'quarantined-tests') return null
    if (targetBranch === null) return branchUnknown(github, group)
    return read === 'pull-request' && pullRequest === null ? PULL_REQUEST_UNKNOWN : null
  }
  const failed = reads.map(read => [FACT_OF[read], lacks(read)] as const)
  return Object.fromEntries(failed.filter(([, failure]) => failure !== null))
}

const PULL_REQUEST_UNKNOWN = failedBy({
  code: 'not-known',
  headline: 'No pull request is known',
  message: "Neither the entry nor the last removal of a pull request names this group's commit.",
  remedy: say`Set ${code('pull-request')}, or take the conditions on a pull request out of this job.`,
  outage: false,
})

/** The failure of a read that needs the target branch, if neither the event nor GitHub names that branch. */
function branchUnknown(github: Facts['github'], group: RunContext['group']): FailedReading {
  if (group !== null && group.number !== null && github === undefined) {
    return failedBy({
      code: 'not-known',
      headline: 'The merge group is not, or no longer, in the queue',
      message: say`GitHub does not show #${group.number} in the merge group of this run, commit ${code(short(group.sha))}: the queue has dropped or rebuilt that group.`,
      remedy: say`Nothing is to be done if a newer group is tested. To judge this one, set ${code('target-branch')}.`,
      outage: false,
    })
  }
  const outage = failureIn(github)?.outage === true
  return failedBy({
    code: 'not-known',
    headline: 'The target branch is not known',
    message: 'The event does not name the target branch, and GitHub did not name it either.',
    remedy: outage
      ? say`Run the job again, or set ${code('target-branch')}.`
      : say`Set ${code('target-branch')}, or ${code('github-token')} to a token with ${code('pull-requests: read')}.`,
    outage,
  })
}

type Outcome = Pick<Decision, 'verdict' | 'facts' | 'polls' | 'timedOut' | 'outageAtEnd'>

/** The outcome of a wait that did not run out of time: the last poll decides. */
export function outcomeInTime(polls: readonly [Poll, ...Poll[]]): Outcome {
  const { verdict, facts } = lastOf(polls)
  return { verdict, facts, polls: polls.length, timedOut: false }
}

/**
 * The outcome at the deadline: the last complete poll decides, and where none was complete, the last one. An outage at
 * the end hides no condition that is known to be unmet.
 */
export function outcomeAtDeadline(polls: readonly [Poll, ...Poll[]], onUnavailable: 'fail' | 'warn'): Outcome {
  // What the deadline cuts off is no outage by itself. The first poll is never cut off.
  const latest = polls.findLast(({ isCutOff }) => !isCutOff) ?? lastOf(polls)
  // A poll that the next one had to confirm can't stand in for one with an outage.
  const deciding = polls.findLast(({ isComplete, isConfirmed }) => isComplete && isConfirmed) ?? latest
  const verdict = withRefutations(deciding.verdict, polls)
  const failure = failedReads(latest.facts).find(each => each.failure.outage)?.failure
  const hasOutage = failure !== undefined && latest.at > deciding.at
  return {
    verdict,
    facts: deciding.facts,
    polls: polls.length,
    timedOut: verdict.conclusion !== 'passed',
    ...(hasOutage && {
      outageAtEnd: { failure, lastsMs: latest.at - deciding.at, isAllowed: onUnavailable === 'warn' },
    }),
  }
}

/** An unknown verdict fails if some poll found a condition unmet, complete or not, and none found it met since. */
function withRefutations(verdict: Verdict, polls: readonly Poll[]): Verdict {
  if (verdict.conclusion !== 'unknown') return verdict
  const refuting = verdict.conditions.flatMap(({ condition }) => {
    const found = polls.flatMap(poll => poll.verdict.conditions.filter(each => each.condition === condition))
    const latest = found.findLast(each => each.verdict !== 'unknown')
    return latest?.verdict === 'unmet' ? latest.reasons : []
  })
  if (refuting.length === 0) return verdict
  return { ...verdict, conclusion: 'failed', succeeds: false, reasons: [...refuting, ...verdict.reasons] }
}

function lastOf(polls: readonly [Poll, ...Poll[]]): Poll {
  return polls.at(-1) ?? polls[0]
}

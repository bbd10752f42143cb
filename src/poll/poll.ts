import { type Facts, failureIn } from '../facts/facts.ts'
import type { Source } from '../facts/source.ts'
import { conclude, isComplete, needsConfirmation, type Requirements, type Verdict } from '../gate/conclusion.ts'
import { needsGitHubView } from '../gate/pull-request.ts'
import type { Clock } from '../runner/clock.ts'
import { awaitFacts } from '../sources/reading.ts'
import { failUnaskable, type Subject } from './subject.ts'

export interface Inquiry {
  source: Source
  /** Asks GitHub for the pull request that the step is about; undefined if there is none. */
  askGitHub(signal: AbortSignal): Promise<Facts['github']>
  /** The organization or the test collection whose quarantined tests are listed. */
  quarantineListOwner: string | null
  testReports: Facts['testReports']
  requirements: Omit<Requirements, 'plan'>
  clock: Clock
}

export interface Poll {
  facts: Facts
  verdict: Verdict
  /** Milliseconds of the monotonic clock. */
  startedAt: number
  endedAt: number
  /** No outage kept a condition from being judged. */
  isComplete: boolean
  /** False if the next poll has to confirm this one, because the source's answers lag. */
  isConfirmed: boolean
  /** The deadline of the wait passed before the poll ended. */
  isCutOff: boolean
}

/**
 * Makes all reads of a poll at once, and judges them. A failed read is a fact, too. Throws only on cancellation.
 *
 * @param signal aborts on cancellation, or at the deadline of a wait: reads that are still open then count as failed
 */
export async function poll(
  inquiry: Inquiry,
  subject: Subject,
  previous: Poll | null,
  signal: AbortSignal,
): Promise<Poll> {
  const { clock, requirements } = inquiry
  const { context, plan } = subject
  const startedAt = clock.monotonic()
  const facts = await readFacts(inquiry, subject, previous, signal)
  const verdict = conclude(facts, context, { ...requirements, plan })
  return {
    facts,
    verdict,
    startedAt,
    endedAt: clock.monotonic(),
    isComplete: isComplete(verdict, facts),
    isConfirmed: !needsConfirmation(facts, previous?.facts ?? null, context),
    isCutOff: signal.aborted,
  }
}

async function readFacts(
  { source, quarantineListOwner, testReports, askGitHub }: Inquiry,
  subject: Subject,
  previous: Poll | null,
  signal: AbortSignal,
): Promise<Facts> {
  const { context, plan, gitHubAnswer } = subject
  // The list of quarantined tests is read once, and again only after a failure.
  const list = previous?.facts.quarantinedTests
  const known: Facts = list === undefined || failureIn(list) ? {} : { quarantinedTests: list }
  const reads = plan.reads.filter(read => read !== 'quarantined-tests' || known.quarantinedTests === undefined)
  const { pullRequest: number, targetBranch, testRunId } = context
  const found = await source.poll({ reads, number, targetBranch, testRunId, quarantineListOwner }, signal)
  // The source makes no read that lacks its pull request or branch: that read fails here.
  const facts: Facts = { ...known, testReports, ...found, ...failUnaskable(reads, subject) }
  // What GitHub answered just before the first poll is new enough for that poll.
  if (previous === null && gitHubAnswer !== undefined) return { ...facts, github: gitHubAnswer }
  if (!needsGitHubView(facts)) return facts
  return { ...facts, ...(await awaitFacts({ github: askGitHub(signal) }, 'GitHub', signal)) }
}

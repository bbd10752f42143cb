import { type Facts, failureIn } from '../facts/facts.ts'
import type { Source } from '../facts/source.ts'
import { conclude, isComplete, needsConfirmation, type Requirements, type Verdict } from '../gate/conclusion.ts'
import { needsGitHubView } from '../gate/pull-request.ts'
import type { Clock } from '../runner/clock.ts'
import { factsOf } from '../sources/reading.ts'
import { failUnaskable, type Subject } from './subject.ts'

/** What all polls of a step have in common. */
export interface Inquiry {
  source: Source
  /** The organization or collection of the quarantined tests. */
  listOwner: string | null
  files: Pick<Facts, 'testReports'>
  requirements: Omit<Requirements, 'plan'>
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
export async function poll(
  inquiry: Inquiry,
  subject: Subject,
  before: Poll | null,
  signal: AbortSignal,
): Promise<Poll> {
  const { context, plan } = subject
  const facts = await readFacts(inquiry, subject, before, signal)
  const verdict = conclude(facts, context, { ...inquiry.requirements, plan })
  return {
    facts,
    verdict,
    at: inquiry.clock.monotonic(),
    isComplete: isComplete(verdict, facts),
    isConfirmed: !needsConfirmation(facts, before?.facts ?? null, context),
    isCutOff: signal.aborted,
  }
}

async function readFacts(
  { source, listOwner: list, files, askGitHub }: Inquiry,
  subject: Subject,
  before: Poll | null,
  signal: AbortSignal,
): Promise<Facts> {
  const { context, plan } = subject
  // The list of quarantined tests is read once, and again only after a failure.
  const quarantinedTests = before?.facts.quarantinedTests
  const known = quarantinedTests === undefined || failureIn(quarantinedTests) ? {} : { quarantinedTests }
  const reads = plan.reads.filter(read => read !== 'quarantined-tests' || !('quarantinedTests' in known))
  const { pullRequest: number, targetBranch, testRunId } = context
  const found = await source.poll({ reads, number, targetBranch, testRunId, listOwner: list }, signal)
  const facts: Facts = { ...known, ...files, ...found, ...failUnaskable(reads, subject) }
  if (facts.github !== undefined) return facts
  if (before === null && subject.github !== undefined) return { ...facts, github: subject.github }
  if (!needsGitHubView(facts)) return facts
  return { ...facts, ...(await factsOf({ github: askGitHub(signal) }, 'GitHub', signal)) }
}

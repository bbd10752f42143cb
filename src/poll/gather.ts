import type { Read } from '../facts/conditions.ts'
import type { RunContext } from '../facts/context.ts'
import { FACT_OF, type Facts } from '../facts/facts.ts'
import { type FailedReading, failedBy, isFailed } from '../facts/reading.ts'
import type { Source } from '../facts/source.ts'
import { needsGitHubView } from '../gate/readiness.ts'
import { code, say } from '../text/message.ts'

export interface Sources {
  source: Source
  /** Asks GitHub about one pull request. */
  github: (number: number, signal?: AbortSignal) => Promise<Facts['github']>
}

export interface Question {
  reads: Read[]
  context: RunContext
  /** The organization or collection of the quarantined tests. */
  list: string | null
  files?: FileFacts | undefined
}

export type FileFacts = Pick<Facts, 'testReports'>

/** Facts that are not read again. */
export type Known = Partial<Pick<Facts, 'github' | 'quarantinedTests'>>

/**
 * One poll: all reads of the question at once. A failed read is a fact, too; throws only on cancellation.
 *
 * @param signal aborts on cancellation, or at the deadline of a wait: reads that are still open then count as failed
 */
export async function gatherFacts(
  { reads, context, list, files }: Question,
  { source, github }: Sources,
  known: Known,
  signal: AbortSignal,
): Promise<Facts> {
  const number = context.pullRequest?.value ?? null
  const targetBranch = context.targetBranch?.value ?? null
  const testRunId = context.testRunId?.value ?? null
  const asked = reads.filter(read => read !== 'quarantined-tests' || !known.quarantinedTests)
  const facts = await source.poll({ reads: asked, number, targetBranch, testRunId, list }, signal)
  const unread = targetBranch === null ? withoutBranch(asked, known.github) : {}
  const view = number !== null && !known.github && needsGitHubView(facts) ? await github(number, signal) : known.github
  return { ...known, ...files, ...facts, ...unread, github: facts.github ?? view }
}

/** Each read that needs the target branch, as a failure: neither the event nor GitHub names that branch. */
function withoutBranch(reads: readonly Read[], github: Facts['github']): Facts {
  const onBranch = reads.filter(read => read !== 'quarantined-tests')
  return Object.fromEntries(onBranch.map(read => [FACT_OF[read], branchUnknown(github)]))
}

/** The failure of a read that needs the target branch, if neither the event nor GitHub names that branch. */
function branchUnknown(github: Facts['github']): FailedReading {
  const outage = isFailed(github) && github.failure.outage
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

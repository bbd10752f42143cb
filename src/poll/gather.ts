import type { Read } from '../facts/conditions.ts'
import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import { type FailedReading, failedBy, isFailed, type Reading } from '../facts/reading.ts'
import type { FactSource } from '../facts/source.ts'
import { capitalised, code, say } from '../text/message.ts'

export interface Sources {
  source: FactSource
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
 * One poll: all reads of the question at once, then those of GitHub if a verdict needs them. A failed read is a fact,
 * too; throws only on cancellation.
 *
 * @param over aborts at the deadline of a wait: reads that are still open count as failed
 */
export async function gatherFacts(
  { reads, context, list, files }: Question,
  { source }: Sources,
  known: Known = {},
  cancellation?: AbortSignal,
  over?: AbortSignal,
): Promise<Facts> {
  const signal = cancellation && over ? AbortSignal.any([cancellation, over]) : (cancellation ?? over)
  const inTime = <T>(reading: Promise<Reading<T> | undefined>) => cutOff(reading, over, lateOf(context))
  const number = context.pullRequest?.value ?? null
  const branch = context.targetBranch?.value ?? null
  const asked = reads.filter(read => read !== 'quarantined-tests' || !known.quarantinedTests)
  const readings = source.read(
    { reads: asked, number, targetBranch: branch, testRunId: context.testRunId?.value ?? null, list },
    signal,
  )
  const onBranch = <T>(read: Read, reading: Promise<Reading<T> | undefined>) =>
    branch === null && asked.includes(read) ? branchUnknown(known.github ?? undefined) : inTime(reading)

  const [pullRequest, queue, testRun, quarantinedTests, view] = await Promise.all([
    onBranch('pull-request', readings.pullRequest),
    onBranch('queue', readings.queue),
    onBranch('test-run', readings.testRun),
    known.quarantinedTests ?? inTime(readings.quarantinedTests),
    readings.view,
  ])
  const seen = view ?? known.github ?? undefined
  return { ...files, pullRequest, queue, testRun, quarantinedTests, github: seen }
}

function lateOf({ source }: RunContext): FailedReading {
  const message = `${capitalised(source.name)} did not answer in time.`
  return failedBy({ code: 'service-unavailable', message, remedy: 'wait', outage: true })
}

/** The reading, or `instead` if the deadline comes first. */
async function cutOff<R>(reading: R | Promise<R>, over: AbortSignal | undefined, instead: R): Promise<R> {
  try {
    return await reading
  } catch (error) {
    if (over?.aborted && error === over.reason) return instead
    throw error
  }
}

/** The failure of a read that needs the target branch, if neither the event nor GitHub names that branch. */
function branchUnknown(github: Facts['github']): FailedReading {
  const outage = isFailed(github) && github.failure.outage
  return failedBy({
    code: 'target-branch-unknown',
    message: 'The event does not name the target branch, and GitHub did not name it either.',
    remedy: outage
      ? say`Run the job again, or set ${code('target-branch')}.`
      : say`Set ${code('target-branch')}, or ${code('github-token')} to a token with ${code('pull-requests: read')}.`,
    outage,
  })
}

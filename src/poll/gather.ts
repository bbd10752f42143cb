import type { Read } from '../facts/conditions.ts'
import type { RunContext } from '../facts/context.ts'
import {
  type Facts,
  type GitHubReading,
  NOTHING_ASKED,
  type QuarantinedTests,
  type Reading,
  type TestReportsReading,
} from '../facts/facts.ts'
import { TestList } from '../facts/test-list.ts'
import { needsGitHub } from '../gate/judge.ts'
import type { PagesEnd, ServiceClient } from '../service/client.ts'
import { failureOf, ServiceError } from '../service/errors.ts'

/** The two APIs. */
export interface Sources {
  client: ServiceClient
  /** GitHub about one pull request. */
  github: (number: number, signal?: AbortSignal) => Promise<GitHubReading>
}

/** What to read, of what. */
export interface Question {
  reads: Read[]
  context: RunContext
  organization: string | null
  /** What was read of the workspace before; the same for all polls. */
  files?: FilesRead | undefined
}

/** What a step about tests has read of the workspace. */
export interface FilesRead {
  facts: Pick<Facts, 'testReports' | 'legReports'>
  /** The reading of the test reports with all tests that the list names. */
  withList: (list: QuarantinedTests, signal?: AbortSignal) => Promise<TestReportsReading>
}

/** What is known already and is not read again. */
export type Known = Partial<Pick<Facts, 'github' | 'quarantinedTests'>>

/**
 * One poll: reads everything that the question names, all that is independent at once, then GitHub's side if a verdict
 * needs it. What failed is a fact; it throws only on cancellation.
 */
export async function gatherFacts(
  { reads, context, organization, files }: Question,
  { client, github }: Sources,
  known: Known = {},
  signal?: AbortSignal,
): Promise<Facts> {
  const number = context.pullRequest?.value ?? null
  const branch = context.targetBranch?.value ?? null
  const testRunId = context.testRunId?.value ?? null
  const wants = (read: Read) => reads.includes(read)

  const [pullRequest, queue, testRun, quarantinedTests] = await Promise.all([
    wants('pull-request') && number !== null
      ? onBranch(branch, known => client.pullRequest(number, known, signal))
      : NOTHING_ASKED.pullRequest,
    wants('queue') ? onBranch(branch, known => client.queue(known, signal)) : NOTHING_ASKED.queue,
    wants('test-run') && testRunId !== null
      ? onBranch(branch, known => client.testRun(testRunId, known, signal))
      : NOTHING_ASKED.testRun,
    known.quarantinedTests ??
      (wants('quarantined-tests') && organization !== null
        ? collect(client.quarantinedTests(organization, signal))
        : NOTHING_ASKED.quarantinedTests),
  ])
  const facts: Facts = {
    ...NOTHING_ASKED,
    ...files?.facts,
    pullRequest,
    queue,
    testRun,
    quarantinedTests,
    github: known.github ?? NOTHING_ASKED.github,
  }
  if (files && quarantinedTests.kind === 'read') {
    facts.testReports = await files.withList(quarantinedTests.value, signal)
  }
  if (number === null || facts.github.kind !== 'not-asked' || !needsGitHub(facts, context)) return facts
  return { ...facts, github: await github(number, signal) }
}

/** A read that needs the target branch, which an event may leave to GitHub, and GitHub may not say. */
async function onBranch<T>(branch: string | null, ask: (branch: string) => Promise<T | null>): Promise<Reading<T>> {
  if (branch === null) {
    const message = 'The target branch is not known: the event does not name it, and GitHub did not say.'
    return { kind: 'not-asked', because: { code: 'target-branch-unknown', message } }
  }
  try {
    const value = await ask(branch)
    return value === null ? { kind: 'absent' } : { kind: 'read', value }
  } catch (error) {
    return failedReading(error)
  }
}

const PARTIAL: Record<PagesEnd, string | null> = {
  complete: null,
  'repeated-token': 'the service returned the same page token twice',
  'too-many-pages': 'the list has more than 10,000 pages',
}

/** Puts the pages together; what was read before a failure is kept, and marked. */
async function collect(pages: ReturnType<ServiceClient['quarantinedTests']>): Promise<Reading<QuarantinedTests>> {
  const value: QuarantinedTests = { tests: new TestList(), pages: 0, totalRows: null, partial: null }
  try {
    for (;;) {
      const { done, value: page } = await pages.next()
      if (done) {
        value.partial = PARTIAL[page] ?? missingRows(value)
        return { kind: 'read', value }
      }
      value.pages++
      value.totalRows = page.totalRows ?? value.totalRows
      value.tests.append(page.tests)
    }
  } catch (error) {
    const reading = failedReading(error)
    if (value.pages === 0) return reading
    return { kind: 'read', value: { ...value, partial: 'a page could not be read' }, failure: reading.failure }
  } finally {
    // Aborts the request for the next page.
    await pages.return('complete')
  }
}

function missingRows({ tests, totalRows }: QuarantinedTests): string | null {
  return totalRows !== null && tests.count < totalRows ? `the service counts ${totalRows} tests` : null
}

/** Cancellation and defects go up; what the service did is a fact. */
function failedReading(error: unknown): Extract<Reading<never>, { kind: 'failed' }> {
  if (!(error instanceof ServiceError)) throw error
  return { kind: 'failed', failure: failureOf(error) }
}

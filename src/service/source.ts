import type { Clock } from '../clock.ts'
import type { Read } from '../facts/conditions.ts'
import type { QuarantinedTests, Repository } from '../facts/facts.ts'
import type { Reading } from '../facts/reading.ts'
import type { FactSource } from '../facts/source.ts'
import type { QuarantinedTest } from '../facts/test-report.ts'
import { createServiceClient, type PagesEnd, type ServiceClient, type Spent } from './client.ts'
import { failureOf, ServiceError } from './errors.ts'
import type { Call } from './transport.ts'

export { createTransport } from './transport.ts'

/** The service as a source of facts, about one repository. */
export function createServiceSource(call: Call, repo: Repository, clock: Clock): FactSource {
  return sourceOf(createServiceClient(call, repo, clock))
}

/** The source that a client of the service is: what the client throws and gives as null becomes a reading. */
export function sourceOf(client: ServiceClient): FactSource {
  return {
    read({ reads, number, targetBranch: branch, testRunId, list }, signal) {
      const when = <T>(read: Read, ask: (() => Promise<Reading<T>>) | null): Promise<Reading<T>> =>
        reads.includes(read) && ask !== null ? ask() : Promise.resolve({ kind: 'not-asked' })
      const onBranch = <T>(ask: (branch: string) => Promise<T | null>) =>
        branch === null ? null : () => readingOf(ask(branch))
      return {
        pullRequest: when(
          'pull-request',
          number === null ? null : onBranch(to => client.pullRequest(number, to, signal)),
        ),
        queue: when(
          'queue',
          onBranch(to => client.queue(to, signal)),
        ),
        testRun: when(
          'test-run',
          // Without an id there is none that could count: one that is found by its branch is only shown.
          onBranch(async to => (testRunId === null ? null : client.testRun(testRunId, to, signal))),
        ),
        quarantinedTests: when('quarantined-tests', list === null ? null : () => listOf(list, signal)),
      }
    },
    testRun: (id, targetBranch, signal) => readingOf(client.testRun(id, targetBranch, signal)),
  }

  function listOf(organization: string, signal: AbortSignal | undefined) {
    const spent: Spent = { bytes: 0, latest: null }
    return readList(() => client.quarantinedTests(organization, signal, spent))
  }
}

/** Null stands for a 404 that is an answer. */
async function readingOf<T>(answer: Promise<T | null>): Promise<Reading<T>> {
  try {
    const value = await answer
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
/** How often a list is read whose pages contradict each other: it changed meanwhile. */
const MOST_READINGS = 3

/** The whole list, read again where its pages contradict each other; the last reading of it is told as partial. */
async function readList(read: () => ReturnType<ServiceClient['quarantinedTests']>): Promise<Reading<QuarantinedTests>> {
  for (let readings = 1; ; readings++) {
    const reading = await collect(read())
    const partial = reading.kind === 'read' && !reading.failure ? reading.value.partial : null
    if (partial === null || partial === PARTIAL['too-many-pages'] || readings === MOST_READINGS) return reading
  }
}

/** Puts the pages together; what was read before a failure is kept, and marked. */
async function collect(pages: ReturnType<ServiceClient['quarantinedTests']>): Promise<Reading<QuarantinedTests>> {
  const value: QuarantinedTests = { tests: [], pages: 0, totalRows: null, partial: null }
  const identities = new Set<string>()
  let totalPages: number | null = null
  let changed: string | null = null
  try {
    for (;;) {
      const { done, value: page } = await pages.next()
      if (done) {
        value.partial = PARTIAL[page] ?? changed ?? missing(value, totalPages)
        return { kind: 'read', value }
      }
      value.pages++
      changed ??= changeOf('tests', value.totalRows, page.totalRows) ?? changeOf('pages', totalPages, page.totalPages)
      value.totalRows = page.totalRows ?? value.totalRows
      totalPages = page.totalPages ?? totalPages
      value.tests.push(...page.tests)
      for (const test of page.tests) identities.add(identityOf(test))
      if (identities.size < value.tests.length) changed ??= `${CHANGED}: it holds a test twice`
    }
  } catch (error) {
    const reading = failedReading(error)
    if (value.pages === 0) return reading
    return { kind: 'read', value: { ...value, partial: 'a page could not be read' }, failure: reading.failure }
  }
}

const CHANGED = 'it changed while it was read'

/** Whoever leaves a list takes the place of another one, which then stands on no page. */
function changeOf(what: string, before: number | null, now: number | null): string | null {
  if (before === null || now === null || before === now) return null
  return `${CHANGED}: the service counted ${before} ${what}, then ${now}`
}

/** The service's id of a test; where it gives none, all that tells tests apart. */
function identityOf({ testCaseId, name, parent, file, classname, variant }: QuarantinedTest): string {
  return testCaseId ?? JSON.stringify([name, parent, file, classname, variant])
}

/** What the service counts otherwise than it gives. */
function missing({ tests, pages, totalRows }: QuarantinedTests, totalPages: number | null): string | null {
  if (totalRows !== null && tests.length !== totalRows) {
    return `the service counts ${totalRows} tests, and gave ${tests.length}`
  }
  return totalPages !== null && pages < totalPages ? `the service counts ${totalPages} pages, and gave ${pages}` : null
}

/** Cancellation and defects go up; what the service did is a fact. */
function failedReading(error: unknown): Extract<Reading<never>, { kind: 'failed' }> {
  if (!(error instanceof ServiceError)) throw error
  return { kind: 'failed', failure: failureOf(error) }
}

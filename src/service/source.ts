import type { Clock } from '../clock.ts'
import { READS } from '../facts/conditions.ts'
import type { QuarantinedTests, Repository } from '../facts/facts.ts'
import type { Reading } from '../facts/reading.ts'
import type { FactSource } from '../facts/source.ts'
import type { QuarantinedTest } from '../facts/test-list.ts'
import { createServiceClient, type PagesEnd, type ServiceClient } from './client.ts'
import { failureOf, ServiceError } from './errors.ts'
import type { Call } from './transport.ts'

/** The service as a source of facts, about one repository. */
export function createServiceSource(call: Call, repo: Repository, clock: Clock): FactSource {
  return sourceOf(createServiceClient(call, repo, clock))
}

/** The source that a client of the service is: what the client throws and gives as null becomes a reading. */
export function sourceOf(client: ServiceClient): FactSource {
  return {
    label: 'service',
    supports: READS,
    pullRequest: (number, targetBranch, signal) => readingOf(client.pullRequest(number, targetBranch, signal)),
    queue: (targetBranch, signal) => readingOf(client.queue(targetBranch, signal)),
    testRun: (id, targetBranch, signal) => readingOf(client.testRun(id, targetBranch, signal)),
    quarantinedTests: (organization, signal) => collect(client.quarantinedTests(organization, signal)),
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

/** Puts the pages together; what was read before a failure is kept, and marked. */
async function collect(pages: ReturnType<ServiceClient['quarantinedTests']>): Promise<Reading<QuarantinedTests>> {
  const value: QuarantinedTests = { tests: [], pages: 0, totalRows: null, partial: null }
  let totalPages: number | null = null
  let changed: string | null = null
  const known = new Set<string>()
  try {
    for (;;) {
      const { done, value: page } = await pages.next()
      if (done) {
        value.partial = PARTIAL[page] ?? changed ?? missing(value, totalPages)
        return { kind: 'read', value }
      }
      value.pages++
      changed ??= changeOf(value.totalRows, page.totalRows)
      value.totalRows = page.totalRows ?? value.totalRows
      totalPages = page.totalPages ?? totalPages
      const identities = page.tests.map(identityOf)
      if (identities.some(each => known.has(each))) {
        changed ??= 'it changed while it was read: a page repeats a test of an earlier one'
      }
      for (const each of identities) known.add(each)
      value.tests.push(...page.tests)
    }
  } catch (error) {
    const reading = failedReading(error)
    if (value.pages === 0) return reading
    return { kind: 'read', value: { ...value, partial: 'a page could not be read' }, failure: reading.failure }
  }
}

/** Whoever leaves a list takes the place of another one, which then stands on no page. */
function changeOf(before: number | null, now: number | null): string | null {
  if (before === null || now === null || before === now) return null
  return `it changed while it was read: the service counted ${before} tests, then ${now}`
}

/**
 * What the service counts otherwise than it gives. Its pages count only where it does not count the tests themselves.
 */
function missing({ tests, pages, totalRows }: QuarantinedTests, totalPages: number | null): string | null {
  if (totalRows !== null) {
    return tests.length === totalRows ? null : `the service counts ${totalRows} tests, and gave ${tests.length}`
  }
  return totalPages !== null && pages < totalPages ? `the service counts ${totalPages} pages, and gave ${pages}` : null
}

/** Tells an entry apart from every other one of a list that is whole. */
function identityOf({ name, parent, file, classname, variant, testCaseId }: QuarantinedTest): string {
  return `${name}\0${parent}\0${file}\0${classname}\0${variant}\0${testCaseId}`
}

/** Cancellation and defects go up; what the service did is a fact. */
function failedReading(error: unknown): Extract<Reading<never>, { kind: 'failed' }> {
  if (!(error instanceof ServiceError)) throw error
  return { kind: 'failed', failure: failureOf(error) }
}

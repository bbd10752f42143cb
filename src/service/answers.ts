import type { PullRequest, QuarantinedTest, Queue, TestRun } from '../facts.ts'
import { ShapeError } from '../shape.ts'
import { pullRequestOf, quarantinedTestOf, queueOf, testRunOf } from './mapping.ts'
import { INVALID, PARSERS } from './parsers.ts'
import type { Wire } from './wire.ts'

/** Makes facts of an answer's JSON; rejects, or throws, with a ShapeError where it is no answer. */
export type Reader<T> = (json: unknown) => T | Promise<never>

/** One page of quarantined tests. */
export interface Page {
  tests: QuarantinedTest[]
  totalRows: number | null
}

export const readPullRequest: Reader<PullRequest> = reader('submittedPullRequest', pullRequestOf)

export const readQueue: Reader<Queue> = reader('queue', queueOf)

/** The answer does not repeat the id that was asked for. */
export function testRunReader(id: string): Reader<TestRun> {
  return reader('testingDetails', wire => testRunOf(id, wire))
}

export const readPage: Reader<Page> = reader('quarantinedTestsPage', ({ quarantined_tests, page }) => ({
  tests: quarantined_tests.map(quarantinedTestOf),
  totalRows: page.total_rows ?? null,
}))

/**
 * The token of the page after this one, empty where there is none. It is read before the page is, so that the service
 * is at work on the next one in the meantime; in what is no page it finds none.
 */
export function nextTokenOf(json: unknown): string {
  const token = memberOf(memberOf(json, 'page'), 'next_page_token')
  return typeof token === 'string' ? token : ''
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function reader<Name extends keyof Wire, Facts>(name: Name, factsOf: (wire: Wire[Name]) => Facts): Reader<Facts> {
  return json => {
    const wire = PARSERS[name](json)
    return wire === INVALID ? refuse(name, json) : factsOf(wire)
  }
}

/** Only what is refused needs zod, which tells why. */
async function refuse(name: keyof Wire, json: unknown): Promise<never> {
  const { problemOf } = await import('./problem.ts')
  throw new ShapeError(problemOf(name, json))
}

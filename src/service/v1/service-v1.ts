import type { Read } from '../../facts/conditions.ts'
import type { Repository } from '../../facts/facts.ts'
import type { Reading } from '../../facts/reading.ts'
import type { FactSource } from '../../facts/source.ts'
import { readList, type Spent } from '../list.ts'
import { readingOf } from '../reading.ts'
import { createTransport, type TransportOptions } from '../transport.ts'
import { callBy, createServiceClient, type ServiceClient, V1 } from './client.ts'

/** The v1 API of the service as a source of facts, about one repository. */
export function createServiceSource(options: Omit<TransportOptions, 'api'>, repo: Repository): FactSource {
  const call = callBy(createTransport({ ...options, api: V1 }))
  return sourceOf(createServiceClient(call, repo, options.clock))
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

import type { Result } from '../../result.ts'
import { pullRequestPart } from './pull-request.ts'
import { quarantinedPart } from './quarantined.ts'
import { queuePart } from './queue.ts'
import { testRunPart } from './test-run.ts'

/** HTML of the facts; null for those that were not read. */
export type FactParts = ReturnType<typeof factParts>

export function factParts(result: Result) {
  return {
    testRun: testRunPart(result),
    pullRequest: pullRequestPart(result),
    queue: queuePart(result),
    quarantined: quarantinedPart(result),
  }
}

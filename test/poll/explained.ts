/** Explains #42 with GitHub's stand-in and a service in memory. */

import type { Facts, TestRun } from '../../src/facts/facts.ts'
import type { Reading } from '../../src/facts/reading.ts'
import type { FactSource } from '../../src/facts/source.ts'
import { needsOfDiagnosis } from '../../src/gate/diagnosis/needs.ts'
import * as github from '../../src/github/readers.ts'
import { explain } from '../../src/poll/explain.ts'
import { context, NOW, testRun } from '../builders.ts'
import { useGitHub } from '../github/api.ts'
import { gitHubState, type Repository, type State, sha } from '../stand-in/github/state.js'

export const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`
export const branchOf = (digit: string, numbers = '42') => `q-merge/pr-${numbers}/${id(digit)}`
const ABSENT = { kind: 'absent' } as const

/** The service's run of a branch, as the branch says it. */
export function runOf(digit: string, over: Partial<TestRun> = {}): Reading<TestRun> {
  return {
    kind: 'read',
    value: testRun({
      id: id(digit),
      testBranch: branchOf(digit),
      testBranchSha: sha(digit),
      reportedIsWhole: true,
      ...over,
    }),
  }
}

/** For a test file: what explains facts with these branches at GitHub and these runs at the service. */
export function useExplained() {
  const openGitHub = useGitHub()
  return async function explained(
    given: Facts,
    repository: Repository,
    runs: Record<string, Reading<TestRun>> = {},
    state: Omit<State, 'repositories'> = {},
    options: Parameters<typeof openGitHub>[1] = {},
    lastRun?: FactSource['lastRun'],
  ) {
    const { api, client, poll } = await openGitHub(gitHubState(repository, state), options)
    const asked: string[] = []
    const source = {
      testRun: async (runId: string) => {
        asked.push(runId)
        return runs[runId] ?? ABSENT
      },
      ...(lastRun && { lastRun }),
    } as Partial<FactSource> as FactSource
    const clock = { sleep: async () => {} }
    const means = { github, client, source, poll, clock, checkRunId: null }
    const found = await explain(given, context(), needsOfDiagnosis(given, context(), NOW), means)
    return { found, asked, requests: api.requests.length }
  }
}

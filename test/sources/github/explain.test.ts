import { describe, expect, test } from 'vitest'
import { SOURCES } from '../../../src/facts/profile.ts'
import type { ExplanationRead } from '../../../src/facts/source.ts'
import type { CheckReport } from '../../../src/sources/github/commit-reports.ts'
import { whyMissing } from '../../../src/sources/github/explain.ts'
import { type HeadAndTarget, unmetRequirementsOf } from '../../../src/sources/github/head-and-target.ts'
import { createGitHubSource } from '../../../src/sources/github/source.ts'
import { context } from '../../builders.ts'
import { sleepingClock, useGitHub } from '../../github/api.ts'
import { gitHubState, requiresChecks, requiresQueue, type State, type Wire } from '../../stand-in/github/state.js'
import { at, GROUP, HEAD, OPTIONS, QUESTION } from './answers.ts'

const openGitHub = useGitHub()
const MAIN = '0'.repeat(40)

const TEMPLATE = `unit (\${{ matrix.os }})`

function report(name: string, word: string, over: Partial<CheckReport> = {}): CheckReport {
  return {
    name,
    word,
    url: null,
    since: null,
    kind: 'check-run',
    reporter: 'github-actions',
    isRequired: true,
    ...over,
  }
}

describe('why a required check is missing', () => {
  const CLA = report('license/cla', 'success', { kind: 'status', reporter: 'cla-assistant' })
  test.each<[string, string, string[], CheckReport[], string, string | null]>([
    ['a reusable workflow', 'unit', ['gate / unit'], [], 'reusable-workflow', 'gate / unit'],
    ['the name that pages show', 'CI / unit', ['unit'], [], 'other-name', 'unit'],
    ['a leg of other values', 'unit (18)', ['lint', 'unit (20)'], [], 'other-name', 'unit (20)'],
    ['a template', 'unit (linux)', [TEMPLATE], [], 'unexpanded-matrix', TEMPLATE],
    ['a template of another job', 'e2e (linux)', [TEMPLATE], [], 'unknown', null],
    ['a skipped matrix', 'skipped (linux)', ['skipped'], [], 'unexpanded-matrix', 'skipped'],
    ['a job that ran', 'unit (linux)', ['unit'], [], 'other-name', 'unit'],
    ['other letters', 'Unit-tests', ['unit tests'], [], 'other-name', 'unit tests'],
    ['a workflow without a trigger', 'unit', ['lint'], [report('unit', 'success')], 'no-trigger', 'github-actions'],
    ['an app', 'license/cla', [], [CLA], 'pull-requests-only', 'cla-assistant'],
    ['nothing like it', 'unit', ['lint'], [], 'unknown', null],
  ])('%s', (_, name, names, onHead, why, found) => {
    const reported = names.map(each => ({ name: each, url: null, outcome: 'passed' as const, word: each }))
    const member = found === CLA.reporter || found === 'github-actions' ? 'reporter' : 'similarName'
    expect(whyMissing(name, reported, onHead)).toEqual({ name, why, ...(found !== null && { [member]: found }) })
  })
})

describe('what a head still lacks', () => {
  const OPEN = {
    state: 'OPEN',
    isDraft: false,
    mergeable: 'MERGEABLE',
    mergeStateStatus: 'CLEAN',
    reviewDecision: null,
  }
  const GREEN = [report('unit', 'success')]
  const UNREQUIRED = report('lint', 'failure', { isRequired: false })
  test.each<[string, Partial<HeadAndTarget['pullRequest']>, CheckReport[], string[]]>([
    ['nothing', {}, GREEN, []],
    ['it is closed', { state: 'CLOSED' }, GREEN, ['closed']],
    ['it is a draft', { isDraft: true }, GREEN, ['draft']],
    ['conflicts', { mergeable: 'CONFLICTING', mergeStateStatus: 'BEHIND' }, GREEN, ['conflict', 'behind']],
    ['a review', { reviewDecision: 'REVIEW_REQUIRED' }, GREEN, ['review-required']],
    ['changes', { reviewDecision: 'CHANGES_REQUESTED' }, GREEN, ['changes-requested']],
    ['no review is asked for', { reviewDecision: 'APPROVED' }, GREEN, []],
    ['a check failed', {}, [report('unit', 'failure')], ['check-failed']],
    ['a check runs', {}, [report('unit', 'queued')], ['check-pending']],
    ['a check is missing', {}, [], ['check-missing']],
    ['one that is not required failed', {}, [...GREEN, UNREQUIRED], []],
  ])('%s', (_, more, onHead, expected) => {
    const box = { ...OPEN, ...more }
    const elsewhere = { isInOrganization: true, pullRequest: box, onHead, isHeadWhole: true, onTarget: [] }
    const found = unmetRequirementsOf(elsewhere, [{ name: 'unit', appId: null }])
    expect(found?.map(({ kind }) => kind)).toEqual(expected)
  })
})

type Answer = NonNullable<State['faults']>[number]['answer']
type Head = { statusCheckRollup: { contexts: Wire } }

describe('an explanation', () => {
  const OUT: Wire = {
    events: [
      { kind: 'added', at: at(10) },
      { kind: 'removed', at: at(20), reason: 'failed_checks', group: GROUP },
    ],
  }
  const ALL: ExplanationRead[] = ['history', 'test-run', 'checks']

  /** The explanation of a poll about #42, and the requests of both. */
  async function explained(
    standings: Wire[],
    needs: ExplanationRead[],
    rest: Omit<State, 'repositories'> = {},
    dequeuedAt?: string,
  ) {
    const repository = {
      branches: { main: MAIN },
      rules: { main: [requiresQueue(60), requiresChecks('unit')] },
      checkRuns: { [GROUP]: [{ name: 'unit', conclusion: 'failure' }], [HEAD]: [{ name: 'unit' }] },
      pullRequests: { 42: { standings } },
    }
    const { api, client } = await openGitHub(gitHubState(repository, rest))
    const source = createGitHubSource({
      ...OPTIONS,
      client,
      clock: sleepingClock(),
      pullRequestActivity:
        dequeuedAt === undefined ? null : { action: 'dequeued', updatedAt: dequeuedAt, reason: 'CI_FAILURE' },
    })
    const { signal } = new AbortController()
    const facts = await source.poll(QUESTION, signal)
    const snapshot = { facts, context: context({ source: SOURCES.github }), doubts: [] }
    return { explanation: await source.explain(snapshot, needs, signal), requests: api.requests }
  }

  test('of a pull request that was thrown out takes six requests, its poll included', async () => {
    const { explanation, requests } = await explained([OUT], ALL)
    expect(requests).toHaveLength(6)
    expect(explanation).toMatchObject({
      testRun: { value: { id: GROUP, status: 'failed' } },
      removal: { value: { reason: 'checks-failed' } },
      removalCount: { value: 1 },
      checkElsewhere: { value: { name: 'unit', onHead: { word: 'success' }, onTarget: null } },
      checkTimeoutMinutes: { value: 60 },
    })
  })

  test('a removal that only the event tells is asked for once more', async () => {
    const leaving = { events: [{ kind: 'added', at: at(10) }] }
    const { explanation, requests } = await explained([leaving, OUT], ALL, {}, at(20))
    expect([requests.length, explanation.testRun]).toMatchObject([7, { value: { id: GROUP } }])
  })

  test.each<[string, Wire, object]>([
    [
      'a push since',
      { pushes: [...(OUT['events'] as Wire[]), { kind: 'committed' }] },
      { pushedAfterRemoval: { value: '' } },
    ],
    [
      'a push in the queue',
      { pushes: [(OUT['events'] as Wire[])[0], { kind: 'force-pushed', at: at(15) }, (OUT['events'] as Wire[])[1]] },
      { pushedInQueue: { value: at(15) } },
    ],
  ])('%s', async (_, more, expected) => {
    expect((await explained([{ ...OUT, ...more }], ALL)).explanation).toMatchObject(expected)
  })

  test('of one that was never submitted: what it lacks', async () => {
    const { explanation, requests } = await explained([{ mergeStateStatus: 'BEHIND' }], ['requirements'])
    expect(explanation).toMatchObject({
      unmetRequirements: { value: [{ kind: 'behind' }] },
      isPersonalRepository: { value: false },
    })
    expect(requests).toHaveLength(4)
  })

  test.each<[string, (head: Head) => object[]]>([
    [
      'more than 100 reports',
      ({ statusCheckRollup: { contexts } }) => {
        Object.assign(contexts, { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'x' } })
        return []
      },
    ],
    [
      'a report that the token may not see',
      ({ statusCheckRollup: { contexts } }) => {
        contexts['nodes'] = [null]
        return [{ type: 'FORBIDDEN', path: ['repository', 'head', 'statusCheckRollup', 'contexts', 'nodes', 0] }]
      },
    ],
  ])('a head with %s: no check is known to be missing', async (_, spoil) => {
    const answer: Answer = own => {
      const body = structuredClone(own.body) as { data: { repository: { head?: Head } } }
      const { head } = body.data.repository
      return head ? { ...own, body: { ...body, errors: spoil(head) } } : own
    }
    const of = async (standing: Wire) => {
      const { explanation } = await explained([standing], ['requirements'], { faults: [{ at: 'graphql', answer }] })
      return explanation.unmetRequirements
    }
    expect(await of({})).toBeUndefined()
    expect(await of({ isDraft: true })).toEqual({ value: [{ kind: 'draft', check: null }] })
  })

  test('what the token may not read is a failed reading', async () => {
    const { explanation } = await explained([OUT], ALL, { permissions: { checks: 'none', statuses: 'none' } })
    expect(explanation).toMatchObject({
      testRun: { failure: { code: 'github-forbidden' } },
      removalCount: { value: 1 },
    })
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../../../src/facts/conditions.ts'
import { SOURCES } from '../../../src/facts/profile.ts'
import { failedBy, gitHubFailure } from '../../../src/facts/reading.ts'
import { judge } from '../../../src/gate/judge.ts'
import { snapshotOf } from '../../../src/gate/snapshot.ts'
import type { GraphqlError } from '../../../src/github/client.ts'
import { createQueueSource } from '../../../src/sources/github/source.ts'
import { context } from '../../builders.ts'
import { ROCKET, stillClock } from '../../github/api.ts'
import { at, GROUP } from './standings.ts'

const HEAD = 'a'.repeat(40)
const OTHER = 'b'.repeat(40)
const ABOUT = context({ source: SOURCES.github, headSha: HEAD, pullRequestHead: HEAD })

const minute = fc.integer({ min: 5, max: 25 }).map(at)
const added = minute.map(createdAt => ({ __typename: 'AddedToMergeQueueEvent', createdAt }))
const removed = fc
  .tuple(minute, fc.constantFrom('failed_checks', 'merged', 'MERGE', 'manual', null, 'odd'))
  .map(([createdAt, reason]) => ({
    __typename: 'RemovedFromMergeQueueEvent',
    createdAt,
    reason,
    actor: null,
    beforeCommit: { oid: GROUP },
  }))
const pushed = fc.constant({ __typename: 'PullRequestCommit' })
const list = (item: fc.Arbitrary<object>) =>
  fc.record({
    pageInfo: fc.record({ hasPreviousPage: fc.boolean() }),
    nodes: fc.array(item, { maxLength: 4 }),
  })
const entry = fc.record({
  __typename: fc.constant('MergeQueueEntry'),
  state: fc.constantFrom(
    'QUEUED',
    'AWAITING_CHECKS',
    'MERGEABLE',
    'UNMERGEABLE',
    'LOCKED',
    'mergeable',
    'tests_passed',
  ),
  position: fc.constant(1),
  enqueuedAt: minute,
  headCommit: fc.constantFrom(null, { oid: GROUP }),
})

const whole = fc.record({
  number: fc.constantFrom(42, 42, 42, 43),
  state: fc.constantFrom('OPEN', 'OPEN', 'CLOSED', 'MERGED'),
  merged: fc.constantFrom(false, false, true),
  baseRefName: fc.constantFrom('main', 'main', 'main', 'next'),
  headRefOid: fc.constantFrom(HEAD, HEAD, HEAD, OTHER),
  isMergeQueueEnabled: fc.constantFrom(true, true, true, false),
  isInMergeQueue: fc.boolean(),
  mergeQueueEntry: fc.oneof(fc.constant(null), entry),
  queueEvents: list(fc.oneof(added, removed)),
  pushes: list(fc.oneof(added, removed, pushed)),
})
type Answer = typeof whole extends fc.Arbitrary<infer T> ? T : never

/** What becomes of a member: mostly nothing. */
const FATES = ['there', 'there', 'there', 'there', 'there', 'there', 'null', 'refused', 'gone', 'odd'] as const
const MEMBERS = [
  'merged',
  'baseRefName',
  'headRefOid',
  'isMergeQueueEnabled',
  'isInMergeQueue',
  'mergeQueueEntry',
  'queueEvents',
  'pushes',
  'state',
] as const
const fates = fc.tuple(...MEMBERS.map(() => fc.constantFrom(...FATES)))

interface Told {
  answer: Answer
  pullRequest: Record<string, unknown>
  errors: GraphqlError[]
}

const told: fc.Arbitrary<Told> = fc.tuple(whole, fates).map(([answer, fate]) => {
  const pullRequest: Record<string, unknown> = { ...answer }
  const errors: GraphqlError[] = []
  for (const [index, member] of MEMBERS.entries()) {
    const path = ['repository', 'pullRequest', member]
    if (fate[index] === 'null' || fate[index] === 'refused') pullRequest[member] = null
    if (fate[index] === 'refused') errors.push({ type: 'FORBIDDEN', path, unknownField: null })
    if (fate[index] === 'gone') delete pullRequest[member]
    if (fate[index] === 'odd') pullRequest[member] = 'yes'
  }
  return { answer, pullRequest, errors }
})

/** The conditions that are met after one step has polled these answers in turn. */
async function metBy(answers: readonly Told[]): Promise<Condition[]> {
  let asked = 0
  const elsewhere = failedBy(gitHubFailure('unavailable', 'no', 'none'))
  const source = createQueueSource({
    client: {
      request: async () => elsewhere,
      graphql: async () => {
        const { pullRequest, errors } = answers[asked++] ?? { pullRequest: null, errors: [] }
        return { value: { data: { repository: { pullRequest } }, errors } }
      },
    },
    repository: ROCKET,
    clock: stillClock(),
    requestTimeoutMs: 10_000,
    activity: null,
    group: null,
    waits: true,
    wantsList: false,
    wantsRequired: false,
    own: { checkRunId: null, statusContext: null },
    onCall: () => {},
  })
  const question = {
    reads: ['pull-request', 'queue'] as const,
    number: 42,
    targetBranch: 'main',
    testRunId: null,
    list: null,
  }
  let facts = {}
  for (const _ of answers) {
    facts = await source.poll(question, new AbortController().signal)
  }
  const snapshot = snapshotOf(facts, ABOUT)
  const asks: Condition[] = ['submitted', 'not-submitted', 'ready', 'tests-passed', 'merged', 'settled']
  return asks.filter(condition => judge(condition, snapshot).verdict === 'met')
}

/** The value of a member; undefined if it was refused or changed. */
function says<Key extends keyof Answer>({ answer, pullRequest, errors }: Told, key: Key): Answer[Key] | undefined {
  const isRefused = errors.some(({ path }) => path?.[2] === key)
  return !isRefused && pullRequest[key] === answer[key] ? answer[key] : undefined
}

/** Whether the last queue event, if there is one, agrees that the pull request is out. */
function agrees(last: Told): boolean {
  const nodes = says(last, 'queueEvents')?.nodes as { __typename: string; reason?: string | null }[] | undefined
  if (nodes === undefined) return false
  const event = nodes.at(-1)
  if (event === undefined) return true
  if (event.__typename === 'AddedToMergeQueueEvent') return says(last, 'state') === 'CLOSED'
  return event.reason !== 'merged' && event.reason !== 'MERGE'
}

test('nothing is met without the fields that say so, whichever part is missing, refused or odd', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 3 }), async answers => {
      const met = await metBy(answers)
      const last = answers.at(-1)
      if (last === undefined) return
      const isMerged = says(last, 'merged') === true
      const isHere = says(last, 'baseRefName') === 'main' && says(last, 'number') === 42
      const isOut = says(last, 'isInMergeQueue') === false && !last.pullRequest['mergeQueueEntry']
      const isSafe = isOut && (isMerged || (agrees(last) && says(last, 'isMergeQueueEnabled') === true))
      const state = (says(last, 'mergeQueueEntry') as { state?: string } | null | undefined)?.state
      const isFresh = says(last, 'headRefOid') === HEAD
      const hasPassed =
        state === 'MERGEABLE' && says(last, 'isInMergeQueue') === true && says(last, 'pushes') !== undefined
      const may: Partial<Record<Condition, boolean>> = {
        submitted: isHere && says(last, 'isInMergeQueue') === true && says(last, 'merged') === false,
        'not-submitted': isHere && isSafe,
        ready:
          isHere &&
          isFresh &&
          (isMerged || (state !== undefined && ['QUEUED', 'AWAITING_CHECKS', 'MERGEABLE'].includes(state))),
        'tests-passed': isHere && isFresh && (isMerged || hasPassed),
        merged: isHere && isMerged,
        settled: isHere && (isMerged || (isOut && agrees(last))),
      }
      expect(met.filter(condition => !may[condition])).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('some answers meet each of the six conditions', async () => {
  const seen = new Set<Condition>()
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 3 }), async answers => {
      for (const condition of await metBy(answers)) seen.add(condition)
    }),
    { numRuns: 2000 },
  )
  expect(seen.size).toBe(6)
})

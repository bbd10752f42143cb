import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITION_NEEDS, CONDITIONS, type Condition, type Read, readsNeeded } from '../../src/facts/conditions.ts'
import type { RunContext } from '../../src/facts/context.ts'
import {
  FACT_OF,
  type Facts,
  failedReads,
  MERGEABILITIES,
  type Member,
  PULL_REQUEST_STATES,
  QUEUE_STATES,
  TEST_RUN_STATUSES,
} from '../../src/facts/facts.ts'
import { conclude, type Requirements } from '../../src/gate/conclusion.ts'
import { doubtsIn } from '../../src/gate/doubts.ts'
import { judge, needOfGitHub } from '../../src/gate/judge.ts'
import { snapshotOf } from '../../src/gate/snapshot.ts'
import type { ConditionVerdict } from '../../src/gate/verdict.ts'
import { asText } from '../../src/text/message.ts'
import {
  context,
  entry,
  facts,
  gitHubView,
  ofPullRequest,
  ofQueue,
  ofRun,
  read,
  readiness,
  testBranchContext,
} from '../builders.ts'
import { anyContext, anyFacts, anyRequirements, entries, failure, foreign, queues } from './arbitraries.ts'
import { ON_SERVICE } from './digest.ts'

const RUNS = { numRuns: 200 }

/** The members that can be contradicted and that a condition can't be met without: by what is read for it, and more. */
const RESTS_ON: Record<Read, Member[]> = {
  'pull-request': ['number', 'state'],
  queue: ['queue'],
  'test-run': ['test-run-status'],
  'quarantined-tests': [],
}
const RESTS_ON_MORE: Partial<Record<Condition, Member[]>> = {
  submitted: ['submitted'],
  'not-submitted': ['submitted'],
  ready: ['submitted', 'base-branch'],
  settled: ['submitted'],
  'queue-empty': ['queue-entry'],
}

describe('judge', () => {
  test.each(CONDITIONS)('%s is never met without the answers that it needs', condition => {
    // A final state needs no queue beside it.
    const needed = CONDITION_NEEDS[condition].map(read => FACT_OF[read])
    fc.assert(
      fc.property(anyFacts, anyContext, (given, about) => {
        if (judge(condition, snapshotOf(given, about)).verdict !== 'met') return
        const answers = needed.map(fact => given[fact])
        const state = isRead(given.pullRequest) ? given.pullRequest.value.state : null
        const final = condition === 'settled' ? ['merged', 'failed', 'cancelled'] : ['merged']
        const decisive = final.includes(state ?? '') ? answers.slice(0, 1) : answers
        for (const answer of decisive) expect(['read', 'absent']).toContain(answer.kind)
        // "Never submitted" and "there is no queue" never let a step pass both.
        expect(decisive.some(answer => isRead(answer))).toBe(true)
      }),
      RUNS,
    )
  })

  test.each(CONDITIONS)('%s is never met where the facts that it rests on contradict themselves', condition => {
    const read = CONDITION_NEEDS[condition].flatMap(each => RESTS_ON[each])
    const members = [...read, ...(RESTS_ON_MORE[condition] ?? [])]
    fc.assert(
      fc.property(anyFacts, anyContext, (given, about) => {
        const found = doubtsIn(given, about).flatMap(each => each.members)
        const merged = isRead(given.pullRequest) && given.pullRequest.value.state === 'merged'
        // Another pull request's end says nothing of ours.
        const final = merged && !found.includes('number')
        if (final && ['ready', 'tests-passed', 'merged', 'settled'].includes(condition)) return
        // An episode that ended needs no queue.
        const state = isRead(given.pullRequest) ? given.pullRequest.value.state : null
        const ended = condition === 'settled' ? ['merged', 'failed', 'cancelled'] : ['merged']
        const decisive = members.filter(member => member !== 'queue' || !ended.includes(state ?? ''))
        if (found.some(member => decisive.includes(member))) {
          expect(judge(condition, snapshotOf(given, about)).verdict).not.toBe('met')
        }
      }),
      RUNS,
    )
  })

  test.each(ON_SERVICE)('%s can be met and can be missed by these facts', condition => {
    const verdicts = fc
      .sample(fc.tuple(anyFacts, anyContext), { numRuns: 1000, seed: 1 })
      .map(([given, about]) => judge(condition, snapshotOf(given, about)).verdict)
    expect(new Set(verdicts)).toEqual(new Set(['met', 'unmet', 'unknown']))
  })

  test('a verdict is complete, the same for the same facts, and leaves them as they are', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONDITIONS), anyFacts, anyContext, (condition, given, about) => {
        const before = structuredClone({ given, about })
        const verdict = judge(condition, snapshotOf(given, about))
        expect(verdict.condition).toBe(condition)
        expect(verdict.reasons.length > 0).toBe(verdict.verdict !== 'met')
        expect(verdict.reasons.every(each => each.condition === condition)).toBe(true)
        for (const { message } of verdict.reasons) expect(asText(message)).not.toContain('[object')
        if (verdict.outage) {
          expect(verdict.verdict).toBe('unknown')
          expect(isFailed(given.github) || failedReads(given).some(({ failure }) => failure.outage)).toBe(true)
        }
        expect({ given, about }).toEqual(before)
        expect(judge(condition, snapshotOf(before.given, before.about))).toEqual(verdict)
      }),
      RUNS,
    )
  })
})

const WORDS_OF_CLEAN = ['clean', 'has_hooks', 'unstable']
const EMPTY = ofQueue({ entries: [] })

type Known = [string, readonly string[], readonly Condition[], (word: string) => Partial<Facts>, RunContext?]
const KNOWN: Known[] = [
  [
    'a state of a pull request',
    PULL_REQUEST_STATES,
    ['ready', 'tests-passed', 'merged', 'not-submitted', 'settled'],
    state => ({ ...EMPTY, ...ofPullRequest({ state }), github: gitHubView() }),
  ],
  [
    'a state of one that is not submitted',
    PULL_REQUEST_STATES,
    ['ready', 'tests-passed', 'merged', 'not-submitted', 'settled'],
    state => ({ ...EMPTY, ...ofPullRequest({ state, submitted: false, readiness: null }) }),
  ],
  ['a state of an entry', PULL_REQUEST_STATES, ['queue-empty'], state => ofQueue({ entries: [entry({ state })] })],
  ['a state of the queue', QUEUE_STATES, ['queue-running'], state => ofQueue({ state })],
  [
    'a mergeability',
    MERGEABILITIES,
    ['ready'],
    mergeability => ({
      ...ofPullRequest({ readiness: readiness({ mergeability }) }),
      github: gitHubView(),
    }),
  ],
  [
    'a word of GitHub',
    WORDS_OF_CLEAN,
    ['ready'],
    mergeableState => ({
      ...ofPullRequest({ readiness: readiness({ mergeability: null }) }),
      github: gitHubView({ mergeableState }),
    }),
  ],
  [
    'a status of a test run',
    TEST_RUN_STATUSES,
    ['test-run-succeeded'],
    status => ofRun({ status }),
    testBranchContext(),
  ],
]

test.each(ON_SERVICE.filter(each => each !== 'submitted'))('an unknown word that decides %s is tried', condition => {
  const advice = 'Add it in KNOWN of this file to the word that decides it'
  expect(
    KNOWN.flatMap(([, , conditions]) => conditions),
    advice,
  ).toContain(condition)
})

test.each(KNOWN)('an unknown %s is never met', (_, known, conditions, given, about = context()) => {
  fc.assert(
    fc.property(foreign(known), word => {
      fc.pre(!known.includes(word.toLowerCase()))
      for (const condition of conditions) {
        expect(judge(condition, snapshotOf(facts(given(word)), about)).verdict).not.toBe('met')
      }
    }),
  )
})

test('the order of the queue decides nothing', () => {
  const shuffled = entries.chain(list =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
  )
  fc.assert(
    fc.property(queues, shuffled, anyFacts, anyContext, (base, [list, other], given, about) => {
      const judged = (each: typeof list) =>
        CONDITIONS.map(condition =>
          judge(condition, snapshotOf({ ...given, queue: read({ ...base, entries: each }) }, about)),
        )
      expect(judged(other)).toEqual(judged(list))
    }),
  )
})

describe('conclude', () => {
  test('the conclusion follows from the conditions; without any, from the failed reads', () => {
    fc.assert(
      fc.property(anyFacts, anyContext, anyRequirements, (given, about, wanted) => {
        const { conclusion, conditions, succeeds } = conclude(given, about, wanted)
        const verdicts = conditions.map(({ verdict }) => verdict)
        if (verdicts.includes('unmet')) expect(conclusion).toBe('failed')
        else if (verdicts.includes('unknown')) expect(conclusion).toBe('unknown')
        else if (wanted.require.length > 0) expect(conclusion).toBe('passed')
        else if (failedReads(given).length === 0) expect(conclusion).toBe('reported')
        else expect(['reported', 'unknown']).toContain(conclusion)
        expect(conditions.map(({ condition }) => condition)).toEqual(wanted.require)
        if (!succeeds) expect(['passed', 'reported', 'skipped']).not.toContain(conclusion)
      }),
      RUNS,
    )
  })

  test('the step succeeds only where all is met, or an outage that is allowed made it unknown', () => {
    fc.assert(
      fc.property(anyFacts, anyContext, anyRequirements, (given, about, wanted) => {
        const { conclusion, conditions, succeeds } = conclude(given, about, wanted)
        const lenient = wanted.onUnavailable === 'warn'
        if (wanted.require.length > 0) {
          const isRefused = failedReads(given).some(
            ({ read, failure }) => wanted.plan.needed.includes(read) && !failure.outage,
          )
          const excused = ({ verdict, outage }: ConditionVerdict) =>
            verdict === 'met' || (verdict === 'unknown' && outage && lenient && !isRefused)
          expect(succeeds).toBe(conditions.every(excused))
        } else if (succeeds && conclusion !== 'reported') {
          const planned = failedReads(given).filter(each => wanted.plan.reads.includes(each.read))
          expect(lenient && planned.every(({ failure }) => failure.outage)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('with conditions, a failed read that none of them needs changes only notices', () => {
    const decided = (facts: Facts, about: RunContext, wanted: Requirements) => {
      const { conditions, conclusion, succeeds, ready } = conclude(facts, about, wanted)
      // The evidence of one that failed names its failed statuses, where the test run was read.
      return {
        conclusion,
        succeeds,
        ready,
        conditions: conditions.map(({ evidence: _, reasons: __, ...each }) => each),
      }
    }
    fc.assert(
      fc.property(anyFacts, anyContext, anyRequirements, failure, (given, about, wanted, broken) => {
        const needed = readsNeeded(wanted.require)
        const ignoredInputs = (['test-run', 'quarantined-tests'] as const).filter(read => !needed.includes(read))
        fc.pre(wanted.require.length > 0 && ignoredInputs.length > 0)
        const failing = Object.fromEntries(ignoredInputs.map(read => [FACT_OF[read], { failure: broken }]))
        expect(decided({ ...given, ...failing }, about, wanted)).toEqual(decided(given, about, wanted))
      }),
    )
  })
})

test('GitHub is asked wherever its word could still let `ready` pass', () => {
  const unasked = undefined as const
  fc.assert(
    fc.property(anyFacts, anyContext, (given, about) => {
      const without: Facts = { ...given, github: unasked }
      if (needOfGitHub(without, about) !== null) return
      const headSha = about.pullRequestHead ?? (isRead(given.pullRequest) ? given.pullRequest.value.sha : '')
      const withIt: Facts = { ...given, github: gitHubView({ headSha }) }
      expect(judge('ready', snapshotOf(withIt, about)).verdict).toBe(judge('ready', snapshotOf(without, about)).verdict)
    }),
    RUNS,
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITION_NEEDS, CONDITIONS, type Condition, type Read, readsNeeded } from '../../src/facts/conditions.ts'
import type { RunContext } from '../../src/facts/context.ts'
import type { Member } from '../../src/facts/facts.ts'
import {
  FACT_OF,
  type Facts,
  failedReads,
  MERGEABILITIES,
  PULL_REQUEST_STATES,
  QUEUE_STATES,
  type Readiness,
  TEST_RUN_STATUSES,
} from '../../src/facts/facts.ts'
import { conclude, type Requirements } from '../../src/gate/conclusion.ts'
import { contradictionsIn } from '../../src/gate/contradictions.ts'
import { judge, needOfGitHub } from '../../src/gate/judge.ts'
import { pictureOf } from '../../src/gate/picture.ts'
import { byTelling } from '../../src/gate/reasons.ts'
import type { ConditionVerdict } from '../../src/gate/verdict.ts'
import { amount } from '../amount.ts'
import {
  context,
  entry,
  facts,
  gitHubView,
  pullRequest,
  queue,
  read,
  readiness,
  requirements,
  testBranchContext,
  testRun,
} from '../builders.ts'
import { anyContext, anyFacts, anyRequirements, entries, failure, foreign, queues } from './arbitraries.ts'
import { ON_SERVICE } from './digest.ts'

const anyRequire = fc.subarray(CONDITIONS)
const RUNS = { numRuns: amount(200, 2000) }

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
    // What is final needs no queue beside it.
    const needed = CONDITION_NEEDS[condition].map(read => FACT_OF[read])
    fc.assert(
      fc.property(anyFacts, anyContext, (given, about) => {
        if (judge(condition, pictureOf(given, about)).verdict !== 'met') return
        const answers = needed.map(fact => given[fact])
        const state = given.pullRequest.kind === 'read' ? given.pullRequest.value.state : null
        const final = condition === 'settled' ? ['merged', 'failed', 'cancelled'] : ['merged']
        const decisive = final.includes(state ?? '') ? answers.slice(0, 1) : answers
        for (const answer of decisive) expect(['read', 'absent']).toContain(answer.kind)
        // "Never submitted" and "there is no queue" never let a step pass both.
        expect(decisive.some(answer => answer.kind === 'read')).toBe(true)
      }),
      RUNS,
    )
  })

  test.each(CONDITIONS)('%s is the same for the same facts', condition => {
    fc.assert(
      fc.property(anyFacts, anyContext, (given, about) => {
        const again = structuredClone({ given, about })
        expect(judge(condition, pictureOf(again.given, again.about))).toEqual(judge(condition, pictureOf(given, about)))
      }),
    )
  })

  test.each(CONDITIONS)('%s is not met by what only the other reads say', condition => {
    const needed: string[] = CONDITION_NEEDS[condition].map(read => FACT_OF[read])
    fc.assert(
      fc.property(anyFacts, anyContext, (given, about) => {
        const poorer: Facts = {
          ...given,
          ...Object.fromEntries(needed.map(fact => [fact, { kind: 'not-asked' }])),
        }
        expect(judge(condition, pictureOf(poorer, about)).verdict).toBe('unknown')
      }),
    )
  })

  test.each(CONDITIONS)('%s is never met where the facts that it rests on contradict themselves', condition => {
    const read = CONDITION_NEEDS[condition].flatMap(each => RESTS_ON[each])
    const members = [...read, ...(RESTS_ON_MORE[condition] ?? [])]
    fc.assert(
      fc.property(anyFacts, anyContext, (given, about) => {
        const found = contradictionsIn(given, about).flatMap(each => each.members)
        const merged = given.pullRequest.kind === 'read' && given.pullRequest.value.state === 'merged'
        // Another pull request's end says nothing of ours.
        const final = merged && !found.includes('number')
        if (final && ['ready', 'tests-passed', 'merged', 'settled'].includes(condition)) return
        // What ended needs no queue.
        const state = given.pullRequest.kind === 'read' ? given.pullRequest.value.state : null
        const ended = condition === 'settled' ? ['merged', 'failed', 'cancelled'] : ['merged']
        const decisive = members.filter(member => member !== 'queue' || !ended.includes(state ?? ''))
        if (found.some(member => decisive.includes(member))) {
          expect(judge(condition, pictureOf(given, about)).verdict).not.toBe('met')
        }
      }),
      RUNS,
    )
  })

  test.each(ON_SERVICE)('%s can be met and can be missed by these facts', condition => {
    const verdicts = fc
      .sample(fc.tuple(anyFacts, anyContext), { numRuns: 1000, seed: 1 })
      .map(([given, about]) => judge(condition, pictureOf(given, about)).verdict)
    expect(new Set(verdicts)).toEqual(new Set(['met', 'unmet', 'unknown']))
  })

  test('a verdict is complete: reasons where it is not met, each under its condition', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONDITIONS), anyFacts, anyContext, (condition, given, about) => {
        const verdict = judge(condition, pictureOf(given, about))
        expect(verdict.condition).toBe(condition)
        expect(verdict.reasons.length > 0).toBe(verdict.verdict !== 'met')
        expect(verdict.reasons.every(each => each.condition === condition)).toBe(true)
        if (verdict.outage) expect(verdict.verdict).toBe('unknown')
      }),
      RUNS,
    )
  })

  test('only an outage of a read that the condition needs makes it one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONDITIONS), anyFacts, anyContext, (condition, given, about) => {
        if (judge(condition, pictureOf(given, about)).outage)
          expect(given.github.kind === 'failed' || failedReads(given).some(({ failure }) => failure.outage)).toBe(true)
      }),
    )
  })

  test('facts and context are not touched', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONDITIONS), anyFacts, anyContext, (condition, given, about) => {
        const before = structuredClone({ given, about })
        judge(condition, pictureOf(given, about))
        expect({ given, about }).toEqual(before)
      }),
    )
  })

  test.each<Partial<Readiness>>([
    { baseBranchMatches: null },
    { mergeability: null },
    { hasImpactedTargets: null },
    { requiresImpactedTargets: null, hasImpactedTargets: false },
  ])('with %o only a merged pull request is ready', missing => {
    fc.assert(
      fc.property(anyFacts, anyContext, (given, about) => {
        if (given.pullRequest.kind !== 'read') return
        const pr = { ...given.pullRequest.value, readiness: readiness(missing) }
        const poorer: Facts = { ...given, pullRequest: read(pr), github: { kind: 'not-asked' } }
        if (judge('ready', pictureOf(poorer, about)).verdict === 'met') expect(pr.state).toBe('merged')
      }),
    )
  })
})

describe('values of the future are never met', () => {
  function notMet(condition: Condition, given: Partial<Facts>, about = context()): void {
    expect(judge(condition, pictureOf(facts(given), about)).verdict).not.toBe('met')
  }

  test('states of a pull request', () => {
    fc.assert(
      fc.property(foreign(PULL_REQUEST_STATES), fc.boolean(), fc.boolean(), (state, submitted, withReadiness) => {
        const pr = pullRequest({ state, submitted, readiness: withReadiness ? readiness() : null })
        for (const condition of ['ready', 'tests-passed', 'merged', 'not-submitted', 'settled'] as const) {
          notMet(condition, { pullRequest: read(pr), queue: read(queue({ entries: [] })), github: gitHubView() })
        }
      }),
    )
  })

  test('states of an entry', () => {
    fc.assert(
      fc.property(foreign(PULL_REQUEST_STATES), state => {
        notMet('queue-empty', { queue: read(queue({ entries: [entry({ state })] })) })
      }),
    )
  })

  test('states of the queue', () => {
    fc.assert(
      fc.property(foreign(QUEUE_STATES), state => {
        notMet('queue-running', { queue: read(queue({ state })) })
      }),
    )
  })

  test('mergeabilities', () => {
    fc.assert(
      fc.property(foreign(MERGEABILITIES), mergeability => {
        notMet('ready', {
          pullRequest: read(pullRequest({ readiness: readiness({ mergeability }) })),
          github: gitHubView(),
        })
      }),
    )
  })

  test("GitHub's words", () => {
    fc.assert(
      fc.property(foreign(['clean', 'has_hooks', 'unstable']), mergeableState => {
        fc.pre(!['clean', 'has_hooks', 'unstable'].includes(mergeableState.toLowerCase()))
        const pr = pullRequest({ readiness: readiness({ mergeability: null }) })
        notMet('ready', { pullRequest: read(pr), github: gitHubView({ mergeableState }) })
      }),
    )
  })

  test('statuses of a test run', () => {
    fc.assert(
      fc.property(foreign(TEST_RUN_STATUSES), status => {
        notMet('test-run-succeeded', { testRun: read(testRun({ status })) }, testBranchContext())
      }),
    )
  })
})

test('the order of the queue decides nothing', () => {
  const shuffled = entries.chain(list =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
  )
  fc.assert(
    fc.property(queues, shuffled, anyFacts, anyContext, (base, [list, other], given, about) => {
      const judged = (each: typeof list) =>
        (['queue-empty', 'queue-running', 'not-submitted', 'settled'] as const).map(condition =>
          judge(condition, pictureOf({ ...given, queue: read({ ...base, entries: each }) }, about)),
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
          const excused = ({ verdict, outage }: ConditionVerdict) =>
            verdict === 'met' || (verdict === 'unknown' && outage && lenient)
          expect(succeeds).toBe(conditions.every(excused))
        } else if (succeeds && conclusion !== 'reported') {
          const planned = failedReads(given).filter(each => wanted.plan.reads.includes(each.read))
          expect(lenient && planned.every(({ failure }) => failure.outage)).toBe(true)
        }
      }),
      RUNS,
    )
  })

  test('with conditions, a failed read that none of them needs changes nothing but what is told', () => {
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
        const idle = (['test-run', 'quarantined-tests'] as const).filter(read => !needed.includes(read))
        fc.pre(wanted.require.length > 0 && idle.length > 0)
        const failing = Object.fromEntries(idle.map(read => [FACT_OF[read], { kind: 'failed', failure: broken }]))
        expect(decided({ ...given, ...failing }, about, wanted)).toEqual(decided(given, about, wanted))
      }),
    )
  })

  test('on-unavailable changes how the step ends, and nothing else', () => {
    fc.assert(
      fc.property(anyFacts, anyContext, anyRequire, (given, about, require) => {
        const { succeeds: strict, ...one } = conclude(given, about, requirements({ require, onUnavailable: 'fail' }))
        const { succeeds: lenient, ...other } = conclude(given, about, requirements({ require, onUnavailable: 'warn' }))
        expect(other).toEqual(one)
        if (strict) expect(lenient).toBe(true)
      }),
    )
  })

  test('the first reason is the most telling of the gravest conditions', () => {
    fc.assert(
      fc.property(anyFacts, anyContext, anyRequire, (given, about, require) => {
        const { conditions, reasons } = conclude(given, about, requirements({ require, onUnavailable: 'fail' }))
        const gravest = (['unmet', 'unknown'] as const).find(each => conditions.some(({ verdict }) => verdict === each))
        if (!gravest) return
        const grave = conditions.filter(({ verdict }) => verdict === gravest)
        // What waiting can't change comes before what it can.
        const forGood = grave.filter(({ canChange }) => !canChange)
        const candidates = (forGood.length > 0 ? forGood : grave).flatMap(each => each.reasons)
        // Where the branch has no queue, that is the cause of all that an answer says, though not of a failed read.
        if (given.queue.kind === 'absent' && reasons[0]?.code === 'queue-not-found') return
        const { pullRequest } = given
        // Of one that is submitted it is a contradiction.
        const nowhere = pullRequest.kind === 'read' && pullRequest.value.submitted
        if (given.queue.kind === 'absent' && !nowhere) {
          const main = candidates.toSorted(byTelling)[0]
          const isOfTests =
            main?.condition === 'no-blocking-failures' ||
            main?.condition === 'quarantine-within-limits' ||
            (main?.condition === 'test-run-succeeded' && given.testRun.kind === 'read')
          expect(isOfTests || failedReads(given).some(({ failure }) => failure.code === main?.code)).toBe(true)
        }
        expect(candidates).toContainEqual(reasons[0])
        expect(candidates.every(each => reasons[0] !== undefined && byTelling(reasons[0], each) <= 0)).toBe(true)
        // Every reason of a condition is told.
        for (const each of conditions.flatMap(condition => condition.reasons)) expect(reasons).toContainEqual(each)
      }),
    )
  })

  test('the order in which conditions are required decides nothing', () => {
    const both = anyRequire.chain(list =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    )
    fc.assert(
      fc.property(anyFacts, anyContext, both, (given, about, [one, other]) => {
        const end = (require: Condition[]) => {
          const { conclusion, succeeds, ready } = conclude(
            given,
            about,
            requirements({ require, onUnavailable: 'warn' }),
          )
          return { conclusion, succeeds, ready }
        }
        expect(end(other)).toEqual(end(one))
      }),
    )
  })
})

test('GitHub is asked wherever its word could still let `ready` pass', () => {
  const unasked = { kind: 'not-asked' } as const
  fc.assert(
    fc.property(anyFacts, anyContext, (given, about) => {
      const without: Facts = { ...given, github: unasked }
      if (needOfGitHub(without, about) !== null) return
      const headSha = about.pullRequestHead ?? (given.pullRequest.kind === 'read' ? given.pullRequest.value.sha : '')
      const withIt: Facts = { ...given, github: gitHubView({ headSha }) }
      expect(judge('ready', pictureOf(withIt, about)).verdict).toBe(judge('ready', pictureOf(without, about)).verdict)
    }),
    RUNS,
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunContext } from '../../../src/facts/context.ts'
import type { CommitChecks, Facts, Queue, RequiredCheck, TestRun, Timeline } from '../../../src/facts/facts.ts'
import type { Diagnosis, DiagnosisCode } from '../../../src/gate/diagnosis/codes.ts'
import { diagnose } from '../../../src/gate/diagnosis/diagnosis.ts'
import { pictureOf } from '../../../src/gate/snapshot.ts'
import { asWords } from '../../../src/text/message.ts'
import { NOW } from '../../builders.ts'
import { seeded } from '../../poll/clock.ts'
import { anyContext, anyFacts } from '../arbitraries.ts'
import {
  ABOUT_42,
  aQueue,
  aRun,
  check,
  facts,
  headChecks,
  inState,
  minutesAgo,
  notReady,
  queued,
  read,
  timeline,
} from './cases.ts'

const RUNS = { numRuns: 1000 }

/** A fact has to be there before a cause may be called certain. Written from the contract, not from the code. */
const FACT_FOR: Partial<Record<DiagnosisCode, (facts: Facts, context: RunContext) => boolean>> = {
  merged: facts => pr(facts)?.state === 'merged',
  'never-submitted': ({ pullRequest, queue }) =>
    (pullRequest.kind === 'absent' || (pullRequest.kind === 'read' && !pullRequest.value.submitted)) &&
    queue.kind === 'read' &&
    queue.value.entries?.every(({ number }) => number !== null && number !== 42) === true,
  'queue-not-found': ({ queue }) => queue.kind === 'absent',
  'queue-paused': ({ queue }) => queue.kind === 'read' && queue.value.state === 'paused',
  'queue-draining': ({ queue }) => queue.kind === 'read' && queue.value.state === 'draining',
  'queue-switching-modes': ({ queue }) => queue.kind === 'read' && queue.value.state === 'switching_modes',
  'base-branch-mismatch': facts => pr(facts)?.readiness?.baseBranchMatches === false,
  'not-mergeable': facts =>
    pr(facts)?.readiness?.mergeability === 'not_mergeable' ||
    (pr(facts)?.readiness?.mergeability === null &&
      facts.github.kind === 'read' &&
      facts.github.value.mergeable === false),
  'mergeability-pending': facts =>
    pr(facts)?.readiness?.mergeability === 'in_progress' ||
    (facts.github.kind === 'read' && facts.github.value.mergeable === null),
  'waiting-on-own-check': ({ headChecks, rules }) =>
    headChecks.kind === 'read' &&
    rules.kind === 'read' &&
    headChecks.value.checks.filter(({ outcome }) => outcome === 'pending').length === 1 &&
    headChecks.value.checks.some(
      ({ id, name }) => id === headChecks.value.ownCheckId && rules.value.some(rule => rule.name === name),
    ),
  'impacted-targets-missing': facts => pr(facts)?.readiness?.hasImpactedTargets === false,
  'waiting-for-capacity': ({ queue }) =>
    queue.kind === 'read' &&
    queue.value.concurrency !== null &&
    (queue.value.entries ?? []).filter(({ state }) => state === 'testing').length >= queue.value.concurrency,
  'waiting-for-those-ahead': facts =>
    pr(facts)?.state === 'tests_passed' &&
    facts.queue.kind === 'read' &&
    (facts.queue.value.entries ?? []).some(
      ({ number, state }) => number !== 42 && !['merged', 'failed', 'cancelled'].includes(state ?? ''),
    ),
  'pending-failure': facts => pr(facts)?.state === 'pending_failure',
  'required-status-failed': facts =>
    runs(facts).some(run => (run.pullRequests ?? []).length < 2 && hasFailedStatus(run, facts)),
  'failed-in-a-batch': facts =>
    runs(facts).some(
      run => (run.pullRequests ?? []).length > 1 && (run.status === 'failed' || hasFailedStatus(run, facts)),
    ),
  'timed-out': facts =>
    runs(facts).some(({ createdAt }) => tookMinutes(createdAt, pr(facts)?.stateChangedAt) >= timeoutOf(facts)),
  'state-cancelled': facts => pr(facts)?.state === 'cancelled',
  'test-run-cancelled': facts => runs(facts).some(({ status }) => status === 'cancelled'),
}

function tookMinutes(from: string | null, to: string | null | undefined): number {
  return (Date.parse(to ?? '') - Date.parse(from ?? '')) / 60_000
}

function timeoutOf({ queue }: Facts): number {
  return (queue.kind === 'read' ? queue.value.testingTimeoutMinutes : null) ?? Number.POSITIVE_INFINITY
}

function pr({ pullRequest }: Facts) {
  return pullRequest.kind === 'read' ? pullRequest.value : null
}

function runs({ testRun, foundRun }: Facts): TestRun[] {
  return [testRun, foundRun].flatMap(reading => (reading.kind === 'read' ? [reading.value] : []))
}

function hasFailedStatus(run: TestRun, { checks }: Facts): boolean {
  const reports = [...run.reported, ...(checks.kind === 'read' ? checks.value.checks : [])]
  return reports.some(({ name, outcome }) => outcome === 'failed' && run.requiredStatuses?.includes(name))
}

test('nothing is certain without the fact that it names', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      for (const { code, certainty } of diagnose(pictureOf(facts, context), NOW)) {
        // A code without a fact, such as a push, is never certain.
        if (certainty === 'certain') expect([code, FACT_FOR[code]?.(facts, context)]).toEqual([code, true])
      }
    }),
    RUNS,
  )
})

test('at most one is the likeliest, and none is named twice', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      const codes = diagnose(pictureOf(facts, context), NOW).map(({ code }) => code)
      expect(codes).toEqual([...new Set(codes)])
      if (codes.includes('cause-unknown') || codes.includes('merged')) expect(codes).toHaveLength(1)
    }),
    RUNS,
  )
})

test('an advice rests on a fact: a failed status, another pull request, or that only quarantined tests failed', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, fc.boolean(), (facts, context, onlyQuarantinedFailed) => {
      for (const { code, advice } of diagnose(pictureOf(facts, context), NOW, onlyQuarantinedFailed)) {
        if (advice === 'fix first') {
          expect(code).toBe('required-status-failed')
          expect(runs(facts).some(run => hasFailedStatus(run, facts))).toBe(true)
        }
        if (advice === 'submit again' && code !== 'ejected-because-of-another') {
          expect([onlyQuarantinedFailed, code]).toEqual([
            true,
            expect.stringMatching(/^(required-status-failed|failed-in-a-batch)$/),
          ])
        }
      }
    }),
    RUNS,
  )
})

test('test reports change an advice and its words, and no cause; the facts stay as they are', () => {
  const causes = (found: Diagnosis[]) => found.map(({ code, certainty }) => [code, certainty])
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      const before = JSON.stringify(facts)
      expect(causes(diagnose(pictureOf(facts, context), NOW, true))).toEqual(
        causes(diagnose(pictureOf(facts, context), NOW)),
      )
      expect(JSON.stringify(facts)).toBe(before)
    }),
    RUNS,
  )
})

test('required checks of rulesets are a note: they change evidence, and at most make their own check certain', () => {
  const rest = (found: Diagnosis[]) =>
    found.map(each => ({ ...each, evidence: [], certainty: each.code === 'waiting-on-own-check' || each.certainty }))
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      const without = { ...facts, rules: { kind: 'not-asked' } as const }
      expect(rest(diagnose(pictureOf(facts, context), NOW))).toEqual(rest(diagnose(pictureOf(without, context), NOW)))
    }),
    RUNS,
  )
})

/** The order of a list may change the links alone, of which the first is shown. */
function essence(found: Diagnosis[]) {
  return found.map(({ code, certainty, advice, message, remedy }) => ({
    code,
    certainty,
    advice,
    remedy,
    message: asWords(message),
  }))
}

test('the order of the lists changes nothing, but for that of the line', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, fc.nat(), (facts, context, seed) => {
      expect(essence(diagnose(pictureOf(shuffled(facts, seed), context), NOW))).toEqual(
        essence(diagnose(pictureOf(facts, context), NOW)),
      )
    }),
    RUNS,
  )
})

test.each<[string, Partial<Facts>]>([
  [
    'thrown out',
    {
      ...inState('failed'),
      foundRun: aRun(
        'failed',
        { a: 'failed', b: 'failed', c: 'failed', d: 'failed', e: 'passed' },
        { requiredStatuses: ['a', 'b', 'c', 'd', 'e'], dependentPullRequests: [37, 38, 39, 40] },
      ),
      ...aQueue({ ordered: false, entries: [37, 38, 39, 40].map(number => queued(number, 'failed')) }),
      timeline: timeline(
        ...['f', 'e'].map(digit => ({ kind: 'committed' as const, at: minutesAgo(33), sha: digit.repeat(40) })),
      ),
    },
  ],
  [
    'hanging',
    {
      ...inState('testing'),
      foundRun: aRun(
        'in_progress',
        { 'A (1)': 'passed', 'a (2)': 'passed', 'B (1)': 'passed' },
        { requiredStatuses: ['a', 'b', 'c', 'd', 'e'] },
      ),
      ...aQueue({ requiredStatuses: ['a', 'b', 'c', 'd', 'e'] }),
      rules: read(['x', 'y', 'z', 'v', 'a'].map(name => ({ name, appId: null }))),
    },
  ],
  [
    'blocked',
    {
      ...notReady({ mergeability: 'not_mergeable' }),
      headChecks: headChecks(7, check('gate', 'pending', { id: 7 }), check('x', 'failed'), check('y', 'pending')),
      ...aQueue({ requiredStatuses: ['x', 'q', 'r'] }),
      rules: read(['x', 'y', 'z', 'gate'].map(name => ({ name, appId: null }))),
    },
  ],
])('in long lists the order changes nothing at all, what is known included: %s', (_, over) => {
  const given = facts(over)
  const expected = diagnose(pictureOf(given, ABOUT_42), NOW)
  expect(expected).not.toEqual([])
  fc.assert(
    fc.property(fc.nat(), seed => {
      expect(diagnose(pictureOf(shuffled(given, seed), ABOUT_42), NOW)).toEqual(expected)
    }),
  )
})

/** Every list in another order, the queue's only where it is no line. */
function shuffled(facts: Facts, seed: number): Facts {
  const random = seeded(seed)
  const mix = <T>(list: readonly T[]): T[] =>
    list
      .map(item => ({ item, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  const mixed = <R extends { kind: string }, T>(reading: R, change: (value: T) => T): R =>
    'value' in reading ? { ...reading, value: change(reading.value as T) } : reading
  const run = (value: TestRun): TestRun => ({
    ...value,
    requiredStatuses: value.requiredStatuses && mix(value.requiredStatuses),
    reported: mix(value.reported),
    pullRequests: value.pullRequests && mix(value.pullRequests),
    dependentPullRequests: value.dependentPullRequests && mix(value.dependentPullRequests),
  })
  const checks = (value: CommitChecks): CommitChecks => ({ ...value, checks: mix(value.checks) })
  return {
    ...facts,
    queue: mixed(facts.queue, (queue: Queue) => ({
      ...queue,
      requiredStatuses: queue.requiredStatuses && mix(queue.requiredStatuses),
      entries: queue.ordered ? queue.entries : queue.entries && mix(queue.entries),
    })),
    testRun: mixed(facts.testRun, run),
    foundRun: mixed(facts.foundRun, run),
    checks: mixed(facts.checks, checks),
    headChecks: mixed(facts.headChecks, checks),
    rules: mixed(facts.rules, (rules: RequiredCheck[]) => mix(rules)),
    timeline: mixed(facts.timeline, (value: Timeline) => ({ ...value, events: mix(value.events) })),
  }
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RunContext } from '../../../src/facts/context.ts'
import type { Facts, TestRun } from '../../../src/facts/facts.ts'
import type { Diagnosis, DiagnosisCode } from '../../../src/gate/diagnosis/codes.ts'
import { diagnose } from '../../../src/gate/diagnosis/diagnosis.ts'
import { NOW } from '../../builders.ts'
import { anyContext, anyFacts } from '../arbitraries.ts'

const RUNS = { numRuns: 1000 }

/** What has to be in the facts before a cause may be called certain. Written from the contract, not from the code. */
const FACT_FOR: Partial<Record<DiagnosisCode, (facts: Facts, context: RunContext) => boolean>> = {
  merged: facts => pr(facts)?.state === 'merged',
  'never-submitted': ({ pullRequest, queue }) =>
    (pullRequest.kind === 'absent' || (pullRequest.kind === 'read' && !pullRequest.value.submitted)) &&
    queue.kind === 'read' &&
    queue.value.entries.every(({ number }) => number !== null && number !== 42),
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
    queue.value.entries.filter(({ state }) => state === 'testing').length >= queue.value.concurrency,
  'waiting-for-those-ahead': facts => pr(facts)?.state === 'tests_passed' && facts.queue.kind === 'read',
  'pending-failure': facts => pr(facts)?.state === 'pending_failure',
  'required-status-failed': facts =>
    runs(facts).some(run => run.pullRequests.length < 2 && hasFailedStatus(run, facts)),
  'failed-in-a-batch': facts =>
    runs(facts).some(run => run.pullRequests.length > 1 && (run.status === 'failed' || hasFailedStatus(run, facts))),
  'timed-out': facts => runs(facts).some(run => run.createdAt !== null) && facts.queue.kind === 'read',
  cancelled: facts => pr(facts)?.state === 'cancelled' || runs(facts).some(({ status }) => status === 'cancelled'),
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
      for (const { code, certainty } of diagnose(facts, context, NOW)) {
        if (certainty === 'certain') expect([code, FACT_FOR[code]?.(facts, context)]).toEqual([code, true])
      }
    }),
    RUNS,
  )
})

test('a push, another pull request and a missing status are possible at most', () => {
  const codes = ['evicted-by-push', 'ejected-because-of-another', 'required-status-missing', 'cause-unknown']
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      const guesses = diagnose(facts, context, NOW).filter(({ code }) => codes.includes(code))
      expect(guesses.filter(({ certainty }) => certainty === 'certain')).toEqual([])
    }),
    RUNS,
  )
})

test('at most one is the likeliest, and none is named twice', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      const codes = diagnose(facts, context, NOW).map(({ code }) => code)
      expect(codes).toEqual([...new Set(codes)])
      if (codes.includes('cause-unknown') || codes.includes('merged')) expect(codes).toHaveLength(1)
    }),
    RUNS,
  )
})

test('neither merged nor passed without the member that says so', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      for (const { code, message } of diagnose(facts, context, NOW)) {
        if (code === 'merged') expect(pr(facts)?.state).toBe('merged')
        if (/passed its tests/.test(message)) expect(pr(facts)?.state).toBe('tests_passed')
      }
    }),
    RUNS,
  )
})

test('an advice rests on a fact: fix first on a failed status, submit again on another pull request', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      for (const { code, advice } of diagnose(facts, context, NOW)) {
        if (advice === 'fix first') expect(code).toBe('required-status-failed')
        if (advice === 'submit again') expect(code).toBe('ejected-because-of-another')
      }
    }),
    RUNS,
  )
})

/** What must not hang on the order of a list: all but the links, of which the first is shown. */
function essence(found: Diagnosis[]) {
  return found.map(({ code, certainty, advice, message, remedy }) => ({
    code,
    certainty,
    advice,
    remedy,
    message: message.replaceAll(/ \(https?:[^)]*\)/g, ''),
  }))
}

test('the order of the lists changes nothing, but for that of the line', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      expect(essence(diagnose(turned(facts), context, NOW))).toEqual(essence(diagnose(facts, context, NOW)))
    }),
    RUNS,
  )
})

test('facts stay as they are', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (facts, context) => {
      const before = JSON.stringify(facts)
      diagnose(facts, context, NOW)
      expect(JSON.stringify(facts)).toBe(before)
    }),
    { numRuns: 300 },
  )
})

/** Every list the other way round, the queue's aside: its order is the line. */
function turned(facts: Facts): Facts {
  const run = (value: TestRun): TestRun => ({
    ...value,
    requiredStatuses: value.requiredStatuses?.toReversed() ?? null,
    reported: value.reported.toReversed(),
    pullRequests: value.pullRequests.toReversed(),
    dependentPullRequests: value.dependentPullRequests?.toReversed() ?? null,
  })
  const { testRun, foundRun, checks, headChecks, rules, timeline } = facts
  return {
    ...facts,
    testRun: testRun.kind === 'read' ? { ...testRun, value: run(testRun.value) } : testRun,
    foundRun: foundRun.kind === 'read' ? { ...foundRun, value: run(foundRun.value) } : foundRun,
    checks:
      checks.kind === 'read'
        ? { ...checks, value: { ...checks.value, checks: checks.value.checks.toReversed() } }
        : checks,
    headChecks:
      headChecks.kind === 'read'
        ? { ...headChecks, value: { ...headChecks.value, checks: headChecks.value.checks.toReversed() } }
        : headChecks,
    rules: rules.kind === 'read' ? { ...rules, value: rules.value.toReversed() } : rules,
    timeline:
      timeline.kind === 'read'
        ? { ...timeline, value: { ...timeline.value, events: timeline.value.events.toReversed() } }
        : timeline,
  }
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition } from '../../src/facts/facts.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import { judge } from '../../src/gate/conditions.ts'
import { snapshotOf } from '../../src/gate/doubts.ts'
import { asText } from '../../src/text/message.ts'
import { requirements } from '../builders.ts'
import { ON_SERVICE } from '../gate/digest.ts'
import { ORACLE } from './oracle.ts'
import { type World, worlds } from './world.ts'

/** `WORLDS=50000` plays more. */
const RUNS = Number(process.env['WORLDS'] ?? 1000)

const judged = (condition: Condition, { facts, context }: World) => judge(condition, snapshotOf(facts, context))

// A world that fails is printed with the seed and the path that repeat it.
const holds = (rule: (world: World) => void) => fc.assert(fc.property(worlds, rule), { numRuns: RUNS })

test.each(ON_SERVICE)('the oracle judges %s', condition => {
  expect(ORACLE, 'Write its judgement in test/worlds/oracle.ts').toHaveProperty(condition)
})

test('the gate and the oracle agree on each condition', () => {
  holds(world => {
    const verdicts = ON_SERVICE.map(condition => {
      const { verdict, final, outage } = judged(condition, world)
      return [condition, { verdict, final, outage }]
    })
    expect(verdicts).toEqual(ON_SERVICE.map(condition => [condition, ORACLE[condition]?.(world)]))
  })
})

test('whatever is not met has a reason, a remedy and a sentence, without a hole in it', () => {
  holds(world => {
    for (const condition of ON_SERVICE) {
      const { verdict, reasons, evidence } = judged(condition, world)
      const texts = [evidence, ...reasons.flatMap(({ message, remedy }) => [message, remedy])].map(each => asText(each))
      expect(verdict === 'met').toBe(reasons.length === 0)
      for (const text of texts) expect(text).toMatch(/^(wait|.*[.)?])$/)
      expect(texts.join(' ')).not.toMatch(/undefined|null|NaN|\[object/)
    }
  })
})

test('the order of a list changes nothing', () => {
  holds(world => {
    const { facts } = world
    if (!facts.queue || !('value' in facts.queue)) return
    const { value } = facts.queue
    const turned = { ...facts, queue: { value: { ...value, entries: value.entries?.toReversed() ?? null } } }
    for (const condition of ON_SERVICE) {
      expect(judged(condition, { ...world, facts: turned })).toEqual(judged(condition, world))
    }
  })
})

test('a step passes only if every condition is met', () => {
  holds(({ facts, context }) => {
    const { conclusion, succeeds, conditions, reasons } = conclude(
      facts,
      context,
      requirements({ require: ON_SERVICE }),
    )
    const verdicts = conditions.map(({ verdict }) => verdict)
    expect(conclusion === 'passed').toBe(verdicts.every(each => each === 'met'))
    expect(conclusion === 'failed').toBe(verdicts.includes('unmet'))
    expect(succeeds).toBe(conclusion === 'passed')
    if (conclusion !== 'passed') expect(reasons.length).toBeGreaterThan(0)
  })
})

/** docs/troubleshooting.md is found by the messages that people see: each must be what the code says. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/facts/conditions.ts'
import type { Facts } from '../../src/facts/facts.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import { withoutToken } from '../../src/gate/decision.ts'
import { asText, type Message } from '../../src/message.ts'
import { failuresOf } from '../../src/publish/messages.ts'
import { cleanerOf } from '../../src/secret.ts'
import { ExchangeError } from '../../src/service/exchange.ts'
import { planReads } from '../../src/setup/plan.ts'
import { readInputs, tokenProblem } from '../../src/setup/read-inputs.ts'
import { unknownInputs } from '../../src/setup/unknown-inputs.ts'
import * as make from '../builders.ts'
import { answered, setUp, type Turn } from '../service/doubles.ts'

const PAGE = fs.readFileSync(path.join(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8')
const shown = [...PAGE.matchAll(/^```text\n(.*)\n```$/gm)].map(([, message = '']) => message)

const NUMBER = 1063
const CONTEXT = make.context({ pullRequest: { value: NUMBER, from: 'event' } })
const MIAN = make.context({ ...CONTEXT, targetBranch: { value: 'mian', from: 'input' } })

/** What an input is told, when all else is well. */
function badInput(given: Record<string, string>): Message[] {
  const all: Record<string, string> = { endpoint: 'https://queue.example', ...given }
  return readInputs(name => all[name]).problems.map(({ message }) => message)
}

/** What fails the step whose conditions these facts decide. */
function failures(require: Condition[], facts: Partial<Facts>, over: { context?: typeof CONTEXT; waitedMs?: number }) {
  const { context = CONTEXT, waitedMs } = over
  const verdict = conclude(make.facts(facts), context, make.requirements({ require }))
  const waited =
    waitedMs === undefined ? {} : { timedOut: true, waits: true, startedAt: make.NOW - waitedMs, endedAt: make.NOW }
  return failuresOf(make.result({ verdict, context, ...waited })).map(({ text }) => text)
}

/** What a call is told that ends so. */
async function callError(turn: Turn): Promise<string> {
  const { call } = setUp({ turns: [turn] })
  return call('getQueue', {}).then(
    () => 'an answer',
    error => (error instanceof Error ? error.message : String(error)),
  )
}

function pullRequest(over: Parameters<typeof make.pullRequest>[0]): Partial<Facts> {
  return { pullRequest: make.read(make.pullRequest({ number: NUMBER, sha: make.HEAD, ...over })) }
}

const failed = { number: NUMBER, url: null, title: null }
const told: Message[] = [
  tokenProblem('')?.message ?? '',
  ...withoutToken('fork', { require: ['ready'], onMissingToken: 'fail' }).reasons.map(
    ({ message, remedy }) => `${asText(message)} ${asText(remedy)}`,
  ),
  await callError(answered(401)),
  ...badInput({ endpoint: '' }),
  await callError(new ExchangeError('host-not-found', ' "queue.invalid"')),
  ...failures(['ready'], { pullRequest: make.ABSENT, queue: make.ABSENT }, { context: MIAN }),
  ...planReads(make.inputs({ require: ['ready'] }), make.context({ pullRequest: null }), 'push').problems.map(
    ({ message }) => asText(message),
  ),
  ...unknownInputs({ INPUT_REQUIRES: 'ready' }, cleanerOf()).problems.map(({ message }) => asText(message)),
  ...badInput({ require: 'redy' }),
  ...badInput({ require: 'ready', 'wait-timeout': '10' }),
  ...failures(
    ['ready'],
    pullRequest({ state: 'not_ready', readiness: make.readiness({ mergeability: 'not_mergeable' }) }),
    {},
  ),
  ...failures(
    ['merged'],
    {
      ...pullRequest({ state: 'failed', submitted: false }),
      testRun: make.read(
        make.testRun({
          status: 'failed',
          pullRequests: [failed],
          requiredStatuses: ['ci / unit'],
          reported: [{ name: 'ci / unit', url: null, outcome: 'failed' }],
        }),
      ),
    },
    {},
  ),
  ...failures(['merged'], pullRequest({ state: 'failed', submitted: false }), {}),
  ...failures(['merged'], pullRequest({ state: 'testing' }), { waitedMs: 600_000 }),
  await callError(answered(503)),
]

test('the page shows messages', () => {
  expect(shown.length).toBeGreaterThanOrEqual(10)
})

describe('the code says what the page shows', () => {
  test.each(shown)('%s', message => {
    const [nearest] = told
      .map(each => (typeof each === 'string' ? each : asText(each)))
      .toSorted((one, other) => common(other, message) - common(one, message))
    const advice = 'docs/troubleshooting.md shows a message that the code does not say (any more). Correct the page'
    expect(nearest?.slice(0, message.length), `${advice}; the code says: ${nearest}`).toBe(message)
  })
})

test('the page shows ten things, and what each of them says', () => {
  expect(PAGE.match(/^## \d+\. /gm)?.map(heading => Number.parseInt(heading.slice(3), 10))).toEqual(
    Array.from({ length: 10 }, (_, at) => at + 1),
  )
})

/** How many characters two texts have in common at their beginning. */
function common(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

import { factsOf } from './facts.ts'
import { type Judgement, type Word, worse } from './judge.ts'
import { type Poll, pollsOf } from './polls.ts'
import type { Ran } from './run.ts'
import { type Setting, type Side, settingOf } from './setting.ts'
import type { GateWorld } from './world.ts'

/** Came out, and must not have. */
export interface Mismatch {
  /** The most dangerous first: see {@link KINDS}. */
  kind: (typeof KINDS)[number]
  /** A condition or an output. Mismatches of one class share it. */
  about: string
  allowed: string
  got: string
  /** The contract, in the oracle's words. */
  why: string
}

export const KINDS = [
  'wrong green',
  'wrong red',
  'wrong word',
  'ended too late',
  'ended too early',
  'output',
  'file',
] as const

/** All violations of the contract by a run. */
export function mismatches(world: GateWorld, ran: Ran): Mismatch[] {
  const setting = settingOf(world)
  const conclusion = ran.outputs['conclusion'] ?? '(none)'
  const found: Mismatch[] = []
  const expectEnd = (conclusions: string[], exits: number[], why: string) => {
    const about = setting.conditions.join(', ') || 'none'
    if (conclusions.includes(conclusion) && exits.includes(ran.exit)) return
    const green = ran.exit === 0
    const kind = green && !exits.includes(0) ? 'wrong green' : !green && !exits.includes(1) ? 'wrong red' : 'wrong word'
    found.push({
      kind,
      about,
      allowed: `${conclusions.join('|')}, exit ${exits.join('|')}`,
      got: `${conclusion}, exit ${ran.exit}`,
      why,
    })
  }
  const expectOutput = (name: string, allowed: string[], why: string) => {
    const got = ran.outputs[name] ?? '(none)'
    if (!allowed.includes(got))
      found.push({ kind: 'output', about: name, allowed: [...new Set(allowed)].join('|'), got, why })
  }

  if (setting.withoutToken !== null) {
    const either = setting.lacking.length > 0
    if (setting.withoutToken === 'skipped')
      expectEnd(either ? ['skipped', 'failed'] : ['skipped'], either ? [0, 1] : [0], 'no token on a fork: skipped')
    else expectEnd(['failed', 'unknown'], [1], 'no token on a fork, and `on-missing-token` is fail')
    return found
  }
  // The contract leaves open whose base a comment event takes, if the input names another pull request.
  const foreign = world.event === 'issue-comment-pull-request' && world.inputs['pull-request'] === '43'
  if (foreign && ['failed', 'reported'].includes(conclusion) && ran.asked.length === 0) return found
  if (setting.target === undefined) {
    if (setting.conditions.length > 0 || setting.named)
      expectEnd(['failed', 'unknown'], [1], 'the target branch is asked of GitHub, which did not say it')
    return found
  }
  if (setting.lacking.length > 0) {
    expectEnd(['failed'], [1], `${setting.lacking.join(', ')}: needed, and in neither input nor event`)
    return found
  }

  expectOutput('context', [setting.context], 'table of contexts')
  expectOutput('target-branch', [setting.target ?? ''], 'table of contexts; an input wins')
  expectOutput('head-sha', [setting.headSha], 'table of contexts')
  expectOutput(
    'pull-request',
    [setting.number === null ? '' : String(setting.number)],
    'table of contexts; an input wins',
  )
  expectOutput('test-run-id', [setting.testRun ?? ''], 'table of contexts; an input wins')

  const polls = pollsOf(world, ran, setting)
  const last = polls.at(-1)
  if (!last) {
    if (setting.possible.size > 0)
      found.push({ kind: 'wrong word', about: 'polls', allowed: 'at least one', got: 'none', why: 'nothing was asked' })
    return found
  }
  if (setting.conditions.length === 0) {
    reportOnly(last, setting, expectEnd)
    for (const [name, allowed] of Object.entries(factsOf(last, setting)))
      expectOutput(name, allowed, 'as the answers have it')
    return found
  }

  found.push(...ends(polls, ran, setting))
  const standsIn = last.judgements.some(judgement => judgement.outage)
    ? polls.slice(0, -1).findLast(isComplete)
    : undefined
  // A condition that is lost ends the wait in the middle of an outage too; then either poll may decide.
  const lost = last.judgements.some(({ end, words }) => end !== 'must not' && !words.includes('met'))
  const before = found.length
  const standing = setting.conditions.flatMap((_, index) => newestOf(polls, index) ?? [])
  if (!standsIn || lost) decided(last, standing, setting, expectEnd)
  if (standsIn && (!lost || found.length > before)) {
    found.length = before
    outageAtTheEnd(standsIn, standing, expectEnd)
  }
  const sources = standsIn ? [standsIn, last] : [last]
  const allowed = sources.map(poll => factsOf(poll, setting))
  for (const name of Object.keys(allowed[0] ?? {})) {
    expectOutput(
      name,
      allowed.flatMap(facts => facts[name] ?? []),
      'outputs rest on the poll that decides, alone',
    )
  }
  return found
}

type ExpectEnd = (conclusions: string[], exits: number[], why: string) => void

function whyOf({ judgements }: Poll, { conditions }: Setting): string {
  return judgements.map(({ words, why }, index) => `${conditions[index]} is ${words.join(' or ')} (${why})`).join('; ')
}

/** The newest finding on a condition. */
function newestOf(polls: Poll[], index: number): Judgement | undefined {
  return polls.findLast(poll => poll.judgements[index]?.outage === false)?.judgements[index]
}

function isComplete({ judgements }: Poll): boolean {
  return !judgements.some(judgement => judgement.outage)
}

const CONCLUSION: Record<Word, string> = { met: 'passed', unmet: 'failed', unknown: 'unknown' }

/** Any unmet: failed; else any unknown: unknown; else passed. */
function conclusionsOf(judgements: Judgement[]): string[] {
  let words: Word[] = ['met']
  for (const judgement of judgements) words = words.flatMap(word => judgement.words.map(other => worse(word, other)))
  return [...new Set(words)].map(word => CONCLUSION[word])
}

/** By the last poll alone. The exit hangs on the conclusion that was drawn, where more than one is allowed. */
function decided(poll: Poll, standing: Judgement[], setting: Setting, expectEnd: ExpectEnd): void {
  const { judgements } = poll
  const conclusions = [...conclusionsOf(judgements)]
  // A condition that was unmet before the outage fails the step.
  if (!isComplete(poll) && standing.some(({ words }) => words.includes('unmet'))) {
    conclusions.push('failed')
    if (standing.some(({ words }) => words.length === 1 && words[0] === 'unmet')) {
      expectEnd(['failed'], [1], `${whyOf(poll, setting)}; found unmet before the outage`)
      return
    }
  }
  const bad = judgements.filter(({ words }) => !words.includes('met'))
  const open = judgements.filter(({ words, outage }) => words.length > 1 && words.includes('unknown') && !outage)
  const byOutage = setting.warn && judgements.some(({ outage }) => outage) && bad.every(({ outage }) => outage)
  const exits = new Set<number>()
  if (conclusions.includes('passed')) exits.add(0)
  if (conclusions.includes('failed')) exits.add(1)
  if (conclusions.includes('unknown')) {
    if (byOutage) exits.add(0)
    if (!byOutage || open.length > 0) exits.add(1)
  }
  expectEnd(conclusions, [...exits], whyOf(poll, setting))
}

/** The last complete poll decides, and what the last one found unmet fails as well. */
function outageAtTheEnd(complete: Poll, standing: Judgement[], expectEnd: ExpectEnd): void {
  const conclusions = new Set(conclusionsOf(complete.judgements).filter(conclusion => conclusion !== 'passed'))
  const unmet = standing.filter(({ words }) => words.includes('unmet'))
  if (unmet.length > 0) conclusions.add('failed')
  if (unmet.some(({ words }) => words.length === 1)) conclusions.delete('unknown')
  expectEnd([...conclusions], [1], 'an outage at the end: the last complete poll decides, and it was not green')
}

/** The rules on when the wait has to end, and when it must not. */
function ends(polls: Poll[], ran: Ran, setting: Setting): Mismatch[] {
  const last = polls.length - 1
  const found: Mismatch[] = []
  polls.forEach((poll, index) => {
    const { judgements } = poll
    const final = judgements.findIndex(({ end, words }) => end === 'must' && !words.includes('met'))
    const passed = judgements.every(({ words }) => words.length === 1 && words[0] === 'met')
    if (index < last && (final >= 0 || passed)) {
      const what = passed ? 'everything is met' : `${setting.conditions[final]}: ${judgements[final]?.why}`
      const about = passed ? 'passed' : (setting.conditions[final] ?? '')
      const allowed = `an end at poll ${index + 1}, ${poll.at / 1000} s`
      found.push({
        kind: 'ended too late',
        about,
        allowed,
        got: `${polls.length} polls`,
        why: `the wait ends here: ${what}`,
      })
    }
  })
  const ranOut = ran.elapsed >= setting.waitMs - Math.min(8 * setting.intervalMs, 300_000) * 1.2
  const lastPoll = polls[last]
  const mayEnd =
    (lastPoll && badReads(lastPoll, setting, ['refused', 'broken', 'failed']).length > 0) ||
    lastPoll?.judgements.some(({ end, words }) => end !== 'must not' && !words.every(word => word === 'met')) ||
    lastPoll?.judgements.every(({ words }) => words.includes('met'))
  if (setting.waitMs > 0 && !ranOut && !mayEnd && lastPoll) {
    found.push({
      kind: 'ended too early',
      about: setting.conditions.join(', '),
      allowed: 'waiting on',
      got: `an end after ${ran.elapsed / 1000} s`,
      why: whyOf(lastPoll, setting),
    })
  }
  if (setting.waitMs === 0 && polls.length > 1) {
    found.push({
      kind: 'ended too late',
      about: 'no wait',
      allowed: 'one poll',
      got: `${polls.length}`,
      why: '`wait-timeout: 0s` is one poll',
    })
  }
  const timedOut = ran.outputs['timed-out'] ?? '(none)'
  const allowed =
    setting.waitMs === 0 || (ran.exit === 0 && ran.outputs['conclusion'] === 'passed')
      ? ['false']
      : [...(mayEnd ? ['false'] : []), ...(ranOut ? ['true'] : [])]
  if (!allowed.includes(timedOut) && allowed.length > 0) {
    found.push({
      kind: 'output',
      about: 'timed-out',
      allowed: allowed.join('|'),
      got: timedOut,
      why: 'true if the wait ran out',
    })
  }
  if (ran.elapsed > setting.waitMs + LATEST) {
    found.push({
      kind: 'ended too late',
      about: 'deadline',
      allowed: `${(setting.waitMs + LATEST) / 1000} s`,
      got: `${ran.elapsed / 1000} s`,
      why: 'every run ends by its deadline',
    })
  }
  return found
}

/** Needed reads that failed in one of these ways. */
function badReads(poll: Poll, { needed }: Setting, kinds: string[]): Side[] {
  return [...needed].filter(side => kinds.includes(poll.snapshot[side].kind))
}

/** Milliseconds that the calls of the last poll may take: six request time-outs each, and some follow others. */
const LATEST = 3 * 6 * 1000

/** Without a condition, `read` says what is needed; under `auto` nothing is, unless nothing else could be read. */
function reportOnly(poll: Poll, setting: Setting, expectEnd: ExpectEnd): void {
  const bad = (side: Side) => !['read', 'missing'].includes(poll.snapshot[side].kind)
  const sides = setting.named ?? [...setting.possible]
  const failed = sides.filter(bad)
  const decides = setting.named ? failed.length > 0 : failed.length === sides.length
  if (!decides) {
    expectEnd(['reported'], [0], 'no condition, and no needed read failed')
    return
  }
  const why = `the needed reads of ${failed.join(', ')} failed`
  const outage = failed.every(side => poll.snapshot[side].kind === 'outage')
  if (outage && setting.warn) expectEnd(['unknown'], [0], `${why} by an outage, which is allowed`)
  else expectEnd(['unknown', 'failed'], [1], why)
}

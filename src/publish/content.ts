import { formatAge } from '../duration.ts'
import { plain } from '../escape.ts'
import type { Queue } from '../facts/facts.ts'
import { isLive, positionOf } from '../facts/position.ts'
import { valueIn } from '../facts/reading.ts'
import { since } from '../facts/time.ts'
import { inWords } from '../facts/words.ts'
import { pullRequestIn, queueIn, shownRun } from '../gate/subject.ts'
import type { ConditionVerdict } from '../gate/verdict.ts'
import { code, firstOf, listOf, type Message, say } from '../message.ts'
import type { Result } from './result.ts'
import { count, ordinal, stateFor } from './wording.ts'

/** What came out, in the words of the log and of the summary. */
export interface Headline {
  icon: string
  text: Message
  /** Whether it says the main reason already. */
  isReason?: boolean
}

const ICONS = { passed: '✅', failed: '⛔', unknown: '❓', reported: '📋', skipped: '⏭️', cancelled: '🚫' }

export function headlineOf(result: Result): Headline {
  const { conclusion, succeeds } = result.verdict
  const icon = ICONS[conclusion]
  const onward = conclusion === 'unknown' && succeeds ? '; continuing' : ''
  const news = newsOf(result)
  return news === null
    ? { icon, text: say`${outcomeOf(result)}${onward}` }
    : { icon, text: say`${news}${onward}`, isReason: true }
}

function outcomeOf(result: Result): Message {
  const { conclusion, conditions } = result.verdict
  const names = (wanted: ConditionVerdict['verdict']) =>
    conditions.flatMap(({ condition, verdict }) => (verdict === wanted ? [code(condition)] : []))
  switch (conclusion) {
    case 'passed':
      return say`Passed: ${listOf(names('met'))}`
    case 'failed': {
      const unmet = names('unmet')
      return unmet.length === 0
        ? 'Could not start'
        : say`Blocked: ${listOf(unmet)} ${unmet.length === 1 ? 'is' : 'are'} not met`
    }
    case 'unknown': {
      const unknown = names('unknown')
      return unknown.length === 0 ? 'The service gave no usable answer' : say`Unknown: ${listOf(unknown)}`
    }
    case 'reported':
      return contentOf(result)
    case 'skipped':
      return 'Skipped: this event gets no secrets'
    case 'cancelled':
      return 'Cancelled'
  }
}

/** What people would say in place of "blocked" or "unknown"; null where the conditions say it best. */
function newsOf({ verdict, context, plan, tests }: Result): Message | null {
  const [main] = verdict.reasons
  if (!main || (verdict.conclusion !== 'failed' && verdict.conclusion !== 'unknown')) return null
  const subject = context?.pullRequest ? `#${context.pullRequest.value}` : null
  const blocking = Number(tests?.outputs['blocking-failures'] ?? 0)
  switch (main.code) {
    case 'bad-input':
      return plan === null ? null : say`${code('status-context')} names a required status`
    case 'state-failed':
      return subject && `${subject} failed in the queue`
    case 'state-cancelled':
      return subject && `${subject} was taken out of the queue`
    case 'blocking-failures':
      return blocking === 0 ? null : count(blocking, 'failed test blocks', 'failed tests block')
    case 'service-unavailable':
      return "The queue's service did not answer"
    default: {
      const isAboutPlace = main.condition === 'submitted' || main.condition === 'not-submitted'
      return verdict.conclusion === 'unknown' && isAboutPlace && subject
        ? `Not known whether ${subject} is in the queue`
        : null
    }
  }
}

/** With nothing required, what was found is the news. */
function contentOf(result: Result): Message {
  return (
    result.tests?.line ??
    pullRequestLine(result) ??
    testRunLine(result) ??
    queueLine(result) ??
    quarantinedLine(result) ??
    'Nothing was read'
  )
}

/** One line on the pull request and its place; null where it was not read. */
export function pullRequestLine({ context, facts, endedAt }: Result): string | null {
  const number = context?.pullRequest?.value
  if (number === undefined) return null
  if (facts.pullRequest.kind === 'absent') return `#${number} was never submitted to the queue`
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const queue = queueIn(facts, context)
  return `#${number}: ${stateFor(pr, endedAt)}${pr.submitted ? '' : ', not in the queue'}${queue ? placeOf(queue, number) : ''}`
}

/** One line on the queue; null where it was not read. */
export function queueLine({ facts, context }: Result): string | null {
  const branch = plain(context?.targetBranch?.value ?? '', 120)
  if (facts.queue.kind === 'absent') return `${branch} has no queue`
  const queue = queueIn(facts, context)
  if (!queue) return null
  const entries = queue.entries && ` with ${count(queue.entries.filter(isLive).length, 'entry', 'entries')}`
  return `The queue of ${branch} is ${inWords(queue.state)}${entries ?? ''}`
}

/** One line on the test run; null where it was not read, or is that of another commit. */
export function testRunLine({ facts, context, endedAt }: Result): Message | null {
  const testRun = shownRun(facts, context)
  const id = plain(context?.testRunId?.value ?? testRun?.id ?? '', 60)
  if (facts.testRun.kind === 'absent' && context?.testRunId) return `The service knows no test run ${id}`
  if (!testRun) return null
  const pullRequests = testRun.pullRequests ?? []
  const tested = pullRequests.length === 0 ? '' : say` of ${firstOf(pullRequests, 5, ({ number }) => `#${number}`)}`
  const running = since(testRun.createdAt, endedAt)
  const age = running === null ? '' : `, started ${formatAge(running)} ago`
  return say`Test run ${id}${tested}: ${testRun.status === null ? 'no status' : inWords(testRun.status)}${age}`
}

/** One line on the quarantined tests; null where they were not read. */
export function quarantinedLine({ facts }: Result): string | null {
  const list = valueIn(facts.quarantinedTests)
  if (!list) return null
  return `${list.partial === null ? '' : 'At least '}${count(list.tests.length, 'quarantined test', 'quarantined tests')}`
}

function placeOf(queue: Queue, number: number): string {
  const position = positionOf(queue, number)
  return position === null ? '' : `, ${ordinal(position)} of ${queue.entries?.length}`
}

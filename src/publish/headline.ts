import type { Condition } from '../facts/conditions.ts'
import type { ConditionVerdict } from '../gate/verdict.ts'
import { code, listOf, type Message, say } from '../message.ts'
import { pullRequestLine, quarantinedLine, queueLine, testRunLine } from './content.ts'
import type { Result } from './result.ts'

/** What came out, in the words of the log and of the summary.  */
export interface Headline {
  icon: string
  text: Message
}

export function headlineOf(result: Result): Headline {
  const { verdict } = result
  const open = (wanted: ConditionVerdict['verdict']) =>
    verdict.conditions.filter(each => each.verdict === wanted).map(({ condition }) => condition)
  switch (verdict.conclusion) {
    case 'passed':
      return { icon: '✅', text: say`Passed: ${names(open('met'))}` }
    case 'failed':
      return open('unmet').length > 0
        ? {
            icon: '⛔',
            text: say`Blocked: ${names(open('unmet'))} ${open('unmet').length === 1 ? 'is' : 'are'} not met`,
          }
        : { icon: '⛔', text: 'Could not start' }
    case 'unknown':
      return open('unknown').length > 0
        ? { icon: '❓', text: say`Unknown: ${names(open('unknown'))}${verdict.succeeds ? '; continuing' : ''}` }
        : { icon: '❓', text: `The service gave no usable answer${verdict.succeeds ? '; continuing' : ''}` }
    case 'reported':
      return { icon: '📋', text: contentOf(result) }
    case 'skipped':
      return { icon: '⏭️', text: 'Skipped: this event gets no secrets' }
    case 'cancelled':
      return { icon: '🚫', text: 'Cancelled' }
  }
}

/** With nothing required, what was found is the news. */
function contentOf(result: Result): string {
  return (
    result.tests?.line ??
    pullRequestLine(result) ??
    testRunLine(result) ??
    queueLine(result) ??
    quarantinedLine(result) ??
    'Nothing was read'
  )
}

function names(conditions: readonly Condition[]): Message {
  return listOf(conditions.map(condition => code(condition)))
}

import type { Conclusion } from '../gate/conclusion.ts'
import type { CommitStatus } from '../github/status.ts'
import { type Result, runUrl } from '../result.ts'
import { plain } from '../text/escape.ts'
import { asWords, type Message, say } from '../text/message.ts'
import { storyOf } from './story.ts'

/** The most UTF-16 units of a description: GitHub takes 140 characters. */
const LONGEST = 140

/** Only a step that passed or merely reported is a success; its exit code doesn't matter. */
const STATES: Record<Conclusion, CommitStatus['state']> = {
  passed: 'success',
  reported: 'success',
  failed: 'failure',
  unknown: 'error',
  skipped: 'error',
  cancelled: 'error',
}

type StatusText = Omit<CommitStatus, 'context'>

export function statusOf(result: Result): StatusText {
  const { conclusion } = result.verdict
  const { headline, cause } = storyOf(result)
  const isGood = conclusion === 'passed' || conclusion === 'reported'
  const text = isGood || cause === '' ? headline : say`${headline}. ${cause}`
  return { state: STATES[conclusion], description: described(text), targetUrl: runUrl(result.run) }
}

/** One line without backticks and addresses, of a length that GitHub takes. */
function described(text: Message): string {
  return plain(asWords(text), LONGEST)
}

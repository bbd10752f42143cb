import type { Conclusion } from '../gate/conclusion.ts'
import type { CommitStatus } from '../github/status.ts'
import { type Result, runUrl } from '../result.ts'
import { plain } from '../text/escape.ts'
import { asWords, sentences } from '../text/message.ts'
import type { Story } from './story.ts'

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

/** The commit status, without the name under which it is set. */
export function statusOf({ headline, cause }: Story, { verdict, run }: Result): Omit<CommitStatus, 'context'> {
  const text = cause === '' ? headline : sentences(`${asWords(headline)}.`, cause)
  // One line without backticks and addresses, of a length that GitHub takes.
  return { state: STATES[verdict.conclusion], description: plain(asWords(text), LONGEST), targetUrl: runUrl(run) }
}

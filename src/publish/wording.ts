import { isOver, type PullRequest } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { stateInWords } from '../gate/states.ts'
import { formatAge, since } from '../text/duration.ts'

type Timed = Pick<PullRequest, 'state' | 'stateChangedAt'>

/** The state of a pull request with its age, such as `testing for 12 m` or `failed 2 h ago`. */
export function stateFor(submission: Timed, now: number, source?: SourceProfile): string {
  const state = submission.state === null ? 'in no known state' : stateInWords(submission.state, source)
  const time = since(submission.stateChangedAt, now)
  if (time === null) return state
  const isEvent = isOver(submission.state) || submission.state === 'tests_passed'
  return isEvent ? `${state} ${formatAge(time)} ago` : `${state} for ${formatAge(time)}`
}

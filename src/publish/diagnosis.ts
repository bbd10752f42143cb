import { formatAge } from '../duration.ts'
import { plain } from '../escape.ts'
import { known, PULL_REQUEST_STATES, type PullRequest } from '../facts/facts.ts'
import { since } from '../facts/time.ts'
import { inWords } from '../facts/words.ts'
import type { Diagnosis, DiagnosisCode } from '../gate/diagnosis/codes.ts'
import { stuckLongest } from '../gate/diagnosis/waiting.ts'
import type { ReasonCode } from '../gate/reasons.ts'
import { pullRequestIn, shownRun } from '../gate/subject.ts'
import { type Message, say, sentences, together } from '../message.ts'
import type { Result } from './result.ts'

/** The likeliest cause; null while nothing is wrong. That it is merged is told by its state. */
export function causeOf({ diagnoses }: Result): Diagnosis | null {
  const [likeliest] = diagnoses
  return likeliest && likeliest.code !== 'merged' ? likeliest : null
}

/** Lines of the log: the cause with what to do, what else is known of it, and the path of the pull request. */
export function diagnosisLines(result: Result): Message[] {
  const cause = causeOf(result)
  const path = pathLine(result)
  return [
    ...(cause ? [say`${labelOf(cause)}: ${sentences(cause.message, cause.remedy, adviceOf(cause))}`] : []),
    ...(cause && cause.evidence.length > 0 ? [say`What is known: ${together(cause.evidence, ' ')}`] : []),
    ...(path === null ? [] : [`Path of #${result.context?.pullRequest?.value}: ${path}`]),
    ...[stuckLine(result)].filter(line => line !== null),
  ]
}

export function labelOf({ certainty, code }: Diagnosis): string {
  if (code === 'cause-unknown') return 'Cause unknown'
  return certainty === 'certain' ? 'Cause' : 'Possible cause'
}

/** A sentence of its own, or nothing: that it has to be fixed first, its remedy says. */
export function adviceOf({ advice }: Diagnosis): string {
  return advice === 'submit again' ? 'Advice: submit it again.' : ''
}

/** Codes that only restate a reason about a pull request. */
const RESTATES: readonly DiagnosisCode[] = [
  'never-submitted',
  'cause-unknown',
  'cancelled',
  'pending-failure',
  'merged',
]
/** Reasons that say how a pull request or a test run stands and not why. */
const EXPLAINED: readonly ReasonCode[] = [
  'state-failed',
  'state-cancelled',
  'state-not-ready',
  'state-pending',
  'state-testing',
  'state-tests-passed',
  'not-mergeable',
  'not-submitted',
  'still-submitted',
  'test-run-failed',
  'required-status-failed',
  'test-run-in-progress',
]

/** The diagnosis where it explains this reason better than the reason itself; null where it does not. */
export function explanationOf(code: ReasonCode, result: Result): Diagnosis | null {
  const cause = causeOf(result)
  return cause && EXPLAINED.includes(code) && !RESTATES.includes(cause.code) ? cause : null
}

/** Whether the diagnosis says for certain what this reason says, and more: beside it the reason would be a repetition. */
export function isExplained(code: ReasonCode, result: Result): boolean {
  return explanationOf(code, result)?.certainty === 'certain'
}

/**
 * The way of the pull request through the queue in one line, with where it stands: `✓ submitted → ✓ ready → ▶ testing
 * for 12 m → passed → merged`. Null where its state is not known, or can't be right.
 */
export function pathLine(result: Result): string | null {
  const { context, facts, endedAt } = result
  const pr = pullRequestIn(facts, context)
  const state = pr && known(PULL_REQUEST_STATES, pr.state)
  if (!pr || state === null) return null
  const age = since(pr.stateChangedAt, endedAt)
  const lasting = age === null ? '' : ` for ${formatAge(age)}`
  const past = age === null ? '' : ` ${formatAge(age)} ago`
  const tested = wasTested(result, pr)
  const coming = (from: number) => STEPS.slice(from)
  const done = (to: number) => STEPS.slice(0, to).map(step => `✓ ${step}`)
  switch (state) {
    case 'not_ready':
      return way(
        pr.submitted ? ['✓ submitted', `▶ not ready${lasting}`, ...coming(2)] : ['▶ not submitted', ...coming(1)],
      )
    case 'pending':
      return pr.submitted ? way([...done(1), `▶ ready${lasting}`, ...coming(2)]) : null
    case 'testing':
      return pr.submitted ? way([...done(2), `▶ testing${lasting}`, ...coming(3)]) : null
    case 'pending_failure':
      return pr.submitted ? way([...done(2), `▶ held after a failure${lasting}`, ...coming(3)]) : null
    case 'tests_passed':
      return pr.submitted ? way([...done(3), `▶ passed${lasting}`, ...coming(4)]) : null
    case 'merged':
      // A queue can merge without testing.
      return way([...done(2), ...(tested === 'succeeded' ? ['✓ testing', '✓ passed'] : []), `✓ merged${past}`])
    case 'failed':
    case 'cancelled':
      if (pr.submitted) return null
      return way([...done(1), ...(tested === null ? [] : ['✓ ready', '✓ testing']), `✗ ${state}${past}`])
  }
}

const STEPS = ['submitted', 'ready', 'testing', 'passed', 'merged']

function way(steps: readonly string[]): string {
  return steps.join(' → ')
}

/** Status of the test run that tested it; null where none is known. */
function wasTested({ facts, context }: Result, { number }: PullRequest): string | null {
  const run = shownRun(facts, context)
  return run?.pullRequests?.some(each => each.number === number) ? (run.status ?? 'unknown') : null
}

/** For those who watch a whole queue: what has been longest in its state. Null where a pull request or run is under report. */
export function stuckLine({ context, facts, endedAt }: Result): string | null {
  if (!context || context.pullRequest || shownRun(facts, context)) return null
  const longest = stuckLongest(facts, endedAt)
  if (!longest) return null
  const state = longest.state === null ? 'in no known state' : inWords(longest.state)
  return plain(`Longest in its state: #${longest.number} (${state}), for ${formatAge(longest.ms)}`)
}

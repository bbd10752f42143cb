import { outcomeInWord } from '../../facts/commit.ts'
import { code, firstOf, listOf, type Message, say } from '../../text/message.ts'

/** A check by its name, and how it ended or stands in its own word. */
export interface NamedCheck {
  name: string
  url: string | null
  word?: string
}

/** The most names of one sentence. */
const MOST_NAMED = 3

type Forms = readonly [one: string, several: string]

/** How checks end or stand, worded to follow one name or several; the gravest first. */
const ENDS: ReadonlyMap<string, Forms> = new Map([
  ['failure', ['failed', 'failed']],
  ['timed_out', ['timed out', 'timed out']],
  ['startup_failure', ['could not start', 'could not start']],
  ['action_required', ['waits for an approval', 'wait for an approval']],
  ['cancelled', ['was cancelled', 'were cancelled']],
  ['skipped', ['was skipped', 'were skipped']],
  ['neutral', ['was neutral', 'were neutral']],
  ['queued', ['is queued', 'are queued']],
  ['waiting', ['waits for an approval', 'wait for an approval']],
  ['in_progress', ['is running', 'are running']],
  ['pending', ['is pending', 'are pending']],
  ['success', ['passed', 'passed']],
])

/** How a single check ended or stands, worded to follow its name. A word that is not known tells its outcome only. */
export function endInWords(word: string | undefined): string {
  return formsOf(word)[0]
}

function formsOf(word = 'failure'): Forms {
  const alike = outcomeInWord(word) === 'pending' ? 'pending' : 'failure'
  return ENDS.get(word) ?? ENDS.get(alike) ?? ['failed', 'failed']
}

/** Each check with how it ended: `unit` failed and `e2e` was cancelled. */
export function endsInWords(checks: readonly NamedCheck[]): Message {
  const ends = [...Map.groupBy(checks, ({ word }) => formsOf(word))]
  const ranked = ends.toSorted(([a], [b]) => rankOf(a) - rankOf(b))
  return listOf(ranked.map(([[one, several], alike]) => say`${namesOf(alike)} ${alike.length === 1 ? one : several}`))
}

function rankOf(forms: Forms): number {
  return [...ENDS.values()].indexOf(forms)
}

/** The first names, each with its link, and the number of the others. */
export function namesOf(checks: readonly NamedCheck[]): Message {
  const [first, second] = checks
  if (first && second && checks.length === 2) return listOf([first, second].map(nameOf))
  return firstOf(checks, MOST_NAMED, nameOf)
}

function nameOf({ name, url }: NamedCheck) {
  return code(name, url)
}

/** What to do about checks that ended badly, by the gravest. */
export function remedyForEnds(checks: readonly NamedCheck[]): Message {
  const words = checks.map(({ word }) => word ?? 'failure')
  const gravest = [...ENDS.keys()].find(word => words.includes(word)) ?? 'failure'
  return REMEDIES[gravest] ?? 'Fix what failed, then submit the pull request again.'
}

const REMEDIES: Readonly<Record<string, Message>> = {
  timed_out: 'Look at what took so long, then submit the pull request again.',
  startup_failure: 'Correct the workflow file, then submit the pull request again.',
  action_required: 'Have the run approved, then submit the pull request again.',
  cancelled: say`A cancelled check did not fail: most likely a ${code('concurrency')} group cancelled it. Submit the pull request again.`,
}

import { plain } from '../escape.ts'
import { firstOf } from '../facts/words.ts'
import { inputNames } from '../runner/values.ts'
import type { Clean } from '../secret.ts'
import { INPUTS, type Problem } from './inputs.ts'
import { nearest } from './suggest.ts'

/** Names that one warning lists; a job can set any number of such variables. */
const MOST_NAMES = 10

/**
 * Inputs that action.yml does not know. The runner only warns of them and hands them on, so that a step that says
 * `requires: ready` would be green and check nothing.
 *
 * @returns an error for each that is near one of ours, and one warning for all others
 */
export function unknownInputs(
  environment: NodeJS.ProcessEnv,
  clean: Clean,
): { problems: Problem[]; warnings: string[] } {
  const known: ReadonlySet<string> = new Set(INPUTS)
  const names = inputNames(environment)
    .filter(name => !known.has(name))
    .map(clean)
    .toSorted()
  const problems: Problem[] = []
  const far: string[] = []
  for (const name of names) {
    const guess = nearest(name, INPUTS)
    if (guess === null) far.push(name)
    else problems.push({ input: null, message: `Unknown input \`${plain(name, 60)}\`. Did you mean \`${guess}\`?` })
  }
  if (far.length === 0) return { problems, warnings: [] }
  const listed = firstOf(far, MOST_NAMES, name => `\`${plain(name, 60)}\``)
  const warning =
    far.length === 1
      ? `Unknown input ${listed}: the action ignores it.`
      : `Unknown inputs ${listed}: the action ignores them.`
  return { problems, warnings: [warning] }
}

import { plain } from '../escape.ts'
import { INPUTS, type Problem } from './inputs.ts'
import { nearest } from './suggest.ts'

const PREFIX = 'INPUT_'
/** Names that one warning lists; a job can set any number of such variables. */
const MOST_NAMES = 10

/**
 * Inputs that action.yml does not know. The runner only warns of them and hands them on, so that a step that says
 * `requires: ready` would be green and check nothing.
 *
 * @returns an error for each that is near one of ours, and one warning for all others
 */
export function unknownInputs(environment: NodeJS.ProcessEnv): { problems: Problem[]; warnings: string[] } {
  const known = new Set(INPUTS.map(name => `${PREFIX}${name.toUpperCase()}`))
  const names = Object.keys(environment)
    .filter(variable => variable.toUpperCase().startsWith(PREFIX) && !known.has(variable.toUpperCase()))
    .map(variable => variable.slice(PREFIX.length).toLowerCase())
    .filter(name => name !== '')
    .toSorted()
  const problems: Problem[] = []
  const far: string[] = []
  for (const name of names) {
    const guess = nearest(name, INPUTS)
    if (guess === null) far.push(`\`${plain(name, 60)}\``)
    else problems.push({ input: null, message: `Unknown input \`${plain(name, 60)}\`. Did you mean \`${guess}\`?` })
  }
  if (far.length === 0) return { problems, warnings: [] }
  const more = far.length > MOST_NAMES ? ` and ${far.length - MOST_NAMES} more` : ''
  const listed = `${far.slice(0, MOST_NAMES).join(', ')}${more}`
  const warning =
    far.length === 1
      ? `Unknown input ${listed}: the action ignores it.`
      : `Unknown inputs ${listed}: the action ignores them.`
  return { problems, warnings: [warning] }
}

import { CONDITION_NAMES } from '../facts/conditions.ts'
import { code, firstOf, type Message, say } from '../text/message.ts'
import type { Clean } from '../text/secret.ts'
import { INPUTS } from './inputs.ts'
import { nearestOf } from './names.ts'
import { itemsOf } from './parsers.ts'
import type { Problem } from './rules.ts'

/** At most this many unknown inputs are named in the warning. */
const MOST_NAMES = 5

/**
 * Inputs that action.yml does not have. The runner only warns of them, so a step with `requires: ready` would be green
 * and check nothing: a name near one of ours, or a value that lists our conditions, is a problem. Composite actions and
 * variables of the job hand on `INPUT_…` of their own, so all others are one warning.
 *
 * @param texts the inputs by name
 */
export function unknownInputs(
  texts: ReadonlyMap<string, string>,
  clean: Clean,
): { problems: Problem[]; warnings: Message[] } {
  const problems: Problem[] = []
  const others: string[] = []
  for (const [name, text] of texts) {
    if (INPUTS.some(each => each === name)) continue
    const meant = nearestOf(name, INPUTS) ?? (listsConditions(text) ? 'require' : null)
    if (meant === null) others.push(clean(name))
    else {
      const message = say`Unknown input ${code(clean(name))}. Did you mean ${code(meant)}?`
      problems.push({ input: clean(name), isUnknown: true, message })
    }
  }
  if (others.length === 0) return { problems, warnings: [] }
  const names = firstOf(others, MOST_NAMES, name => code(name))
  return { problems, warnings: [say`This action has no such inputs, so they have no effect: ${names}.`] }
}

function listsConditions(text: string): boolean {
  const items = itemsOf(text)
  return items.length > 0 && items.every(item => CONDITION_NAMES.some(condition => condition === item))
}

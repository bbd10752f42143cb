import { inputNames } from '../runner/variables.ts'
import { plain } from '../text/escape.ts'
import { code, say } from '../text/message.ts'
import { isKnownInput } from './inputs.ts'
import type { Problem } from './rules.ts'

/**
 * An error for each input that action.yml does not know. The runner only warns, so a step with `requires: ready` would
 * be green and check nothing.
 */
export function unknownInputs(environment: NodeJS.ProcessEnv): Problem[] {
  const unknown = inputNames(environment).filter(name => !isKnownInput(name))
  return unknown.toSorted().map(name => {
    const input = plain(name, 60)
    return { input, message: say`Unknown input ${code(input)}. Take it out, or correct its name.` }
  })
}

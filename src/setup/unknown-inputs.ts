import { plain } from '../escape.ts'
import { CONDITIONS } from '../facts/conditions.ts'
import { code, firstOf, type Message, say, together } from '../message.ts'
import { inputNames, inputOf } from '../runner/values.ts'
import type { Clean } from '../secret.ts'
import { INPUTS, isKnownInput } from './inputs.ts'
import type { Problem } from './read-inputs.ts'
import { nearest } from './suggest.ts'

/** Names in other actions, and the input that does the same here. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['branch', 'target-branch'],
  ['condition', 'require'],
  ['conditions', 'require'],
  ['interval', 'poll-interval'],
  ['pr', 'pull-request'],
  ['pr-number', 'pull-request'],
  ['reports', 'junit-paths'],
  ['timeout', 'wait-timeout'],
  ['token', 'api-token'],
  ['url', 'endpoint'],
])

/** The most names that are told: a job can set any number of such variables. */
const MOST_NAMES = 10

/**
 * An error for each unknown input that resembles a known one or lists conditions, and one warning for all others. The
 * runner only warns, so a step with `requires: ready` would be green and check nothing.
 */
export function unknownInputs(
  environment: NodeJS.ProcessEnv,
  clean: Clean,
): { problems: Problem[]; warnings: Message[] } {
  const given = inputNames(environment)
    .filter(name => !isKnownInput(name))
    .map(name => ({ name: clean(name), value: inputOf(environment, name) ?? '' }))
    // Inputs that hold a token get their own error.
    .filter(({ value }) => clean(value) === value)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const problems: Problem[] = []
  const far: string[] = []
  for (const { name, value } of given) {
    // A suggestion never inverts: `max-unexcused` is not `max-excused`.
    const others = INPUTS.filter(each => each !== name.replace(/(^|-)(?:no-?|un)/, '$1'))
    const near = nearest(name, others)
    const guesses = near.length === 0 && listsConditions(value) ? ['require'] : near
    const input = plain(name, 60)
    if (guesses.length === 0) far.push(input)
    else {
      const meant = together(
        guesses.map(guess => code(guess)),
        ' or ',
      )
      problems.push({ input, message: say`Unknown input ${code(input)}. Did you mean ${meant}?` })
    }
  }
  if (far.length === 0) return { problems, warnings: [] }
  const [inputs, them] = far.length === 1 ? ['input', 'it'] : ['inputs', 'them']
  const named = (input: string) => {
    const meant = MEANT.get(input.replaceAll('_', '-'))
    return meant === undefined ? code(input) : say`${code(input)} (did you mean ${code(meant)}?)`
  }
  const warning = say`Unknown ${inputs} ${firstOf(far, MOST_NAMES, named)}: the action ignores ${them}.`
  return { problems, warnings: [warning] }
}

/** True if a text lists only conditions or their negations, in whatever form of a list. */
function listsConditions(value: string): boolean {
  const items = value
    .toLowerCase()
    .replace(/\bnot\s+/g, 'not-')
    .split(/[\s,;[\](){}]+/)
  // No condition is as long, and the next pattern takes long on long texts.
  if (items.some(item => item.length > 100)) return false
  const names = items.map(item => item.replace(/^[-!"'`]+|[-!"'`]+$/g, '')).filter(item => item !== '')
  const isCondition = (name: string) => CONDITIONS.some(each => name === each || name === `not-${each}`)
  return names.length > 0 && names.every(isCondition)
}

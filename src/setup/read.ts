import { CONDITION_NAMES, type Condition, type Read } from '../facts/facts.ts'
import { SOURCES, type SourceProfile } from '../facts/profile.ts'
import { code, firstOf, listOf, type Message, quoted, say } from '../text/message.ts'
import type { Clean } from '../text/secret.ts'
import { INPUT_TABLE, INPUTS, type Inputs, type Row } from './inputs.ts'
import { itemsOf, nearestOf } from './parsers.ts'
import type { Problem } from './rules.ts'

type Texts = ReadonlyMap<string, string>

/** Reads the inputs of action.yml, with the default for a wrong one. */
export function readInputs(texts: Texts): { inputs: Inputs; problems: Problem[] } {
  const problems: Problem[] = []
  const entries = Object.entries(INPUT_TABLE).map(([key, row]) => {
    const text = texts.get(row.name)
    const value: unknown = text ? row.parser.parse(text) : row.fallback
    if (value !== undefined) return [key, value]
    problems.push({ input: row.name, message: wrongValue(row as Row<string, unknown>, text ?? '') })
    return [key, row.fallback]
  })
  // Each value comes from the row of its key.
  return { inputs: Object.fromEntries(entries) as Inputs, problems }
}

/** The one sentence on a wrong value: the input, the value, what is allowed, and an example that works. */
function wrongValue({ name, parser }: Row<string, unknown>, text: string): Message {
  const { part, meant } = parser.wrongPart?.(text) ?? { part: text, meant: null }
  const value = parser.isPrivate ? '' : say` can't be ${quoted(part)}: it`
  const example = parser.example === undefined ? '' : say`, such as ${code(parser.example)}`
  const hint = meant === null ? '' : say` Did you mean ${code(meant)}?`
  return say`Input ${code(name)}${value} takes ${parser.takes}${example}.${hint}`
}

/** Keys of one API of the service don't work on the other, so after a wrong guess the service refuses the key. */
const V2_KEY = /^[A-Za-z]+_v2_/

export function sourceFor({ source, organization, testCollection }: Inputs, token: string): SourceProfile {
  if (source === 'github') return SOURCES.github
  if (token !== '') return SOURCES[V2_KEY.test(token) ? 'service-v2' : 'service-v1']
  // Without a key nothing is asked and the API is unknown, so the inputs of either API are no mistake.
  const { listedBy } = SOURCES[testCollection !== null && organization === null ? 'service-v2' : 'service-v1']
  return { ...SOURCES['service-v1'], label: 'service', listedBy, ignoredInputs: [] }
}

export function unanswerable({ require, read }: Inputs, { refuses }: SourceProfile, texts: Texts): Problem[] {
  const reads = read === 'auto' ? [] : read
  const reasons: Partial<Record<string, Message>> = refuses
  const asked = (name: 'require' | 'read', values: readonly (Condition | Read)[]) =>
    values.flatMap(value => {
      const why = reasons[value]
      return why === undefined ? [] : [{ input: name, message: say`${code(`${name}: ${value}`)} ${why}` }]
    })
  const refused = Object.values(INPUT_TABLE).flatMap(({ name }) => {
    const why = reasons[name]
    // If a condition or a read is refused for the same reason, the input is not told as well.
    const isReported = [...require, ...reads].some(each => reasons[each] === why)
    return why === undefined || isReported || !texts.get(name)
      ? []
      : [{ input: name, message: say`Input ${code(name)} ${why}` }]
  })
  return [...asked('require', require), ...asked('read', reads), ...refused]
}

/** One warning that names the inputs that the chosen source has no use for, and a wait for nothing. */
export function ignoredInputs(inputs: Inputs, source: SourceProfile, texts: Texts): Message[] {
  // The runner fills in this default.
  const isDefault = (name: string) => name === 'on-missing-token' && inputs.onMissingToken === 'fail'
  const unused = source.ignoredInputs.filter(name => texts.get(name) && !isDefault(name))
  if (inputs.require.length === 0 && inputs.waitTimeoutMs > 0) unused.push('wait-timeout')
  if (unused.length === 0) return []
  return [say`No effect with this source and ${code('require')}: ${listOf(unused.map(name => code(name)))}.`]
}

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

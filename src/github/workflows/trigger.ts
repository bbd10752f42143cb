import { isNull, stringsOf, type Tree, valueAt } from './yaml.ts'

/** What `on:` of a workflow says about merge groups. */
export interface Triggers {
  /** Line of `on:`; null if there is none. */
  line: number | null
  mergeGroup: MergeGroupTrigger
  /** Other workflows can call it. */
  isCallable: boolean
  /** How the events are written, to say what to add. */
  form: 'word' | 'list' | 'mapping' | 'none'
  /** The events, as far as they are read. */
  events: readonly string[]
}

type MergeGroupTrigger =
  | { kind: 'missing' }
  | { kind: 'present'; line: number; filter: BranchFilter | null }
  /** `types` leaves out `checks_requested`. */
  | { kind: 'other-types'; line: number }
  /** GitHub refuses it, or what comes of it is not known. */
  | { kind: 'odd'; line: number }

interface BranchFilter {
  key: 'branches' | 'branches-ignore'
  patterns: readonly string[]
  line: number
}

const EVENT = 'merge_group'

export function readTriggers(file: Tree): Triggers {
  const on = file.kind === 'mapping' ? file.entries.get('on') : undefined
  // `true:` was `on:` before a tool for YAML 1.1 wrote the file; GitHub refuses it.
  const changed = file.kind === 'mapping' ? file.entries.get('true') : undefined
  if (changed && !on) return { ...NONE, line: changed.line, mergeGroup: { kind: 'odd', line: changed.line } }
  return on ? { ...triggersIn(on.value, on.line), line: on.line } : NONE
}

const MISSING = { kind: 'missing' } as const
const NONE: Triggers = { line: null, mergeGroup: MISSING, isCallable: false, form: 'none', events: [] }

function triggersIn(on: Tree, line: number): Omit<Triggers, 'line'> {
  if (on.kind === 'mapping') {
    const event = on.entries.get(EVENT)
    const push = on.entries.get('push')
    const otherwise = push && namesQueue(push.value) ? ({ kind: 'odd', line: push.line } as const) : MISSING
    const mergeGroup = event ? mergeGroupIn(event.value, event.line) : otherwise
    return { mergeGroup, isCallable: on.entries.has('workflow_call'), form: 'mapping', events: [...on.entries.keys()] }
  }
  const events = stringsOf(on)
  const form = on.kind === 'list' ? 'list' : 'word'
  if (events === null) {
    const mergeGroup = isNull(on) ? MISSING : ({ kind: 'odd', line } as const)
    return { mergeGroup, isCallable: false, form: 'none', events: [] }
  }
  const mergeGroup = events.includes(EVENT) ? ({ kind: 'present', line, filter: null } as const) : MISSING
  return { mergeGroup, isCallable: events.includes('workflow_call'), form, events }
}

/** GitHub pushes each group to a branch of its own. Whether the queue waits for what runs there is not documented. */
function namesQueue(push: Tree): boolean {
  return stringsOf(valueAt(push, 'branches'))?.some(pattern => pattern.startsWith('gh-readonly-queue/')) ?? false
}

function mergeGroupIn(value: Tree, line: number): MergeGroupTrigger {
  if (isNull(value)) return { kind: 'present', line, filter: null }
  if (value.kind !== 'mapping') return { kind: 'odd', line }
  const { types, branches, 'branches-ignore': ignored, ...others } = Object.fromEntries(value.entries)
  if (Object.keys(others).length > 0 || (branches && ignored)) return { kind: 'odd', line }
  if (types) {
    const names = stringsOf(types.value)
    if (names === null || names.length === 0) return { kind: 'odd', line }
    if (!names.includes('checks_requested')) return { kind: 'other-types', line }
  }
  const filter = branches ?? ignored
  if (!filter) return { kind: 'present', line, filter: null }
  const patterns = stringsOf(filter.value)
  const key = branches ? 'branches' : 'branches-ignore'
  return patterns ? { kind: 'present', line, filter: { key, patterns, line: filter.line } } : { kind: 'odd', line }
}

/** Whether a workflow runs for merge groups of a branch; null if that is not known. */
export function runsForGroups(trigger: MergeGroupTrigger, targetBranch: string): boolean | null {
  if (trigger.kind === 'odd') return null
  if (trigger.kind !== 'present') return false
  if (trigger.filter === null) return true
  const takes = trigger.filter.key === 'branches' ? branchesTake : branchesIgnoreTakes
  return takes(trigger.filter.patterns, targetBranch)
}

/**
 * Whether the filter `branches` takes a branch. Patterns count in their order, so the last one that matches decides.
 *
 * @returns null where GitHub refuses the patterns, or where its documentation leaves open what they match
 */
export function branchesTake(patterns: readonly string[], branch: string): boolean | null {
  if (!patterns.some(pattern => !pattern.startsWith('!'))) return null
  let taken: boolean | null = false
  for (const pattern of patterns) {
    const excludes = pattern.startsWith('!')
    const fits = patternFits(excludes ? pattern.slice(1) : pattern, branch)
    if (fits === true) taken = !excludes
    // A later pattern that surely matches ends the doubt.
    else if (fits === null && taken !== !excludes) taken = null
  }
  return taken
}

/** Whether the filter `branches-ignore` takes a branch, which it does if no pattern matches; null as above. */
export function branchesIgnoreTakes(patterns: readonly string[], branch: string): boolean | null {
  const fits = patterns.map(pattern => (pattern.startsWith('!') ? null : patternFits(pattern, branch)))
  if (fits.includes(true)) return false
  return fits.includes(null) ? null : true
}

/** More patterns that repeat could make the search long. Longer names of branches than these are rare. */
const MOST_REPEATS = 3
const LONGEST = 255

/** Whether a pattern of GitHub's filters matches the whole name of a branch; null if that is not known. */
export function patternFits(pattern: string, branch: string): boolean | null {
  const whole = expressionOf(pattern)
  if (whole === null || branch.length > LONGEST) return null
  if (whole.test(branch)) return true
  if (!pattern.includes('**/')) return false
  // The documentation says what `**` matches, but its examples let `**/` match nothing at all.
  const without = expressionOf(pattern.replaceAll('**/', ''))
  return without === null || without.test(branch) || pattern.split('**/').length > 2 ? null : false
}

/** A part of a pattern: stars, a set of letters, digits and ranges of them, or a character, which can repeat. */
const PART = /(\*{1,2})|(?:(\[(?:a-z|A-Z|0-9|[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[a-zA-Z\d])+\])|\\(.)|([^*?+[\\]))([?+]?)/sy

function expressionOf(pattern: string): RegExp | null {
  let expression = ''
  let repeats = 0
  PART.lastIndex = 0
  while (PART.lastIndex < pattern.length) {
    const [, stars, set, escaped, character, times = ''] = PART.exec(pattern) ?? []
    const one = set ?? (escaped ?? character)?.replace(/[^\w\s]/, '\\$&')
    if (stars === undefined && one === undefined) return null
    expression += stars === undefined ? `${one}${times}` : stars === '*' ? '[^/]*' : '.*'
    if (stars !== undefined || times !== '') repeats++
  }
  return expression === '' || repeats > MOST_REPEATS ? null : new RegExp(`^${expression}$`, 's')
}

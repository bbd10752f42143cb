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

export type MergeGroupTrigger =
  | { kind: 'missing' }
  | { kind: 'present'; line: number; filter: BranchFilter | null }
  /** `types` leaves out `checks_requested`. */
  | { kind: 'other-types'; line: number }
  /** GitHub refuses it, or what comes of it is not known. */
  | { kind: 'odd'; line: number }

export interface BranchFilter {
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

/** A part of a pattern: which characters it takes, whether it can be left out, and whether it repeats. */
interface Step {
  takes: (character: string) => boolean
  optional: boolean
  repeats: boolean
}

const LONGEST_PATTERN = 1000

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

/** Whether a pattern of GitHub's filters matches the whole name of a branch; null if that is not known. */
export function patternFits(pattern: string, branch: string): boolean | null {
  const steps = stepsOf(pattern)
  if (steps === null) return null
  if (matches(steps, branch)) return true
  // The documentation says what `**` matches, but its examples let `**/` match nothing at all.
  const [, ...others] = pattern.split('**/')
  if (others.length === 0) return false
  const without = others.length === 1 ? stepsOf(pattern.replace('**/', '')) : null
  return without === null || matches(without, branch) ? null : false
}

function stepsOf(pattern: string): Step[] | null {
  if (pattern === '' || pattern.length > LONGEST_PATTERN) return null
  const steps: Step[] = []
  /** The part that `?` or `+` is about. */
  let before: Step | null = null
  const add = (takes: Step['takes'], repeats = false): Step => {
    const step = { takes, optional: repeats, repeats }
    steps.push(step)
    return step
  }
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    if (character === '*') {
      const isDouble = pattern[at + 1] === '*'
      add(isDouble ? () => true : each => each !== '/', true)
      if (isDouble) at++
      before = null
    } else if (character === '?' || character === '+') {
      if (before === null) return null
      if (character === '?') before.optional = true
      else before.repeats = true
      before = null
    } else if (character === '[') {
      const end = pattern.indexOf(']', at)
      const takes = end < 0 ? null : setOf(pattern.slice(at + 1, end))
      if (takes === null) return null
      before = add(takes)
      at = end
    } else {
      const literal = character === '\\' ? pattern[++at] : character
      if (literal === undefined) return null
      before = add(each => each === literal)
    }
  }
  return steps
}

/** The characters between brackets: letters, digits and ranges of them; null for anything else. */
function setOf(text: string): Step['takes'] | null {
  if (!/^(?:a-z|A-Z|0-9|[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[a-zA-Z\d])+$/.test(text)) return null
  const ranges = [...text.matchAll(/(.)-(.)|(.)/g)].map(([, from, to, one]) => [from ?? one ?? '', to ?? one ?? ''])
  return each => ranges.some(([from = '', to = '']) => from <= each && each <= to)
}

/** Follows all ways through the steps at once, so that no pattern takes long. */
function matches(steps: readonly Step[], text: string): boolean {
  let places = withSkips(steps, new Set([0]))
  for (const character of text) {
    const next = new Set<number>()
    for (const place of places) {
      const step = steps[place]
      if (!step?.takes(character)) continue
      next.add(place + 1)
      if (step.repeats) next.add(place)
    }
    places = withSkips(steps, next)
  }
  return places.has(steps.length)
}

function withSkips(steps: readonly Step[], places: Set<number>): Set<number> {
  // A set hands out what is added while it is walked.
  for (const place of places) if (steps[place]?.optional) places.add(place + 1)
  return places
}

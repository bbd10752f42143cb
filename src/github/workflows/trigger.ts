import { branchesIgnoreTakes, branchesTake } from './branch-filter.ts'
import { isNull, stringsOf, type Tree, valueAt } from './tree.ts'

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

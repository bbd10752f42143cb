import type { Condition } from './condition.ts'
import { textsOf, valueAt } from './yaml.ts'

/** What `on:` of a workflow says about merge groups. */
export interface Triggers {
  /** Whether it runs for the merge groups of the target branch. */
  takesGroups: Condition
  /** The key that filters merge groups, `branches` or `branches-ignore`; undefined if there is none. */
  filter: string | undefined
  /** The events, as far as they are read. */
  events: readonly string[]
  /** Its events are keys, not words: that tells how to add one. */
  isMap: boolean
}

export function readTriggers(content: unknown, targetBranch: string): Triggers {
  const on = valueAt(content, 'on')
  const isMap = on instanceof Map
  const events = isMap ? [...on.keys()].map(String) : textsOf(on)
  const group = valueAt(on, 'merge_group')
  return {
    takesGroups: events === null ? undefined : takesGroups(on, events, targetBranch),
    filter: group instanceof Map ? [...group.keys()].find(key => key !== 'types') : undefined,
    events: events ?? [],
    isMap,
  }
}

function takesGroups(on: unknown, events: readonly string[], targetBranch: string): Condition {
  if (!events.includes('merge_group')) {
    // GitHub pushes each group to a branch of its own. Whether the queue waits for what runs there is not documented.
    const pushes = textsOf(valueAt(valueAt(on, 'push'), 'branches')) ?? []
    return pushes.some(each => each.startsWith('gh-readonly-queue/')) ? undefined : false
  }
  const group = valueAt(on, 'merge_group')
  if (group === undefined) return true
  if (!(group instanceof Map)) return undefined
  const { types = 'checks_requested', ...filters } = Object.fromEntries(group)
  const [key, ...others] = Object.keys(filters)
  if (others.length > 0 || !textsOf(types)?.includes('checks_requested')) return undefined
  if (key === undefined) return true
  const patterns = textsOf(filters[key])
  if (patterns === null) return undefined
  const isListed = branchesTake(patterns, targetBranch)
  if (key === 'branches' || isListed === undefined) return isListed
  // Only `branches` knows patterns that take away.
  return key === 'branches-ignore' && patterns.every(each => !each.startsWith('!')) ? !isListed : undefined
}

/** Whether the filter `branches` takes a branch: the last pattern that matches decides, and `!` takes away. */
function branchesTake(patterns: readonly string[], branch: string): Condition {
  let taken: Condition = false
  for (const pattern of patterns) {
    const excludes = pattern.startsWith('!')
    const fits = patternFits(excludes ? pattern.slice(1) : pattern, branch)
    if (fits === true) taken = !excludes
    // A later pattern that surely matches ends the doubt.
    else if (fits === undefined && taken !== !excludes) taken = undefined
  }
  return taken
}

/** Signs that are not read, and `**` before a slash, of which GitHub's documentation says two things. */
const NOT_READ = /[?+[\]\\!]|\*\*\/|\*{3}/
/** More stars could make the search long. */
const MOST_STARS = 3

/** Whether a pattern of letters and stars matches the whole name of a branch; undefined for any other pattern. */
function patternFits(pattern: string, branch: string): Condition {
  const parts = pattern.split(/(\*+)/)
  if (NOT_READ.test(pattern) || pattern === '' || parts.length > 2 * MOST_STARS + 1) return undefined
  const expression = parts.map(part => STARS.get(part) ?? part.replace(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${expression.join('')}$`, 's').test(branch)
}

const STARS: ReadonlyMap<string, string> = new Map([
  ['*', '[^/]*'],
  ['**', '.*'],
])

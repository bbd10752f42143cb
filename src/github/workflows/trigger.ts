import type { Tristate } from './condition.ts'
import { textsOf, valueAt } from './yaml.ts'

/** The `on:` of a workflow, and what it says about merge groups. */
export interface Triggers {
  /** Whether merge groups of the target branch start the workflow. */
  includesGroups: Tristate
  /** The first key of `merge_group` besides `types`, such as the filter `branches`; undefined if there is none. */
  groupFilter: string | undefined
  /** Empty if they can't be read. */
  events: readonly string[]
  /** The events are keys of a map, as in `on: { push: }`, not words of a list. */
  isMap: boolean
}

export function readTriggers(content: unknown, targetBranch: string): Triggers {
  const on = valueAt(content, 'on')
  const isMap = on instanceof Map
  const events = isMap ? [...on.keys()].map(String) : textsOf(on)
  const group = valueAt(on, 'merge_group')
  return {
    includesGroups: events ? includesGroups(on, events, group, targetBranch) : undefined,
    groupFilter: group instanceof Map ? [...group.keys()].find(key => key !== 'types') : undefined,
    events: events ?? [],
    isMap,
  }
}

function includesGroups(on: unknown, events: readonly string[], group: unknown, targetBranch: string): Tristate {
  if (!events.includes('merge_group')) {
    // GitHub pushes each group to a branch of this name. It is not documented whether the queue waits for such a run.
    const pushes = textsOf(valueAt(valueAt(on, 'push'), 'branches')) ?? []
    return pushes.some(each => each.startsWith('gh-readonly-queue/')) ? undefined : false
  }
  // The key has no value, so there is no filter.
  if (group === undefined) return true
  if (!(group instanceof Map)) return undefined
  const { types = 'checks_requested', ...filters } = Object.fromEntries(group)
  const [key, ...others] = Object.keys(filters)
  if (others.length > 0 || !textsOf(types)?.includes('checks_requested')) return undefined
  if (key === undefined) return true
  const patterns = textsOf(filters[key])
  if (patterns === null) return undefined
  const isIncluded = includesBranch(patterns, targetBranch)
  if (key === 'branches' || isIncluded === undefined) return isIncluded
  // A pattern with `!` has a meaning in `branches` alone.
  return key === 'branches-ignore' && patterns.every(each => !each.startsWith('!')) ? !isIncluded : undefined
}

/** Whether the filter `branches` includes a branch: the last pattern that matches decides, and one with `!` excludes. */
function includesBranch(patterns: readonly string[], branch: string): Tristate {
  let isIncluded: Tristate = false
  for (const pattern of patterns) {
    const includes = !pattern.startsWith('!')
    const isMatch = matchesBranch(includes ? pattern : pattern.slice(1), branch)
    if (isMatch === true) isIncluded = includes
    // A pattern that may match makes the result unknown, unless the result stays the same in both cases.
    else if (isMatch === undefined && isIncluded !== includes) isIncluded = undefined
  }
  return isIncluded
}

/** Signs other than stars; three stars; and `**` before a slash, on which GitHub's documentation contradicts itself. */
const UNSUPPORTED = /[?+[\]\\!]|\*\*\/|\*{3}/
/** A pattern with stars at more places can take long to match. */
const MOST_STARS = 3
const STARS: ReadonlyMap<string, string> = new Map([
  ['*', '[^/]*'],
  ['**', '.*'],
])

/** Whether a pattern of letters and stars matches the whole name of a branch; undefined for any other pattern. */
function matchesBranch(pattern: string, branch: string): Tristate {
  const parts = pattern.split(/(\*+)/)
  if (UNSUPPORTED.test(pattern) || pattern === '' || parts.length > 2 * MOST_STARS + 1) return undefined
  const expression = parts.map(part => STARS.get(part) ?? part.replace(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${expression.join('')}$`, 's').test(branch)
}

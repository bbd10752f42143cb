import { code, firstOf, type Message, say } from '../../text/message.ts'
import { nearestName, type Reporter } from './checks.ts'
import type { Workflows } from './workflow.ts'

const EVENT = code('merge_group')
const ON = code('on:')
const IF = code('if:')

/** What keeps a job from reporting on merge groups. */
export function whatIsMissing({ workflow, isTriggered, skippedBy }: Reporter, targetBranch: string): Message {
  const { path, triggers } = workflow
  if (isTriggered !== false) return skippedBy ? say`the ${IF} in ${at(skippedBy)} skips it on merge groups` : SKIPPED
  const { mergeGroup, line } = triggers
  if (mergeGroup.kind === 'other-types') {
    return say`${code('types')} of ${EVENT} in ${at({ path, line: mergeGroup.line })} leaves ${REQUESTED} out`
  }
  if (mergeGroup.kind === 'present' && mergeGroup.filter) {
    const { key, line } = mergeGroup.filter
    return say`${code(key)} of ${EVENT} in ${at({ path, line })} leaves ${code(targetBranch)} out`
  }
  return line === null ? say`${code(path)} has no ${ON}` : say`${ON} in ${at({ path, line })} has no ${EVENT}`
}

/** What to write, and where. */
export function remedyFor({ workflow, isTriggered }: Reporter, targetBranch: string): Message {
  if (isTriggered !== false) return say`Let the job run on ${EVENT}, and skip its steps instead.`
  const { triggers, path } = workflow
  const { mergeGroup } = triggers
  if (mergeGroup.kind === 'other-types') return say`Write ${code('types: [checks_requested]')} there.`
  if (mergeGroup.kind === 'present' && mergeGroup.filter) {
    const { key } = mergeGroup.filter
    if (key === 'branches') return say`Add ${code(`- ${targetBranch}`)} to it.`
    return say`Take what matches ${code(targetBranch)} out of it.`
  }
  const place = at({ path, line: triggers.line ?? 1 })
  if (triggers.form === 'mapping') return say`Add ${code('merge_group:')} below ${ON} in ${place}.`
  const events = [...triggers.events, 'merge_group'].join(', ')
  return say`Write ${code(`on: [${events}]`)} in ${place}.`
}

/** Why it is not known whether a job reports a check of the name on merge groups. */
export function doubtOf({ workflow, job, isCertain, isTriggered, skippedBy }: Reporter, targetBranch: string): Message {
  const { path, triggers } = workflow
  const place = at({ path, line: job.line })
  if (!isCertain) return say`job ${code(job.id)} in ${place} may report it, but its names are known only when it runs`
  if (isTriggered === true) {
    if (!skippedBy) return say`it is not known whether job ${code(job.id)} in ${place} runs`
    return say`the ${IF} in ${at(skippedBy)} can skip it, and a skipped job reports another name`
  }
  const { mergeGroup } = triggers
  const line = mergeGroup.kind === 'missing' ? 1 : mergeGroup.line
  return say`${EVENT} in ${at({ path, line })} can't be read for ${code(targetBranch)}`
}

/** No workflow has a job of that name. */
export function nobody(name: string, { read, broken }: Workflows): Message {
  const [file] = broken
  if (file !== undefined) return say`no workflow has a job of that name, and ${code(file)} can't be read as YAML`
  const near = nearestName(name, read)
  if (near) return say`no workflow has a job of that name; ${code(near.name)} in ${at(near)} is the nearest`
  return 'no workflow has a job of that name, so an app may report it'
}

export function unreadFile(file: string): Message {
  return say`${code(file)} could not be read, and it may have a job of that name`
}

/** A plain job that is skipped still reports its check. */
export function skipWarning(name: string, { runs, skippedBy }: Reporter): Message[] {
  if (runs === true || !skippedBy) return []
  return [say`The ${IF} in ${at(skippedBy)} can skip ${code(name)} on merge groups; the queue takes that for passed.`]
}

export function twinWarning(name: string, reporters: readonly Reporter[]): Message[] {
  const files = [...new Set(reporters.map(({ workflow }) => workflow.path))]
  if (files.length < 2) return []
  return [say`More than one workflow has a job ${code(name)}: ${firstOf(files, 3, file => code(file))}.`]
}

export const BY_APP = 'its rule names an app, and no merge group has shown a check of that app'
export const GONE = 'a merge group has shown it, but no workflow has a job of that name any more'
export const WAIT = 'It is not known until a first merge group has shown it.'
const SKIPPED = say`it is skipped on merge groups`
const REQUESTED = code('checks_requested')

function at({ path, line }: { path: string; line: number }): Message {
  return say`${code(path)}, line ${line}`
}

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

/** Why it is not known whether a check is reported, worded to follow a colon, and what to do. */
export interface Doubt {
  missing: Message
  remedy: Message
}

/** The remedy for what only a merge group shows. @param unseen why the last groups could not be read; else null */
export function untilSeen(unseen: Message | null): Message {
  if (unseen !== null) return say`The last merge groups could not be read: ${unseen}.`
  return 'Wait for a first merge group: it shows whether the check is reported.'
}

/** Why it is not known whether a job reports a check of the name on merge groups. */
export function doubtOf(
  { workflow, job, isCertain, isTriggered, skippedBy }: Reporter,
  targetBranch: string,
  whenSeen: Message,
): Doubt {
  const { path, triggers } = workflow
  const itself = say`job ${code(job.id)} in ${at({ path, line: job.line })}`
  if (!isCertain) {
    return { missing: say`${itself} may report it, but its names are known only when it runs`, remedy: whenSeen }
  }
  if (isTriggered === true && skippedBy) {
    const missing = say`the ${IF} in ${at(skippedBy)} can skip it, and a skipped job reports another name`
    return { missing, remedy: say`Move the ${IF} into the steps of the job, or require a job that always runs.` }
  }
  if (isTriggered === true) {
    return { missing: say`it is not known whether ${itself} runs`, remedy: say`Correct its ${code('needs')}.` }
  }
  const { mergeGroup } = triggers
  const line = mergeGroup.kind === 'missing' ? 1 : mergeGroup.line
  const missing = say`it is not clear whether ${at({ path, line })} makes it run for groups of ${code(targetBranch)}`
  return { missing, remedy: say`Write ${code('merge_group:')} below ${ON} there, with nothing below it.` }
}

/** No workflow has a job of that name. */
export function nobody(name: string, { read, broken }: Workflows, whenSeen: Message): Doubt {
  const [file] = broken
  if (file !== undefined) {
    const missing = say`no workflow has a job of that name, and ${code(file)} can't be read as YAML`
    return { missing, remedy: say`Correct ${code(file)}.` }
  }
  const near = nearestName(name, read)
  if (near) {
    const missing = say`no workflow has a job of that name; ${code(near.name)} in ${at(near)} is the nearest`
    return { missing, remedy: say`If that is the check, require it under this very name.` }
  }
  return { missing: 'no workflow has a job of that name, so an app may report it', remedy: whenSeen }
}

export function unreadFile(file: string): Doubt {
  const missing = say`${code(file)} could not be read, and it may have a job of that name`
  return { missing, remedy: 'Make the file smaller.' }
}

export function byApp(whenSeen: Message): Doubt {
  return { missing: 'its rule names an app, and no merge group has shown a check of that app', remedy: whenSeen }
}

export const GONE: Doubt = {
  missing: 'a merge group has shown it, but no workflow has a job of that name any more',
  remedy: 'Give a job that name, or take the check off the rules of the branch.',
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

const SKIPPED = say`it is skipped on merge groups`
const REQUESTED = code('checks_requested')

function at({ path, line }: { path: string; line: number }): Message {
  return say`${code(path)}, line ${line}`
}

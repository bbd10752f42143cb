import { formatAge } from '../../duration.ts'
import { since } from '../../facts/time.ts'
import { code, say } from '../../message.ts'
import { type Case, namesInCode } from './case.ts'
import { type Diagnosis, diagnosis } from './codes.ts'
import { meantName, statusesIn } from './test-run.ts'

/** Milliseconds after which a merge group on which nothing has been reported has been forgotten. */
export const FORGOTTEN_MS = 10 * 60_000

/** Why nothing comes of a merge group: no workflow runs on it, or none reports a check that is required. */
export function ofGroup(given: Case, number: number): Diagnosis[] {
  const { run, facts } = given
  if (!run?.reportedIsWhole) return []
  const isOut = given.pr?.submitted === false
  const age = since(run.createdAt, given.now)
  if (!isOut && (age === null || age <= FORGOTTEN_MS)) return []
  const after = age === null || isOut ? '' : `, ${formatAge(age)} after it was built`
  if (run.reported.length === 0) {
    const message = say`Nothing has reported on the merge group of #${number}${after}: no workflow has ${code('on: merge_group')}, or a workflow put it into the queue with its own token, which starts no workflows.`
    return [diagnosis('no-merge-group-runs', 'certain', message)]
  }
  const missing = statusesIn(given, 'missing')
  // A check that still runs may report it.
  const isOpen = run.reported.some(({ outcome }) => outcome === 'pending')
  if (missing.length === 0 || isOpen || statusesIn(given, 'failed').length > 0) return []
  const reported = [...run.reported, ...(facts.checks.kind === 'read' ? facts.checks.value.checks : [])]
  const meant = missing.flatMap(({ name }) => {
    const other = meantName(
      name,
      reported.map(each => each.name),
    )
    return other === null ? [] : [say`${code(other)} is reported. Did you mean that for ${code(name)}?`]
  })
  const names = namesInCode(missing.map(({ name }) => name))
  const message = say`Everything that runs on the merge group of #${number} has ended, and nothing has reported ${names}, which is required.`
  return [diagnosis('required-check-missing-on-group', 'possible', message, { evidence: meant })]
}

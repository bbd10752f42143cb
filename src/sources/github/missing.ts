import { matrixOf } from '../../facts/commit.ts'
import type { ReportedStatus } from '../../facts/facts.ts'
import type { MissingCheck } from '../../facts/source.ts'
import type { Report } from './rollup.ts'

/** The slug of the app of GitHub Actions. */
const ACTIONS = 'github-actions'

/**
 * Why a required check has not been reported on a group: a name that nearly fits was, or it is reported elsewhere.
 *
 * @param reported what was reported on the group
 * @param onHead what was reported on the head of the pull request
 */
export function missingCheck(
  name: string,
  reported: readonly ReportedStatus[],
  onHead: readonly Report[],
): MissingCheck {
  const found = (why: MissingCheck['why'], near: string | null): MissingCheck => ({ name, why, near })
  for (const { name: near, word } of reported) {
    if (near.endsWith(` / ${name}`)) return found('reusable-workflow', near)
    if (name.endsWith(` / ${near}`)) return found('workflow-name', near)
    if (fitsTemplate(near, name)) return found('unexpanded-matrix', near)
    if (name.startsWith(`${near} (`) && word === 'skipped') return found('unexpanded-matrix', near)
    if (inLetters(near) === inLetters(name) && inLetters(name) !== '') return found('other-letters', near)
  }
  const elsewhere = onHead.find(each => each.name === name)
  const leg = reported.find(each => matrixOf(each.name) !== null && matrixOf(each.name) === matrixOf(name))
  if (!elsewhere) return leg ? found('other-leg', leg.name) : found('unknown', null)
  return found(elsewhere.by === ACTIONS ? 'no-trigger' : 'pull-requests-only', elsewhere.by)
}

/** True for `unit (${{ matrix.os }})` and `unit (linux)`: the matrix was skipped before it was expanded. */
function fitsTemplate(template: string, name: string): boolean {
  const start = template.indexOf('${{')
  const end = template.lastIndexOf('}}')
  if (start === -1 || end < start) return false
  const [first, last] = [template.slice(0, start), template.slice(end + 2)]
  return name.length > first.length + last.length && name.startsWith(first) && name.endsWith(last)
}

/** A name without letter case, blanks and signs. */
function inLetters(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

import { asHtml, say } from '../../message.ts'
import { adviceOf, causeOf, labelOf, pathLine, stuckLine } from '../diagnosis.ts'
import type { Result } from '../result.ts'

/** Characters of one sentence. */
const LIMIT = 1500
/** Sentences and further causes that are shown; the report has them all. */
const SHOWN = 8

/** Why the pull request is stuck or out, and its path, for the place right under the headline; null where all is well. */
export function diagnosisPart(result: Result): string | null {
  const cause = causeOf(result)
  const path = pathLine(result)
  const stuck = stuckLine(result)
  const others = cause ? result.diagnoses.slice(1, 1 + SHOWN) : []
  const details = [
    ...(cause?.evidence.slice(0, SHOWN) ?? []),
    ...others.map(each => say`Also${each.certainty === 'certain' ? '' : ' possible'}: ${each.message}`),
  ]
  const parts = [
    cause &&
      `<p><b>${labelOf(cause)}:</b> ${asHtml(cause.message, LIMIT)} ${asHtml(cause.remedy, LIMIT)}${adviceOf(cause)}</p>`,
    details.length === 0 ? null : `<ul>${details.map(each => `<li>${asHtml(each, LIMIT)}</li>`).join('\n')}</ul>`,
    path === null ? null : `<p>${asHtml(path)}</p>`,
    stuck === null ? null : `<p>${asHtml(stuck)}</p>`,
  ].filter(part => part !== null)
  return parts.length === 0 ? null : parts.join('\n')
}

import { valueIn } from '../../facts/reading.ts'
import { summaryOfChecks } from '../../gate/merge-group-checks.ts'
import type { Result } from '../../result.ts'
import { asHtml, code, say, sentences } from '../../text/message.ts'
import { row, table } from './table.ts'

const ICONS = { uncovered: '❌', unknown: '❓', covered: '✅' }
const ORDER = Object.keys(ICONS)

/** The required checks, the uncovered ones first; null if they were not read, or there are none. */
export function mergeGroupChecksPart({ facts }: Result): string | null {
  const value = valueIn(facts.mergeGroupChecks)
  if (!value || value.checks.length === 0) return null
  const checks = value.checks.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
  const head = ['Required check', 'Workflow', 'Job', 'What is missing']
  const rows = table(head, checks, ({ name, verdict, job, missing, remedy }) => {
    return row([
      `${ICONS[verdict]}&nbsp;${asHtml(code(name))}`,
      job ? asHtml(job.workflow === null ? code(job.file) : say`${job.workflow} (${code(job.file)})`) : '',
      job ? asHtml(code(job.id)) : '',
      asHtml(missing === null ? '' : sentences(say`${missing}.`, remedy ?? '')),
    ])
  })
  return `<h3>${asHtml(summaryOfChecks(value))}</h3>\n${rows}`
}

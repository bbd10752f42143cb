import { valueIn } from '../facts/facts.ts'
import { gapIn, groupsOf, summaryOfChecks } from '../gate/queue.ts'
import type { Result } from '../result.ts'
import { asHtml, code, firstOf, type Message, say, sentences } from '../text/message.ts'
import { row, table } from './summary/table.ts'

/** The most checks that a message names. */
const MOST_NAMED = 5

/** How many of the required checks are reported on merge groups; null if it was not asked. */
export function groupChecksLine({ facts }: Result): string | null {
  const value = valueIn(facts.mergeGroupChecks)
  return value && summaryOfChecks(value)
}

/** What is odd about the required checks, though it decides nothing. */
export function groupCheckWarnings({ facts, verdict }: Result): Message[] {
  const value = valueIn(facts.mergeGroupChecks)
  if (!value) return []
  // A condition that is unknown says so itself.
  const isTold = verdict.conditions.some(each => each.condition === 'merge-group-checks' && each.verdict === 'unknown')
  const gap = isTold ? null : gapIn(value)
  const broken = value.brokenFiles.map(file => say`${code(file)} can't be read as YAML, so no job of it counts.`)
  const isNone = value.checks.length === 0 && value.moreRequired === undefined
  const none = isNone ? ['The branch requires no check, so its queue would merge whatever is in it.'] : []
  return [...(gap ? [gap] : []), ...none, ...broken, ...value.checks.flatMap(({ warnings }) => warnings)]
}

/** The required checks that are known to be uncovered; null if they are not known. */
export function uncoveredChecks({ facts }: Result): string[] | null {
  const value = valueIn(facts.mergeGroupChecks)
  const uncovered = value?.checks.filter(({ verdict }) => verdict === 'uncovered') ?? []
  // An app's check can be open, but no name may be missing from the list.
  const isWhole = value !== null && value.requiredUnread !== true
  return uncovered.length > 0 || isWhole ? [...new Set(uncovered.map(({ name }) => name))] : null
}

/** An annotation at each `on:` that lacks the trigger. */
export function workflowAnnotations({ facts, verdict }: Result) {
  const isRequired = verdict.conditions.some(({ condition }) => condition === 'merge-group-checks')
  const kind: 'error' | 'warning' = isRequired ? 'error' : 'warning'
  return groupsOf(valueIn(facts.mergeGroupChecks)?.checks ?? []).flatMap(group => {
    const [{ job, triggerLine, missing, remedy }] = group
    if (!job || triggerLine === null) return []
    const names = firstOf(group, MOST_NAMED, ({ name }) => code(name))
    const text = sentences(say`Merge groups will lack the required ${names}: ${missing ?? ''}.`, remedy ?? '')
    const message = { title: 'Merge Queue Gate: no trigger for merge groups', text }
    return [{ kind, message, place: { file: job.file, line: triggerLine } }]
  })
}

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

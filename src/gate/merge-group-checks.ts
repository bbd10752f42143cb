import type { Snapshot } from '../facts/context.ts'
import type { Coverage, MergeGroupChecks } from '../facts/facts.ts'
import { isRead } from '../facts/facts.ts'
import { code, firstOf, type Message, say } from '../text/message.ts'
import { type Finding, failedRead, met, NOT_READ, type Reason, reason, withoutValue } from './reasons.ts'

const MOST_REASONS = 20
const MOST_NAMED = 5

export function mergeGroupChecks({ facts }: Snapshot): Finding {
  const reading = facts.mergeGroupChecks
  if (!isRead(reading)) return withoutValue(reading, NOT_READ)
  const { checks } = reading.value
  const lacking = groupsOf(checks).map(uncoveredReason)
  if (lacking.length > 0) return finding('unmet', reading.value, lacking)
  const open = checks.filter(({ verdict }) => verdict === 'unknown').map(unknownReason)
  if (open.length === 0 && reading.failure) return failedRead(reading.failure)
  const gap = gapReason(reading.value)
  if (open.length > 0 || gap) return finding('unknown', reading.value, [...open, ...(gap ? [gap] : [])])
  return met(`${summaryOfChecks(reading.value)}.`)
}

/** The uncovered checks, those of one `on:` together. */
export function groupsOf(checks: readonly Coverage[]): [Coverage, ...Coverage[]][] {
  const uncovered = checks.filter(({ verdict }) => verdict === 'uncovered')
  const placeOf = ({ name, job, triggerLine }: Coverage) =>
    triggerLine === null ? `check ${name}` : `file ${job?.file}`
  return [...Map.groupBy(uncovered, placeOf).values()].map(([first, ...others]) => [first as Coverage, ...others])
}

/** How many of the required checks are reported on merge groups, without a full stop. */
export function summaryOfChecks({ checks }: MergeGroupChecks): string {
  const amount = (verdict: Coverage['verdict']) => checks.filter(each => each.verdict === verdict).length
  const [lacking, open] = [amount('uncovered'), amount('unknown')]
  const all = checks.length
  if (all === 0) return 'The branch requires no check'
  if (lacking + open === 0) return 'Merge groups get all required checks'
  const among = all === 1 ? 'the required check' : `of ${all} required checks`
  if (lacking === 0) return `Not known whether merge groups get ${all === 1 ? among : `${open} ${among}`}`
  const more = open === 0 ? '' : `; not known of ${open} more`
  return `Merge groups lack ${all === 1 ? among : `${lacking} ${among}`}${more}`
}

function uncoveredReason(group: readonly Coverage[]): Reason {
  const [first] = group
  const names = firstOf(group, MOST_NAMED, ({ name }) => code(name))
  const subject = group.length === 1 ? say`The required check ${names} is` : say`The required checks ${names} are`
  const message = say`${subject} not reported on merge groups: ${first?.missing ?? ''}.`
  return reason('merge-group-checks-uncovered', null, message, first?.remedy ?? undefined)
}

function unknownReason({ name, missing, remedy }: Coverage): Reason {
  const message = say`It is not known whether the required check ${code(name)} is reported on merge groups: ${missing ?? ''}.`
  return { ...reason('not-known', null, message, remedy ?? undefined), headline: NOT_KNOWN }
}

export function gapIn({ moreRequired }: MergeGroupChecks): Message | null {
  return moreRequired === undefined ? null : say`It is not known which checks the branch requires: ${moreRequired}.`
}

function gapReason(value: MergeGroupChecks): Reason | null {
  const message = gapIn(value)
  if (message === null) return null
  const remedy = say`Give ${code('github-token')} what the message names, or look at the rules of the branch.`
  return { ...reason('not-known', null, message, remedy), headline: NOT_KNOWN }
}

const NOT_KNOWN = 'Not known whether merge groups get all checks'

/** Workflow files don't change while a step waits. */
function finding(verdict: 'unmet' | 'unknown', value: MergeGroupChecks, reasons: readonly Reason[]): Finding {
  const evidence = `${summaryOfChecks(value)}.`
  return { verdict, evidence, reasons: reasons.slice(0, MOST_REASONS), final: true, outage: false }
}

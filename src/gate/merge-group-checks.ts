import type { Snapshot } from '../facts/context.ts'
import { type Coverage, hasValue, type MergeGroupChecks } from '../facts/facts.ts'
import { code, count, type Message, say, shortList } from '../text/message.ts'
import { type Finding, failureFinding, met, NOT_READ, noValue, reason } from './reasons.ts'

const MOST_NAMED = 5
const MOST_REASONS = 20

/** Every verdict is final, except one that is due to an outage: workflow files don't change while a step waits. */
export function mergeGroupChecks({ facts }: Snapshot): Finding {
  const reading = facts.mergeGroupChecks
  if (!hasValue(reading)) return noValue(reading, NOT_READ)
  const { checks } = reading.value
  const evidence = `${summaryOfChecks(reading.value)}.`
  const lacking = uncoveredByTrigger(checks).map(uncoveredReason)
  const undecided = checks.filter(({ verdict }) => verdict === 'unknown').map(unknownReason)
  if (lacking.length + undecided.length === 0 && reading.failure) return failureFinding(reading.failure)
  const gap = gapInRequiredChecks(reading.value)
  const unclear = gap === null ? undecided : [...undecided, reason('not-known', null, gap, TO_CLOSE_GAP)]
  const [verdict, reasons] = lacking.length > 0 ? (['unmet', lacking] as const) : (['unknown', unclear] as const)
  if (reasons.length === 0) return met(evidence)
  return { verdict, evidence, reasons: reasons.slice(0, MOST_REASONS), final: true, outage: false }
}

/** The uncovered checks, those of one `on:` together. */
export function uncoveredByTrigger(checks: readonly Coverage[]): [Coverage, ...Coverage[]][] {
  const uncovered = checks.filter(({ verdict }) => verdict === 'uncovered')
  const keyOf = ({ name, job, triggerLine }: Coverage) => (triggerLine === null ? `check ${name}` : `file ${job?.file}`)
  return [...Map.groupBy(uncovered, keyOf).values()].map(([first, ...others]) => [first as Coverage, ...others])
}

export function summaryOfChecks({ checks }: MergeGroupChecks): string {
  const amount = (verdict: Coverage['verdict']) => checks.filter(each => each.verdict === verdict).length
  const [lacking, undecided] = [amount('uncovered'), amount('unknown')]
  if (checks.length === 0) return 'The branch requires no check'
  if (lacking + undecided === 0) return 'Merge groups get all required checks'
  const parts = [lacking > 0 ? `lack ${lacking}` : [], undecided > 0 ? `may lack ${undecided}` : []].flat()
  return `Of ${count(checks.length, 'required check', 'required checks')}, merge groups ${parts.join(' and ')}`
}

export function uncoveredReason(checks: readonly [Coverage, ...Coverage[]]) {
  const [{ whyNotCovered, remedy }] = checks
  const names = shortList(checks, MOST_NAMED, ({ name }) => code(name))
  const message = say`Merge groups will lack the required ${names}: ${whyNotCovered ?? ''}.`
  return reason('merge-group-checks-uncovered', null, message, remedy ?? undefined)
}

function unknownReason({ name, whyNotCovered, remedy }: Coverage) {
  const message = say`It is not known whether the required check ${code(name)} is reported on merge groups: ${whyNotCovered ?? ''}.`
  return reason('not-known', null, message, remedy ?? undefined)
}

export function gapInRequiredChecks({ whyMoreMayBeRequired: why }: MergeGroupChecks): Message | null {
  return why === undefined ? null : say`It is not known which checks the branch requires: ${why}.`
}

const TO_CLOSE_GAP = say`Let ${code('github-token')} read what could not be read, or look at the rules of the branch.`

import type { JudgedTests } from '../../gate/quarantine/judged.ts'

/** Counts over all legs. */
export interface Totals {
  ran: number
  failed: number
  blocking: number
  excused: number
  /** Whether every report that there should be was read to its end. */
  whole: boolean
}

/** Adds up the legs; null where there is none. */
export function totalsOf({ finding, groups }: JudgedTests): Totals | null {
  if (groups.length === 0) return null
  const sum = (each: (group: JudgedTests['groups'][number]) => number) =>
    groups.reduce((total, group) => total + each(group), 0)
  const isMissing = finding.reasons.some(({ code }) => code === 'legs-missing' || code === 'leg-report-invalid')
  const isWhole = groups.every(
    ({ reports }) =>
      reports.problems.every(({ kind }) => kind === 'empty') && reports.counts.failed === reports.failed.length,
  )
  return {
    ran: sum(({ reports }) => reports.counts.ran),
    failed: sum(({ reports }) => reports.failed.length),
    blocking: sum(({ excuses }) => excuses.blocking.length),
    excused: sum(({ excuses }) => excuses.excused.length),
    whole: isWhole && !(isMissing && groups.some(({ leg }) => leg !== null)),
  }
}

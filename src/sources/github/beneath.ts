import type { Check } from '../../facts/facts.ts'
import { timeOf } from '../../text/duration.ts'
import { code, firstOf, type Message, say } from '../../text/message.ts'
import type { CheckStanding } from './check-standing.ts'

/** The most jobs that a message names. */
const MOST_NAMED = 5

/** The jobs of the same workflow run that ended before a check began: those beneath it, if it is an aggregate. */
export function jobsBeneath({ suite, id, startedAt }: Check, checks: readonly Check[]): Check[] {
  const began = timeOf(startedAt)
  if (suite == null || began === null) return []
  const hasEnded = ({ completedAt }: Check) => (timeOf(completedAt) ?? Number.POSITIVE_INFINITY) <= began
  return checks.filter(each => each.suite === suite && each.id !== id && hasEnded(each))
}

/** The jobs beneath that did not pass, those that failed first. A skipped job passed nothing. */
export function unpassed(jobs: readonly Check[]): Check[] {
  const rank = (job: Check) => WORDS.indexOf(job.word ?? '') + (WORDS.includes(job.word ?? '') ? 0 : WORDS.length)
  return jobs
    .filter(({ outcome, word }) => outcome === 'failed' || word === 'skipped')
    .toSorted((a, b) => rank(a) - rank(b))
}

/** How a job can end without passing, the most telling first. */
const WORDS: readonly string[] = ['failure', 'timed_out', 'startup_failure', 'action_required', 'cancelled', 'skipped']

/** A warning for each green aggregate over jobs that did not pass: GitHub merges, though nothing tested that part. */
export function aggregateWarnings(standings: readonly CheckStanding[], checks: readonly Check[]): Message[] {
  const required = new Set(standings.flatMap(({ report }) => (report ? [report.id] : [])))
  return standings.flatMap(({ name, outcome, report }) => {
    if (outcome !== 'passed' || report?.suite == null || report.word === 'skipped') return []
    const run = checks.filter(({ suite, id }) => suite === report.suite && id !== report.id)
    const jobs = jobsBeneath(report, checks)
    const others = unpassed(jobs)
    // An aggregate is the only required job of its run, and ran after every other one.
    const isAggregate = !run.some(({ id }) => required.has(id)) && jobs.length === run.length
    if (!isAggregate || others.length === 0) return []
    const named = firstOf(others, MOST_NAMED, job => say`${code(job.name, job.url)} (${inWords(job.word)})`)
    return [say`${code(name, report.url)} passed, though jobs of the same run did not: ${named}.`]
  })
}

/**
 * A warning for each aggregate that GitHub skipped because a job that it needs failed: skipped counts as passed, so the
 * queue merges.
 */
export function skippedWarnings(standings: readonly CheckStanding[], checks: readonly Check[]): Message[] {
  const required = new Set(standings.flatMap(({ report }) => (report ? [report.id] : [])))
  return standings.flatMap(({ name, report }) => {
    if (report?.suite == null || report.word !== 'skipped') return []
    const run = checks.filter(({ suite, id }) => suite === report.suite && id !== report.id)
    const failed = run.filter(({ outcome }) => outcome === 'failed')
    if (failed.length === 0 || run.some(({ id }) => required.has(id))) return []
    const named = firstOf(failed, MOST_NAMED, job => say`${code(job.name, job.url)} (${inWords(job.word)})`)
    return [
      say`${code(name, report.url)} was skipped, though jobs of the same run did not pass: ${named}. GitHub takes skipped for passed: give ${code(name)} an ${code('if: always()')}, and let it fail if a job that it needs did.`,
    ]
  })
}

/** A warning for each check that passed after a run of its name in another suite failed. */
export function repeatWarnings(standings: readonly CheckStanding[]): Message[] {
  return standings.flatMap(({ name, report }) => {
    if (report?.failedEarlier === undefined) return []
    const earlier = code(name, report.failedEarlier || null)
    return [
      say`${code(name, report.url)} passed, but an earlier run of that name, ${earlier}, failed. Give each job a name of its own across workflows.`,
    ]
  })
}

function inWords(word = ''): string {
  return word === 'failure' ? 'failed' : word.replaceAll('_', ' ')
}

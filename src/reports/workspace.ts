import { plain } from '../escape.ts'
import { firstOf, type Message, say } from '../message.ts'
import { globReports } from './glob.ts'
import { type ReadOptions, type ReadReports, readTestReports } from './junit.ts'

export type { ReadReports } from './junit.ts'

/** What the file system gives up to so much of a second; and clocks of two machines may differ. */
const TOLERANCE_MS = 2000
/** Files that one sentence names. */
const MOST_NAMED = 5

/**
 * Finds the test reports of the workspace and reads them.
 *
 * @param globs `junit-paths`
 * @throws what `options.signal` was aborted with
 */
export async function readWorkspace(globs: readonly string[], options: ReadOptions): Promise<ReadReports> {
  const found = await globReports(globs, options)
  const read = await readTestReports(found.paths, options)
  const problems = [...found.problems, ...read.reports.problems]
  return { ...read, reports: { ...read.reports, problems } }
}

/**
 * A sentence on reports that are older than the job, as a runner that keeps its workspace leaves them; null where none
 * is.
 *
 * @param jobStartedAt milliseconds since the epoch
 */
export function leftOver({ modifiedAt }: ReadReports, jobStartedAt: number): Message | null {
  const old = [...modifiedAt].flatMap(([file, time]) => (time < jobStartedAt - TOLERANCE_MS ? [file] : []))
  if (old.length === 0) return null
  const names = firstOf(old, MOST_NAMED, file => plain(file, 120))
  const are = old.length === 1 ? 'A test report is' : `${old.length} test reports are`
  return say`${are} older than this job, so left over from an earlier one: ${names}. Delete old reports before the tests run.`
}

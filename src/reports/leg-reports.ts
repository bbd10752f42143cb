import fs from 'node:fs'
import path from 'node:path'
import { DocumentError, readDocument } from '../document.ts'
import { errorCode } from '../error-code.ts'
import { plain } from '../escape.ts'
import { type LegReport, type LegReports, SCHEMA_VERSION } from '../facts/test-report.ts'
import { code, type Message, say } from '../message.ts'
import { FileError, readJsonFile } from '../runner/files.ts'
import { type Clean, cleanTexts } from '../secret.ts'
import { globReports } from './glob.ts'
import { LEG_FILES, type LegFile } from './leg-file.ts'
import type { ReportPlaces } from './report-file.ts'

/** More files than a run can have legs: a matrix has 256 jobs at most. */
const MOST_FILES = 1000
/** The most bytes of all files. One file may have 64 MiB; a leg with 100,000 failed tests needs half of that. */
const ALL_LIMIT = 256 * 1024 * 1024

/**
 * Reads the report files of other legs, by `merge-reports`. Never throws: an invalid file is a problem. Whether a
 * report is true to its own facts is not checked here.
 */
export async function readLegReports(
  globs: readonly string[],
  { clean, ...places }: ReportPlaces & { clean: Clean },
): Promise<LegReports> {
  const found = await globReports(globs, places, 'merge-reports')
  // Missing legs are noticed by the code that knows their expected number.
  const problems = found.problems.filter(({ kind }) => kind !== 'missing').map(({ message }) => say`${message}.`)
  const shown = found.paths.map(file => clean(path.relative(places.workspace, file).replaceAll(path.sep, '/')))
  const unmatched = found.problems.find(({ kind }) => kind === 'missing')?.message
  const read: LegReports = { files: shown, reports: [], problems, ...(unmatched && { unmatched }) }
  if (found.paths.length > MOST_FILES) {
    problems.push(
      say`${code('merge-reports')} matches ${found.paths.length} files, more than ${MOST_FILES}: no run has so many legs.`,
    )
    return read
  }
  let left = ALL_LIMIT
  for (const [at, file] of found.paths.entries()) {
    // A file of megabytes takes a second, so a cancellation is heard between two.
    await new Promise(resolve => setImmediate(resolve))
    try {
      left -= fs.statSync(file).size
      if (left < 0) throw new FileError('exceeds the limit: together the files are over 256 MiB')
      read.reports.push(await readLeg(cleanTexts(readJsonFile(file), clean)))
    } catch (error) {
      problems.push(say`${plain(shown[at] ?? '')} ${reasonOf(error)}.`)
    }
  }
  return read
}

/** Throws a {@link FileError} or {@link DocumentError} if this is no report of a leg that read test reports. */
async function readLeg(json: unknown): Promise<LegReport> {
  const { schemaVersion } = await readDocument(LEG_FILES.versioned, json)
  if (schemaVersion !== SCHEMA_VERSION) {
    throw new FileError(`has the schema version ${schemaVersion}, which this version of the action does not know`)
  }
  return legOf(await readDocument(LEG_FILES.report, json))
}

/** @throws {FileError} if that leg read no test report */
function legOf({ leg, run, conditions, testInputs, facts }: LegFile): LegReport {
  const tests = facts.testReports.value
  if (testInputs === null || facts.testReports.kind !== 'read' || tests === undefined) {
    throw new FileError('is of a leg that read no test reports: its gate needs "junit-paths"')
  }
  const { ran, passed, failed, skipped, flaky } = tests.counts
  const [judged, again] = conditions.filter(({ condition }) => condition === 'no-blocking-failures')
  if (again) throw new FileError('judges no-blocking-failures twice')
  return {
    runId: run.id,
    attempt: Number(run.attempt),
    commit: run.commit,
    leg,
    ...testInputs,
    verdict: judged?.verdict ?? null,
    // Only known counts are taken. They go into this step's own report, where names of other members are foreign text.
    tests: { ...tests, counts: { ran, passed, failed, skipped, flaky } },
    quarantined: quarantinedIn(facts.quarantinedTests),
  }
}

function quarantinedIn({ kind, value, failure }: LegFile['facts']['quarantinedTests']): LegReport['quarantined'] {
  if (kind !== 'read' || value === undefined) {
    return { complete: false, why: 'the leg had no list of quarantined tests.' }
  }
  if (value.partial !== null || failure !== undefined) {
    return { complete: false, why: 'the leg has only a part of the list of quarantined tests.' }
  }
  return { complete: true, entries: value.tests }
}

/** The action's own words, the code of a system call, or the path of a member; never a word of the file. */
function reasonOf(error: unknown): Message {
  if (error instanceof FileError) return error.message
  if (error instanceof DocumentError) return say`is not a report file: ${error.sentence}`
  return `cannot be read (${errorCode(error) || 'unknown error'})`
}

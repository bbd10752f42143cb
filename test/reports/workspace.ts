import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestOutcome, TestReports } from '../../src/facts/test-report.ts'
import { type ReadReports, readTestReports } from '../../src/reports/junit.ts'
import { type Clean, cleanerOf } from '../../src/text/secret.ts'

/** Makes a workspace and a temp folder beside it, both gone after the test. */
export function makeWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}): {
  workspace: string
  temp: string
  clean: Clean
} {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'reports-')))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const workspace = path.join(folder, 'workspace')
  const temp = path.join(folder, 'temp')
  for (const each of [workspace, temp]) fs.mkdirSync(each)
  for (const [name, content] of Object.entries(files)) writeFile(path.join(workspace, name), content)
  return { workspace, temp, clean: cleanerOf() }
}

export function writeFile(file: string, content: string | Uint8Array): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content)
}

/** Reads reports given as text, in the order given. */
export async function readTexts(
  files: Readonly<Record<string, string | Uint8Array>>,
  testOutcome: TestOutcome | null = null,
): Promise<TestReports> {
  return (await openTexts(files, testOutcome)).reports
}

export function openTexts(
  files: Readonly<Record<string, string | Uint8Array>>,
  testOutcome: TestOutcome | null = null,
): Promise<ReadReports> {
  return readTestReports(Object.keys(files), { ...makeWorkspace(files), testOutcome })
}

/** A reading on a few lines, where whole values would hide what matters. */
export function brief(reports: TestReports): Record<string, unknown> {
  const { ran, passed, failed, skipped, flaky } = reports.counts
  return {
    counts: `${ran} ran: ${passed} passed, ${failed} failed; ${skipped} skipped, ${flaky} flaky`,
    failed: reports.failed.map(({ name }) => name),
    flaky: reports.flaky.map(({ name }) => name),
    problems: reports.problems.map(({ kind, message }) => `${kind}: ${message}`),
  }
}

/** Nothing failed, nothing is wrong, and something ran: all that can become a pass without the list. */
export function isClean(reports: TestReports): boolean {
  return reports.counts.ran > 0 && reports.failed.length === 0 && reports.problems.length === 0
}

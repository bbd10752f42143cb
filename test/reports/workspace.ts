import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { FailedTest, TestOutcome, TestReports } from '../../src/facts/test-report.ts'
import { type ReadReports, readTestReports } from '../../src/reports/junit.ts'
import { type Clean, cleanerOf } from '../../src/text/outside.ts'

/** Makes a workspace and a temp folder beside it, both gone after the test. */
export function makeWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}): {
  workspace: string
  temp: string
  clean: Clean
  testOutcome: null
} {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'reports-')))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const workspace = path.join(folder, 'workspace')
  const temp = path.join(folder, 'temp')
  for (const each of [workspace, temp]) fs.mkdirSync(each)
  for (const [name, content] of Object.entries(files)) writeFile(path.join(workspace, name), content)
  return { workspace, temp, clean: cleanerOf(), testOutcome: null }
}

export function writeFile(file: string, content: string | Uint8Array): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content)
}

type Texts = Readonly<Record<string, string | Uint8Array>>

/** Reads reports given as text, in the order given. */
export function openTexts(files: Texts, testOutcome: TestOutcome | null = null): Promise<ReadReports> {
  const place = makeWorkspace(files)
  const paths = Object.keys(files).map(file => path.join(place.workspace, file))
  return readTestReports(paths, { ...place, testOutcome })
}

export async function readTexts(files: Texts, testOutcome: TestOutcome | null = null): Promise<TestReports> {
  return (await openTexts(files, testOutcome)).reports
}

/** The outcomes of the tests of one report on a line, such as `a failed, b passed (flaky)`; what is no test has a star. */
export async function outcomesOf(xml: string, testOutcome: TestOutcome | null = null): Promise<string> {
  const { failed, notFailed } = await readTexts({ 'a.xml': xml }, testOutcome)
  const all = [
    ...failed.map(
      test => `${test.name}${test.isTest ? '' : '*'} failed${test.hasPassedNamesake ? ' (and passed)' : ''}`,
    ),
    ...notFailed.map(test => `${test.name} ${test.outcome}${test.flaky ? ' (flaky)' : ''}`),
  ]
  return all.sort().join(', ')
}

/** The first failed test of a report. */
export async function failedTest(xml: string): Promise<FailedTest | undefined> {
  return (await readTexts({ 'a.xml': xml })).failed[0]
}

export function countsOf({ counts }: TestReports): string {
  const { ran, passed, failed, skipped, flaky } = counts
  return `${ran} ran: ${passed} passed, ${failed} failed; ${skipped} skipped, ${flaky} flaky`
}

export function problemsOf({ problems }: TestReports): string[] {
  return problems.map(({ kind, message }) => `${kind}: ${message}`)
}

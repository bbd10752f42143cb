import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readTestReports } from '../../src/reports/junit.ts'
import { cleanerOf } from '../../src/secret.ts'

const FIXTURES = path.join(import.meta.dirname, 'fixtures')
const runners = fs
  .readdirSync(FIXTURES, { withFileTypes: true })
  .filter(each => each.isDirectory())
  .map(({ name }) => name)

// What each runner wrote, read by hand against the sources beside it.
test.each(runners)('%s', async runner => {
  const workspace = path.join(FIXTURES, runner)
  const files = fs.readdirSync(workspace).filter(file => file.endsWith('.xml') && file !== 'pom.xml')
  const expected = JSON.parse(fs.readFileSync(path.join(workspace, 'expected.json'), 'utf8'))
  const { reports } = await readTestReports(files.toSorted(), { workspace, clean: cleanerOf() })
  const { others, ...rest } = reports
  expect(rest).toEqual(expected)
  expect(others).toHaveLength(reports.counts.passed + reports.counts.skipped)
})

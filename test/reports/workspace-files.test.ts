import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readLegReports } from '../../src/reports/leg-reports.ts'
import { placeOf } from '../../src/reports/test-place.ts'
import { leftOver, readWorkspace } from '../../src/reports/workspace.ts'

let root = ''
let workspace = ''

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workspace-files-')))
  workspace = path.join(root, 'workspace')
  fs.mkdirSync(workspace)
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

function write(file: string, text = ''): string {
  const whole = path.join(workspace, file)
  fs.mkdirSync(path.dirname(whole), { recursive: true })
  fs.writeFileSync(whole, text)
  return whole
}

describe('where a test stands', () => {
  test.each<[string, string | null, number | null, string, ReturnType<typeof placeOf>]>([
    ['from the workspace on', 'src/a.test.ts', 7, 'report.xml', { file: 'src/a.test.ts', line: 7 }],
    [
      'from the folder of the tests on',
      'b.test.ts',
      null,
      'packages/b/out/report.xml',
      { file: 'packages/b/b.test.ts', line: null },
    ],
    ['absolute', '<workspace>/src/a.test.ts', 1, 'report.xml', { file: 'src/a.test.ts', line: 1 }],
    ['an address', 'file://<workspace>/src/a.test.ts', 1, 'report.xml', { file: 'src/a.test.ts', line: 1 }],
    ['with backslashes', 'src\\a.test.ts', 0, 'report.xml', { file: 'src/a.test.ts', line: null }],
    ['outside', '../secret.ts', 1, 'report.xml', null],
    ['absolute outside', '/etc/hostname', 1, 'report.xml', null],
    ['a folder', 'src', 1, 'report.xml', null],
    ['not there', 'src/c.test.ts', 1, 'report.xml', null],
    ['none', null, 1, 'report.xml', null],
  ])('%s', (_, file, line, report, expected) => {
    write('src/a.test.ts')
    write('packages/b/b.test.ts')
    fs.writeFileSync(path.join(root, 'secret.ts'), '')
    expect(placeOf({ file: file?.replace('<workspace>', workspace) ?? null, line, report }, workspace)).toEqual(
      expected,
    )
  })
})

describe('reports that are older than the job', () => {
  test.each<[string, ageMs: number, string | null]>([
    ['new', 0, null],
    ['within what clocks differ', 1500, null],
    [
      'left over',
      60_000,
      'A test report is older than this job, so left over from an earlier one: a.xml. Delete old reports before the tests run.',
    ],
  ])('%s', async (_, age, expected) => {
    const started = Date.now()
    const file = write('a.xml', '<testsuite name="a" tests="1"><testcase name="b"/></testsuite>')
    fs.utimesSync(file, new Date(started - age), new Date(started - age))
    const read = await readWorkspace(['*.xml'], { workspace })
    expect(read.reports.counts.ran).toBe(1)
    expect(leftOver(read, started)).toBe(expected)
  })
})

describe('report files of other legs', () => {
  test.each<[string, string, string]>([
    ['no JSON', '{', 'legs/a.json is not JSON (line 1 column 2).'],
    ['empty', '', 'legs/a.json is empty.'],
    ['another document', '[]', 'legs/a.json is not a report file: the document is not an object.'],
    [
      'another version',
      '{"schemaVersion": 7}',
      'legs/a.json has the schema version 7, which this version of the action does not know.',
    ],
    ['a member is missing', '{"schemaVersion": 1}', 'legs/a.json is not a report file: member `leg` is missing.'],
  ])('%s', async (_, text, problem) => {
    write('legs/a.json', text)
    expect(await readLegReports(['legs/*.json'], { workspace }, 1)).toEqual({
      files: ['legs/a.json'],
      reports: [],
      problems: [problem],
    })
  })

  test('a link out of the workspace is not followed', async () => {
    fs.writeFileSync(path.join(root, 'a.json'), '{"schemaVersion": 1}')
    fs.mkdirSync(path.join(workspace, 'legs'))
    fs.symlinkSync(path.join(root, 'a.json'), path.join(workspace, 'legs/a.json'))
    const { reports, problems } = await readLegReports(['legs/*.json'], { workspace }, 1)
    expect({ reports, problems }).toEqual({
      reports: [],
      problems: ['legs/a.json can not be read: it lies outside the workspace and the temp folder of the runner.'],
    })
  })
})

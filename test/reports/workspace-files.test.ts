import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leftOver, readWorkspace } from '../../src/reports/junit.ts'
import { readLegReports as readLegFiles } from '../../src/reports/leg-reports.ts'
import { otherXmlFiles } from '../../src/reports/other-files.ts'
import { annotationPlaceOf, placeOf } from '../../src/reports/place.ts'
import { asText } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/secret.ts'

/** The problems as the log tells them. */
async function readLegReports(...given: Parameters<typeof readLegFiles>) {
  const read = await readLegFiles(...given)
  return { ...read, problems: read.problems.map(problem => asText(problem)) }
}

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
  test.each<[string, file: string | null, ReturnType<typeof placeOf>, line?: number | null, report?: string]>([
    ['from the workspace on', 'src/a.test.ts', { file: 'src/a.test.ts', line: 7 }, 7],
    [
      'from the folder of the tests on',
      'b.test.ts',
      { file: 'packages/b/b.test.ts', line: null },
      null,
      'packages/b/out/report.xml',
    ],
    ['absolute', '<workspace>/src/a.test.ts', { file: 'src/a.test.ts', line: 1 }],
    ['an address', 'file://<workspace>/src/a.test.ts', { file: 'src/a.test.ts', line: 1 }],
    ['with backslashes', 'src\\a.test.ts', { file: 'src/a.test.ts', line: 1 }],
    ['outside', '../secret.ts', null],
    ['absolute outside', '/etc/hostname', null],
    ['a folder', 'src', null],
    ['not there', 'src/c.test.ts', null],
    ['none', null, null],
    ['an empty one', '', null],
    ['the workspace itself', '<workspace>', null],
    ['the folder above', '..', null],
    ['two dots that begin a name', '..c.test.ts', { file: '..c.test.ts', line: 1 }],
    ['an address in the midst', 'src/file:///a.test.ts', null],
    ['a name that is shown otherwise than it is', 'd\u202e.test.ts', null],
    ['a name that is too long for any file', 'a'.repeat(300), null],
    ['of a report in the temp folder', 'src/a.test.ts', { file: 'src/a.test.ts', line: 1 }, 1, '/temp/report.xml'],
    ['of a report above the workspace', 'src/a.test.ts', { file: 'src/a.test.ts', line: 1 }, 1, '../report.xml'],
    ['never from a folder of the workspace that bears its name', 'f.test.ts', null, 1, '/temp/report.xml'],
    ['never from above the workspace on', 'secret.ts', null, 1, '../report.xml'],
    [
      'from the workspace on, before the folder of the tests',
      'e.test.ts',
      { file: 'e.test.ts', line: 1 },
      1,
      'src/report.xml',
    ],
    [
      'of a report named from here on',
      'b.test.ts',
      { file: 'packages/b/b.test.ts', line: 1 },
      1,
      './packages//b/report.xml',
    ],
  ])('%s', (_, file, expected, line = 1, report = 'report.xml') => {
    for (const each of ['src/a', 'packages/b/b', '..c', 'd\u202e', 'e', 'src/e', 'temp/f']) write(`${each}.test.ts`)
    fs.writeFileSync(path.join(root, 'secret.ts'), '')
    expect(placeOf({ file: file?.replace('<workspace>', workspace) ?? null, line, report }, workspace)).toEqual(
      expected,
    )
  })
})

describe('where the annotation of a test without a file points to', () => {
  const LONG = `${'a'.repeat(200)}/${'b'.repeat(100)}`

  test.each<[string, classname: string | null, file: string | null]>([
    ['a class that is the file', 'web/cart.test.ts', 'web/cart.test.ts'],
    ['a module of Python', 'tests.test_cart', 'tests/test_cart.py'],
    ['a class in a module of Python', 'tests.test_cart.TestCart', 'tests/test_cart.py'],
    ['a class of Java', 'com.acme.CartTest', 'src/test/java/com/acme/CartTest.java'],
    ['one that is not there', 'com.acme.OrderTest', null],
    ['a way out', '../secret', null],
    ['a file of 300 characters', LONG.slice(1), LONG.slice(1)],
    ['a longer one', LONG, null],
    ['none', null, null],
  ])('%s', (_, classname, file) => {
    const files = ['web/cart.test.ts', 'tests/test_cart.py', 'src/test/java/com/acme/CartTest.java']
    for (const each of [...files, LONG, LONG.slice(1)]) write(each)
    fs.writeFileSync(path.join(root, 'secret'), '')
    const test = { file: null, line: 3, report: 'report.xml', classname }
    expect(annotationPlaceOf(test, workspace)).toEqual(file && { file, line: null })
  })

  test('a named file that does not exist is none', () => {
    write('tests/test_cart.py')
    const test = { file: 'src/gone.py', line: 3, report: 'report.xml', classname: 'tests.test_cart' }
    expect(annotationPlaceOf(test, workspace)).toBeNull()
  })
})

describe('XML files, where a glob matches none', () => {
  test.each<[string, files: string[], string]>([
    [
      'none',
      ['a.txt', 'a.xml.gz', '.hidden/b.xml', 'node_modules/c.xml'],
      ', and no XML file was found in the workspace',
    ],
    ['one', ['build/test-results/a.xml'], '; there is build/test-results/a.xml'],
    ['those near the root first', ['x/y/deep.xml', 'b.XML', 'x/c.xml'], '; there are b.XML, x/c.xml, x/y/deep.xml'],
    ['five', [1, 2, 3, 4, 5].map(at => `${at}.xml`), '; there are 1.xml, 2.xml, 3.xml, 4.xml, 5.xml'],
    [
      'five at most',
      [1, 2, 3, 4, 5, 6].map(at => `${at}.xml`),
      '; there are 1.xml, 2.xml, 3.xml, 4.xml, 5.xml and more',
    ],
  ])('%s', (_, files, told) => {
    for (const file of files) write(file)
    expect(otherXmlFiles(workspace, text => text)).toBe(told)
  })
})

test.each<[string, entries: number, told: string]>([
  ['all of 20,000 entries', 20_000, ', and no XML file was found in the workspace'],
  ['some of more', 20_001, ''],
])('no XML file, where a glob matches none, among %s', (_, length, told) => {
  const [entry] = fs.readdirSync(path.dirname(write('a.txt')), { withFileTypes: true })
  vi.spyOn(fs, 'readdirSync').mockReturnValueOnce(Array.from({ length }, () => entry as never))
  expect(otherXmlFiles(workspace, text => text)).toBe(told)
})

test('no XML file, where there is no workspace', () => {
  expect(otherXmlFiles(path.join(workspace, 'gone'), text => text)).toBe(', and no XML file was found in the workspace')
})

describe('reports that are older than the job', () => {
  test.each<[string, ageMs: number, string | null]>([
    ['new', 0, null],
    ['within what clocks differ', 1500, null],
    ['just within', 2000, null],
    [
      'left over',
      60_000,
      'A test report is older than this job and left over from an earlier one: a.xml. Delete old reports before the tests run.',
    ],
  ])('%s', async (_, age, expected) => {
    // Halves of a second are exact in every file system.
    const started = 1_700_000_000_000
    const file = write('a.xml', '<testsuite name="a" tests="1"><testcase name="b"/></testsuite>')
    fs.utimesSync(file, new Date(started - age), new Date(started - age))
    const read = await readWorkspace(['*.xml'], { workspace, clean: cleanerOf() })
    expect(read.reports.counts.ran).toBe(1)
    expect(leftOver(read, started)).toBe(expected)
  })

  test('problems of globs and files are reported', async () => {
    write('a.xml', '<testsuite')
    const globs = ['../*.xml', 'none/*.xml', '*.xml', 'none.xml']
    const { reports } = await readWorkspace(globs, { workspace, clean: cleanerOf() })
    expect(reports.problems.map(({ kind, message }) => `${kind}: ${asText(message)}`)).toEqual([
      'outside: `junit-paths`: `../*.xml` starts outside the workspace and the temp folder of the runner',
      'missing: `junit-paths`: `none/*.xml` matches no file; there is a.xml',
      'missing: `junit-paths`: `none.xml` matches no file',
      'malformed: a.xml: line 1, column 10: no XML element is in it',
      'empty: No test ran in the report',
    ])
  })

  test('several: five are named', async () => {
    const started = Date.now()
    for (let at = 1; at <= 7; at++) {
      const file = write(`${at}.xml`, '<testsuite name="a" tests="1"><testcase name="b"/></testsuite>')
      fs.utimesSync(file, 1, 1)
    }
    expect(leftOver(await readWorkspace(['*.xml'], { workspace, clean: cleanerOf() }), started)).toBe(
      '7 test reports are older than this job and left over from an earlier one: 1.xml, 2.xml, 3.xml, 4.xml, 5.xml and 2 more. Delete old reports before the tests run.',
    )
  })
})

describe('report files of other legs', () => {
  test.each<[string, string, string]>([
    ['no JSON', '{', 'legs/a.json is not JSON.'],
    ['empty', '', 'legs/a.json is empty.'],
    ['another document', '[]', 'legs/a.json is not a report file: the document is not an object.'],
    [
      'another version',
      '{"schemaVersion": 7}',
      'legs/a.json has the schema version 7, which this version of the action does not know.',
    ],
    ['no version', '{}', 'legs/a.json is not a report file: member `schemaVersion` is missing.'],
    ['a member is missing', '{"schemaVersion": 1}', 'legs/a.json is not a report file: member `leg` is missing.'],
  ])('%s', async (_, text, problem) => {
    write('legs/a.json', text)
    expect(await readLegReports(['legs/*.json'], { workspace, clean: cleanerOf() })).toEqual({
      files: ['legs/a.json'],
      reports: [],
      problems: [problem],
    })
  })

  const QUARANTINED = {
    name: 'ignites',
    parent: null,
    file: null,
    classname: 'Engine',
    variant: null,
    codeowners: ['@acme/propulsion'],
    quarantinedAt: null,
    statusLastUpdatedAt: null,
    testCaseId: null,
  }
  const IDENTITY = { name: 'ignites', classname: 'Engine', file: null, parent: null }
  const TESTS = {
    counts: { ran: 2, passed: 1, failed: 1, skipped: 0, flaky: 0 },
    failed: [{ ...IDENTITY, line: 7, report: 'a.xml' }],
    namesakes: [{ ...IDENTITY, classname: 'Tank', outcome: 'passed', flaky: false }],
    singleParent: true,
    problems: [{ kind: 'empty', message: 'b.xml: no test' }],
  }
  const TEST_INPUTS = { testOutcome: 'failure', variant: 'linux', maxExcused: 3, minTests: 1 }
  const LIST = { value: { tests: [QUARANTINED], partial: null } }
  /** A report file as a leg writes it. */
  const FILE = {
    schemaVersion: 1,
    leg: 'linux',
    run: { id: '77', attempt: '2', commit: 'f00' },
    conditions: [
      { condition: 'ready', verdict: 'unknown' },
      { condition: 'no-blocking-failures', verdict: 'met' },
    ],
    testInputs: TEST_INPUTS,
    facts: { testReports: { value: TESTS }, quarantinedTests: LIST },
  }
  const REPORT = {
    runId: '77',
    attempt: 2,
    commit: 'f00',
    leg: 'linux',
    ...TEST_INPUTS,
    verdict: 'met',
    tests: TESTS,
    quarantined: { complete: true, entries: [QUARANTINED] },
  }
  const readOne = async (document: object) => {
    write('a.json', JSON.stringify(document))
    return readLegReports(['a.json'], { workspace, clean: cleanerOf() })
  }
  const facts = (over: object) => ({ ...FILE, facts: { ...FILE.facts, ...over } })
  const list = (quarantinedTests: object) => facts({ quarantinedTests })
  const attempt = (text: string) => ({ ...FILE, run: { ...FILE.run, attempt: text } })
  const asked = (over: object) => ({ ...FILE, testInputs: { ...TEST_INPUTS, ...over } })
  const without = (why: string) => ({ ...REPORT, quarantined: { complete: false, why } })
  const WITH_PART = without('the leg has only a part of the list of quarantined tests.')
  const WITHOUT_LIST = without('the leg had no list of quarantined tests.')
  const WITHOUT_VERDICT = { ...REPORT, verdict: null }

  test.each<[string, document: object, report: object]>([
    ['all that a verdict rests on', FILE, REPORT],
    ['members of a later version', { ...FILE, brandNew: { deep: [1] } }, REPORT],
    [
      'a count of a later version',
      facts({ testReports: { value: { ...TESTS, counts: { ...TESTS.counts, brandNew: 1 } } } }),
      REPORT,
    ],
    ['not required there', { ...FILE, conditions: [{ condition: 'ready', verdict: 'met' }] }, WITHOUT_VERDICT],
    ['nothing required there', { ...FILE, conditions: [] }, WITHOUT_VERDICT],
    [
      'no inputs on tests',
      asked({ testOutcome: null, variant: null, maxExcused: null, minTests: null }),
      { ...REPORT, testOutcome: null, variant: null, maxExcused: null, minTests: null },
    ],
    ['a part of the list', list({ value: { tests: [], partial: 'a page is missing' } }), WITH_PART],
    ['a failure beside the list', list({ ...LIST, failure: { message: 'down' } }), WITH_PART],
    ['no list was asked for', list(undefined), WITHOUT_LIST],
    ['a list that is there, and was not read', list({ ...LIST, kind: 'failed' }), WITHOUT_LIST],
    ['a list that was read, and is not there', list({ kind: 'read' }), WITHOUT_LIST],
  ])('what is read: %s', async (_, document, report) => {
    expect(await readOne(document)).toEqual({ files: ['a.json'], reports: [report], problems: [] })
  })

  const noTests = 'a.json is of a leg that read no test reports: its gate needs "junit-paths".'
  test.each<[string, document: object, problem: string]>([
    [
      'two verdicts',
      { ...FILE, conditions: [...FILE.conditions, { condition: 'no-blocking-failures', verdict: 'unmet' }] },
      'a.json judges no-blocking-failures twice.',
    ],
    ['no test reports', facts({ testReports: undefined }), noTests],
    ['no inputs on tests', { ...FILE, testInputs: null }, noTests],
    ['test reports that were read, and are not there', facts({ testReports: { kind: 'read' } }), noTests],
    [
      'test reports that are there, and were not read',
      facts({ testReports: { kind: 'not-asked', value: TESTS } }),
      noTests,
    ],
    [
      'a list that does not say whether it is whole',
      list({ value: { tests: [QUARANTINED] } }),
      'member `facts.quarantinedTests.value.partial` is missing',
    ],
    ['attempt 0', attempt('0'), 'member `run.attempt`'],
    ['an attempt with a sign', attempt('+2'), 'member `run.attempt`'],
    ['an attempt that goes on', attempt('2x'), 'member `run.attempt`'],
    ['an attempt of ten digits', attempt('1234567890'), 'member `run.attempt`'],
    [
      'a verdict of its own making',
      { ...FILE, conditions: [{ condition: 'no-blocking-failures', verdict: 'passed' }] },
      'member `conditions[0].verdict`',
    ],
    ['an outcome of its own making', asked({ testOutcome: 'ok' }), 'member `testInputs'],
    ['a limit below nothing', asked({ maxExcused: -1 }), 'member `testInputs.maxExcused`'],
    ['a limit with a fraction', asked({ minTests: 1.5 }), 'member `testInputs.minTests`'],
    ...(['ran', 'passed', 'failed', 'skipped', 'flaky'] as const).map((count): [string, object, string] => [
      `a count below nothing: ${count}`,
      facts({ testReports: { value: { ...TESTS, counts: { ...TESTS.counts, [count]: -1 } } } }),
      `member \`facts.testReports.value.counts.${count}\``,
    ]),
    ['a failure without a message', list({ ...LIST, failure: {} }), 'member `facts.quarantinedTests'],
  ])('what is refused: %s', async (_, document, problem) => {
    const { reports, problems } = await readOne(document)
    expect(reports).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  /** Copies of a document, each with one member of another type, by the member's path. */
  function spoiled(value: unknown, at = ''): [member: string, document: unknown][] {
    if (typeof value !== 'object' || value === null) return [[at, {}]]
    const inner = Object.entries(value).flatMap(([key, each]) =>
      spoiled(each, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`).map(([member, document]) => {
        const copy = Array.isArray(value) ? [...value] : { ...value }
        return [member, Object.assign(copy, { [key]: document })] satisfies [string, unknown]
      }),
    )
    return at === '' ? inner : [[at, 4], ...inner]
  }

  test.each(spoiled(FILE))('of another type: %s', async (member, document) => {
    const { reports, problems } = await readOne(document as object)
    expect(reports).toEqual([])
    expect(problems).toEqual([expect.stringContaining(`member \`${member.slice(1)}\``)])
  })

  test('a bad one takes nothing from the others, and each says its name', async () => {
    write('a.json', JSON.stringify(FILE))
    write('b.json', '{')
    write('c.json', JSON.stringify({ ...FILE, leg: 'mac' }))
    const { files, reports, problems } = await readLegReports(['*.json'], { workspace, clean: cleanerOf() })
    expect(files).toEqual(['a.json', 'b.json', 'c.json'])
    expect(reports.map(({ leg }) => leg)).toEqual(['linux', 'mac'])
    expect(problems).toEqual(['b.json is not JSON.'])
  })

  test('a pattern without a match is no problem here, one that leads out is', async () => {
    expect(await readLegReports(['*.json'], { workspace, clean: cleanerOf() })).toEqual({
      files: [],
      reports: [],
      problems: [],
      unmatched: '`merge-reports`: `*.json` matches no file',
    })
    fs.writeFileSync(path.join(root, 'a.json'), JSON.stringify(FILE))
    expect(await readLegReports(['../*.json'], { workspace, clean: cleanerOf() })).toEqual({
      files: [],
      reports: [],
      problems: ['`merge-reports`: `../*.json` starts outside the workspace and the temp folder of the runner.'],
    })
  })

  test('one over 64 MiB, and all together over 256 MiB', async () => {
    const sparse = (name: string, size: number) => {
      const file = write(name, '')
      fs.truncateSync(file, size)
    }
    const MIB = 1024 * 1024
    sparse('a.json', 64 * MIB + 1)
    expect((await readLegReports(['*.json'], { workspace, clean: cleanerOf() })).problems).toEqual([
      'a.json is over 64 MiB.',
    ])
    for (const name of ['b', 'c', 'd']) sparse(`${name}.json`, 64 * MIB + 1)
    expect((await readLegReports(['*.json'], { workspace, clean: cleanerOf() })).problems).toEqual([
      ...['a', 'b', 'c'].map(name => `${name}.json is over 64 MiB.`),
      'd.json exceeds the limit: together the files are over 256 MiB.',
    ])
    write('e.json', JSON.stringify(FILE))
    expect((await readLegReports(['*.json'], { workspace, clean: cleanerOf() })).problems.at(-1)).toBe(
      'e.json exceeds the limit: together the files are over 256 MiB.',
    )
  })

  test('a thousand are read, one more is no run', async () => {
    for (let at = 0; at < 1000; at++) write(`${at}.json`, '{')
    expect((await readLegReports(['*.json'], { workspace, clean: cleanerOf() })).problems).toHaveLength(1000)
    write('1000.json', '{')
    const { files, reports, problems } = await readLegReports(['*.json'], { workspace, clean: cleanerOf() })
    expect([files.length, reports, problems]).toEqual([
      1001,
      [],
      ['`merge-reports` matches 1001 files, more than 1000: no run has so many legs.'],
    ])
  })

  test('a link out of the workspace is not followed', async () => {
    fs.writeFileSync(path.join(root, 'a.json'), '{"schemaVersion": 1}')
    fs.mkdirSync(path.join(workspace, 'legs'))
    fs.symlinkSync(path.join(root, 'a.json'), path.join(workspace, 'legs/a.json'))
    const { reports, problems } = await readLegReports(['legs/*.json'], { workspace, clean: cleanerOf() })
    expect({ reports, problems }).toEqual({
      reports: [],
      problems: [
        '`merge-reports`: `legs/*.json` leads by a link outside the workspace and the temp folder of the runner.',
      ],
    })
  })
})

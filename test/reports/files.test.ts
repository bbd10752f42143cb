import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMatchingReports, readTestReports } from '../../src/reports/junit.ts'
import { createReportReader } from '../../src/reports/reader.ts'
import { summarize } from '../../src/reports/tally.ts'
import { ReportError } from '../../src/reports/xml.ts'
import { cleanerOf } from '../../src/text/outside.ts'
import { countsOf, failedTest, makeWorkspace, outcomesOf, problemsOf, readTexts, writeFile } from './workspace.ts'

const GOOD = '<testsuite name="s">\n  <testcase name="a"/>\n</testsuite>\n'
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const nested = (depth: number) =>
  `<testsuite>${'<x>'.repeat(depth)}${'</x>'.repeat(depth)}<testcase name="a"/></testsuite>`
const declared = (encoding: string, name = 'a') =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<testsuite><testcase name="${name}"/></testsuite>`
const wrong = (line: number, column: number, why: string) => `line ${line}, column ${column}: ${why}`
const illFormed = (line: number, column: number, why: string) => wrong(line, column, `not well-formed XML (${why})`)
const TOO_EARLY = 'the file ends too early, or an & in it is not written as &amp;'
const AMPERSAND = 'an & before this place is not written as &amp;'
const NOT_JUNIT = 'it is not JUnit XML: it holds no testcase, and elements that JUnit does not have'

describe('a bad file is told by file, line and column, never by content', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['zero bytes', '', 'it is empty (0 bytes)'],
    ['blanks', ' \n\n  ', illFormed(3, 2, 'document must contain a root element')],
    ['not XML', 'secret: 1\n', illFormed(2, 1, 'text data outside of root node')],
    ['cut off between tags', GOOD.slice(0, 45), wrong(3, 1, TOO_EARLY)],
    ['cut off in a tag', GOOD.slice(0, 33), wrong(2, 12, TOO_EARLY)],
    ['cut off behind the root', '<testsuite/>\n<!-- sec', wrong(2, 8, TOO_EARLY)],
    ['another end tag', '<testsuite>\n <testcase name="secret"></testsuite>', illFormed(2, 37, 'unexpected close tag')],
    ['a bare &', '<testsuite><testcase name="a & secret"/></testsuite>', wrong(1, 52, TOO_EARLY)],
    ['an undeclared entity', '<testsuite><testcase name="&secret;"/></testsuite>', wrong(1, 35, AMPERSAND)],
    ['a bare <', '<testsuite><testcase name="a<secret"/></testsuite>', illFormed(1, 29, 'disallowed character')],
    ['an attribute twice', '<testsuite a="1" a="secret"/>', illFormed(1, 29, 'duplicate attribute')],
    ['two roots', '<testsuite/>\n<testsuite/>', illFormed(2, 11, 'documents may contain only one root')],
    [
      'an entity that is declared',
      '<!DOCTYPE testsuite [\n<!ENTITY a "secret">\n]>\n<testsuite/>',
      wrong(3, 2, 'its DOCTYPE declares entities, which a test report does not need'),
    ],
    [
      'another root',
      '<?xml version="1.0"?>\n<html secret="1"><testcase name="a"/></html>',
      'the root element is neither testsuites nor testsuite',
    ],
    ['elements of another format', '<testsuites><suite><test result="failure"/></suite></testsuites>', NOT_JUNIT],
    [
      'a forbidden character in a name',
      '<testsuite><fail\0ure/></testsuite>',
      wrong(1, 22, 'a name holds a forbidden character'),
    ],
    ['nested over 256 deep', nested(256), wrong(1, 779, 'elements are nested over 256 deep')],
    ['an unknown encoding', declared('x-secret'), 'its XML declaration names an encoding that is not known'],
  ])('%s', async (_, content, problem) => {
    const reports = await readTexts({ 'reports/a.xml': content, 'b.xml': GOOD })
    expect(problemsOf(reports)).toEqual([`malformed: reports/a.xml: ${problem}`])
  })

  test.each<[string, arrange: (file: string) => void, problem: string]>([
    ['gone', () => undefined, "it can't be read (ENOENT)"],
    ['a folder', file => fs.mkdirSync(file), 'it is not a regular file'],
    ['a pipe', file => execFileSync('mkfifo', [file]), 'it is not a regular file'],
  ])('%s', async (_, arrange, problem) => {
    const place = makeWorkspace({ 'b.xml': GOOD })
    arrange(path.join(place.workspace, 'a.xml'))
    const { reports } = await readTestReports(
      ['a.xml', 'b.xml'].map(file => path.join(place.workspace, file)),
      place,
    )
    expect(problemsOf(reports)).toEqual([`malformed: a.xml: ${problem}`])
  })
})

describe('odd, but read', () => {
  test.each<[string, string | Uint8Array]>([
    ['a DOCTYPE', `<!DOCTYPE testsuite [<!-- <a> --><!ELEMENT testsuite ANY>]>${GOOD}`],
    ['a UTF-8 mark', `\ufeff${GOOD}`],
    ['a comment and a stylesheet', `<?xml version="1.0"?><?xml-stylesheet href="a"?><!-- a -->${GOOD}<!-- b -->\n`],
    ['nested 256 deep', nested(255)],
    ['XML 1.1', `<?xml version="1.1"?>${GOOD}`],
    ['CRLF', GOOD.replaceAll('\n', '\r\n')],
    ['an output of 5 MB', GOOD.replace('</', `<system-out><![CDATA[${'out]\n'.repeat(1_000_000)}]]></system-out></`)],
    ['other elements beside a testcase', GOOD.replace('</', '<suite/><x/></')],
  ])('%s', async (_, content) => {
    const reports = await readTexts({ 'a.xml': content })
    expect([countsOf(reports), problemsOf(reports)]).toEqual(['1 ran: 1 passed, 0 failed; 0 skipped, 0 flaky', []])
  })

  test.each<[string, file: string | Uint8Array, name: string]>([
    ['UTF-16, little end first', utf16(declared('UTF-16', 'ä')), 'ä'],
    ['UTF-16, big end first', utf16(declared('utf-16', 'ä')).swap16(), 'ä'],
    ['ISO-8859-1', latin1(declared('ISO-8859-1', 'ä')), 'ä'],
    ['a mark beside another encoding', `\ufeff${declared('ISO-8859-1', 'ä')}`, 'ä'],
    ['UTF-8 that calls itself UTF-16', declared('utf-16', 'ä'), 'ä'],
    ['bytes that are not UTF-8', latin1(declared('UTF-8', 'caf\xe9')), 'caf\ufffd'],
    ['ESC and NUL', declared('UTF-8', '\u001b[31m\0'), '\ufffd[31m\ufffd'],
    [
      'references to them',
      declared('UTF-8', '&#x1b;[31m&#27;&#0;&#xFFFE;&#x110000;'),
      '\ufffd[31m\ufffd\ufffd\ufffd\ufffd',
    ],
    ['references to characters', declared('UTF-8', '&#9;&#x1F600;&lt;&#xfffd;'), '\t😀<\ufffd'],
  ])('the name of a test: %s', async (_, file, name) => {
    expect((await readTexts({ 'a.xml': file })).notFailed).toMatchObject([{ name }])
  })

  test('characters and references that lie across two chunks', async () => {
    for (const shift of [0, 1, 2, 3, 4]) {
      const filler = `${'x'.repeat(shift)}${'🛒&#x1b;'.repeat(20_000)}`
      const xml = `<testsuite><testcase name="${filler}"><failure/></testcase></testsuite>`
      expect((await failedTest(xml))?.name === filler.replaceAll('&#x1b;', '\ufffd')).toBe(true)
    }
  })
})

describe('what was read before the fault counts', () => {
  const OPTIONS = { report: 'a.xml', testOutcome: null, workspace: '', clean: cleanerOf() }
  const BROKEN = '<testsuite><testcase name="a"><failure/></testcase><testcase name="b"/><testcase name="c">'
  test.each<[string, xml: string, outcomes: string]>([
    ['an open case that failed', `${BROKEN}<error/>`, 'a failed, b passed, c failed'],
    ['an open case that did not', `${BROKEN}<system-out>`, 'a failed, b passed'],
    ['a failure in an open suite', '<testsuite><failure/><testcase name="b"/>', '* failed, b passed'],
  ])('%s', async (_, xml, outcomes) => {
    expect(await outcomesOf(xml)).toBe(outcomes)
  })

  test('where no more tests are read, one that failed still counts', () => {
    const tally = { tests: new Map(), cases: 2_000_000, failures: 0 }
    const reader = createReportReader(OPTIONS, tally)
    expect(() => reader.write('<testsuite><testcase name="a"><failure/><testcase name="b"/>')).toThrow(
      new ReportError('truncated', 'it holds too many tests; the rest is not read'),
    )
    reader.closeAll()
    expect(summarize(tally).failed.map(({ name }) => name)).toEqual(['a'])
  })

  test('what the first 5,000 failures said is kept', () => {
    const tally = { tests: new Map(), cases: 0, failures: 4999 }
    const reader = createReportReader(OPTIONS, tally)
    const failed = (name: string) => `<testcase name="${name}"><failure message="why">here</failure></testcase>`
    reader.write(`<testsuite>${failed('a')}${failed('b')}</testsuite>`)
    expect(summarize(tally).failed.map(({ message, trace }) => [message, trace])).toEqual([
      ['why', 'here'],
      [null, null],
    ])
  })
})

test.each<[string, files: Record<string, string>, problems: string[]]>([
  ['beside a good report', { 'a.xml': GOOD, 'b.xml': '<testsuites/>', 'c.xml': '<testsuite/>' }, []],
  ['alone', { 'a.xml': '<testsuites/>', 'b.xml': '<testsuite/>' }, ['empty: No test ran in 2 reports']],
  [
    'skipped ones',
    { 'a.xml': GOOD.replace('/>', '><skipped/></testcase>') },
    ['empty: No test ran in the report (1 skipped)'],
  ],
])('reports without tests: %s', async (_, files, problems) => {
  expect(problemsOf(await readTexts(files))).toEqual(problems)
})

test.each<[string, writtenAt: number, isOld: boolean]>([
  ['within the tolerance of file systems', 98, false],
  ['before that', 97, true],
])('a report that was written before the job started: %s', async (_, writtenAt, isOld) => {
  const place = makeWorkspace({ 'a.xml': GOOD })
  fs.utimesSync(path.join(place.workspace, 'a.xml'), writtenAt, writtenAt)
  const { reports } = await readMatchingReports(['*.xml'], { ...place, jobStart: 100_000 })
  const old =
    'outdated: a.xml: it is older than this job (left over from an earlier one, or unpacked, which can keep old times)'
  expect(problemsOf(reports)).toEqual(isOld ? [old] : [])
})

test('files are shown relative to the workspace', async () => {
  const place = makeWorkspace({ 'reports/a.xml': GOOD })
  const elsewhere = path.join(place.temp, 'c.xml')
  writeFile(elsewhere, GOOD)
  const { reports } = await readTestReports([path.join(place.workspace, 'reports/a.xml'), elsewhere], place)
  expect(reports.files).toEqual(['reports/a.xml', elsewhere.replaceAll(path.sep, '/')])
})

test('an abort ends it', async () => {
  const signal = AbortSignal.abort(new Error('cancelled'))
  const place = makeWorkspace({ 'a.xml': GOOD })
  await expect(readMatchingReports(['a.xml'], { ...place, signal })).rejects.toThrow('cancelled')
})

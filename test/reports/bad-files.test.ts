import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTestReports } from '../../src/reports/junit.ts'
import { createReportReader } from '../../src/reports/report-elements.ts'
import { feedReport, ReportError } from '../../src/reports/report-file.ts'
import { createTally, summarize } from '../../src/reports/tally.ts'
import { createXmlReader, type XmlReader } from '../../src/reports/xml.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { brief, makeWorkspace, readTexts, writeFile } from './workspace.ts'

const GOOD = '<testsuite name="s">\n  <testcase name="a"/>\n</testsuite>\n'
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const nested = (depth: number) =>
  `<testsuite>${'<x>'.repeat(depth)}${'</x>'.repeat(depth)}<testcase name="a"/></testsuite>`
const declared = (encoding: string, name = 'a') =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<testsuite><testcase name="${name}"/></testsuite>`
const illFormed = (line: number, column: number, why: string) =>
  `line ${line}, column ${column}: not well-formed XML (${why})`
const endsEarly = (line: number, column: number) => `line ${line}, column ${column}: the file ends too early`

describe('a bad file is reported by file, line and column, never by content', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['zero bytes', '', 'it is empty (0 bytes)'],
    ['blanks', ' \n\n  ', 'line 3, column 2: no XML element is in it'],
    ['not XML', 'secret: 1\n', illFormed(2, 1, 'text data outside of root node')],
    ['JSON', '{"secret": 1}', illFormed(1, 13, 'text data outside of root node')],
    ['cut off between tags', GOOD.slice(0, 45), endsEarly(3, 1)],
    ['cut off in a tag', GOOD.slice(0, 33), endsEarly(2, 12)],
    ['cut off behind the root', '<testsuite/>\n<!-- sec', endsEarly(2, 8)],
    ['wrong end tag', '<testsuite>\n <testcase name="secret"></testsuite>', illFormed(2, 37, 'unexpected close tag')],
    [
      'bare ampersand',
      '<testsuite><testcase name="a & secret"/></testsuite>',
      'line 1, column 52: an & before this place is not written as &amp;',
    ],
    ['bare <', '<testsuite><testcase name="a<secret"/></testsuite>', illFormed(1, 29, 'disallowed character')],
    [
      'an attribute twice',
      '<testsuite><testcase name="a" name="secret"/></testsuite>',
      illFormed(1, 45, 'duplicate attribute'),
    ],
    [
      'an undeclared entity',
      '<testsuite><testcase name="&secret;"/></testsuite>',
      illFormed(1, 35, 'undefined entity'),
    ],
    [
      'a reference with a letter behind its number',
      '<testsuite><testcase name="&#65secret;"/></testsuite>',
      illFormed(1, 38, 'malformed character entity'),
    ],
    [
      'a reference with a letter before its sign',
      '<testsuite><testcase name="&secret#65;"/></testsuite>',
      illFormed(1, 38, 'disallowed character in entity name'),
    ],
    [
      'a version of XML that does not exist',
      '<?xml version="2.0"?>\n<testsuite/>',
      illFormed(1, 19, 'version number must match /^1\\.[0-9]+$/'),
    ],
    ['two roots', '<testsuite/>\n<testsuite/>', illFormed(2, 11, 'documents may contain only one root')],
    ['text behind the root', '<testsuite/>\nsecret', illFormed(2, 6, 'text data outside of root node')],
    [
      'an entity that is declared',
      '<!DOCTYPE testsuite [\n<!ENTITY a "secret">\n]>\n<testsuite/>',
      'line 3, column 2: its DOCTYPE declares entities, which a test report does not need',
    ],
    ...[
      '<!DOCTYPE>',
      '<!DOCTYPE a & b [ & ]>',
      '<!DOCTYPE "x" ]]]>',
      '<!DOCTYPE a SYSTEM>',
      '<!DOCTYPE a [ <!FOO bar> ]>',
      '<!DOCTYPE a [<!ATTLIST a b CDATA "<!--"><testsuite/><!ATTLIST a c CDATA "-->">]>',
    ].map((doctype): [string, string, string] => [
      doctype,
      `${doctype}${GOOD}`,
      `line 1, column ${doctype.length}: its DOCTYPE is not well-formed, or holds more than declarations`,
    ]),
    ['two byte order marks', '\ufeff\ufeff<testsuite/>', illFormed(1, 1, 'two byte order marks')],
    [
      'a report in the DOCTYPE',
      '<!DOCTYPE testsuite [<testsuite><testcase><failure/></testcase></testsuite>]>\n<testsuite/>',
      'line 1, column 77: its DOCTYPE is not well-formed, or holds more than declarations',
    ],
    [
      'another root',
      '<?xml version="1.0"?>\n<html secret="1"><testcase name="a"/></html>',
      'line 2, column 1: the root element is neither testsuites nor testsuite',
    ],
    [
      'a forbidden character in the name of an element',
      '<testsuite><testcase name="a"><fail\0ure/></testcase></testsuite>',
      'line 1, column 41: a name holds a forbidden character',
    ],
    [
      'a forbidden character in the name of an attribute',
      '<testsuite><testcase name="a" st\0atus="x"/></testsuite>',
      'line 1, column 43: a name holds a forbidden character',
    ],
    [
      'a reference to one in the name of an attribute',
      '<testsuite><testcase name="a" st&#0;atus="x"/></testsuite>',
      illFormed(1, 33, 'disallowed character in attribute name'),
    ],
    ['nested over 256 deep', nested(256), 'line 1, column 779: elements are nested over 256 deep'],
    [
      'not UTF-8',
      Buffer.from('<testsuite>\n <testcase name="\u00e4"/></testsuite>', 'latin1'),
      'line 2, column 18: it is not valid UTF-8',
    ],
    [
      'an unknown encoding',
      declared('x-secret'),
      'line 1, column 1: its XML declaration names an encoding that is unknown, or not that of the file',
    ],
  ])('%s', async (_, content, problem) => {
    const { failed, problems } = await readTexts({ 'reports/a.xml': content, 'b.xml': GOOD })
    expect({ failed, problems }).toEqual({
      failed: [],
      problems: [{ kind: 'malformed', message: `reports/a.xml: ${problem}` }],
    })
  })
})

describe('odd but valid', () => {
  test.each<[string, string | Uint8Array]>([
    ['a DOCTYPE', `<!DOCTYPE testsuite SYSTEM "junit.dtd">${GOOD}`],
    ['a DOCTYPE with a comment', `<!DOCTYPE testsuite [<!-- <a> --><?b <c> ?>]>${GOOD}`],
    ['a DOCTYPE with two names', `<!DOCTYPE testsuite PUBLIC '-//a//b' "junit.dtd" [ %a; ] >${GOOD}`],
    ['a DOCTYPE with declarations', `<!DOCTYPE testsuite [<!ELEMENT testsuite ANY>]>${GOOD}`],
    ['a UTF-8 mark', `\ufeff${GOOD}`],
    ['UTF-16, little end first', utf16(declared('UTF-16'))],
    ['UTF-16, big end first', utf16(declared('utf-16')).swap16()],
    ['UTF-16 without a declaration', utf16(GOOD)],
    ['a comment and a stylesheet', `<?xml version="1.0"?><?xml-stylesheet href="a"?><!-- a -->${GOOD}<!-- b -->\n`],
    ['a namespace', GOOD.replace('name', 'xmlns="urn:x" name')],
    ['nested 256 deep', nested(255)],
    ['XML 1.1', `<?xml version="1.1"?>${GOOD}`],
    ['ISO-8859-1', Buffer.from(declared('ISO-8859-1', '\u00e4'), 'latin1')],
    ['US-ASCII', declared('US-ASCII')],
    ['CRLF', GOOD.replaceAll('\n', '\r\n')],
    ['a name of 5 MB', GOOD.replace('"a"', `"${'a'.repeat(5_000_000)}"`)],
    ['an output of 5 MB', GOOD.replace('</', `<system-out><![CDATA[${'out]\n'.repeat(1_000_000)}]]></system-out></`)],
  ])('%s', async (_, content) => {
    expect(brief(await readTexts({ 'a.xml': content }))).toEqual({
      counts: '1 ran: 1 passed, 0 failed; 0 skipped, 0 flaky',
      failed: [],
      flaky: [],
      problems: [],
    })
  })

  test.each<[name: string, written: string, read: string]>([
    ['ESC and NUL', '\u001b[31m\0', '\ufffd[31m\ufffd'],
    ['references to them', '&#x1b;[31m&#27;&#0;&#x000;', '\ufffd[31m\ufffd\ufffd\ufffd'],
    ['references to no character', '&#xd800;&#xFFFE;&#x110000;&#9999999999999;', '\ufffd\ufffd\ufffd\ufffd'],
    ['an invalid character', '\uffff', '\ufffd'],
    ['references to characters', '&#9;&#x1F600;&#x10ffff;&lt;&#xfffd;', '\t😀\u{10ffff}<\ufffd'],
  ])('forbidden characters are read as U+FFFD: %s', async (_, written, read) => {
    const xml = `<testsuite><testcase name="${written}"><failure>${written}<![CDATA[\u001b]]></failure></testcase></testsuite>`
    const { failed, problems } = await readTexts({ 'a.xml': xml })
    expect(failed.map(({ name }) => name)).toEqual([read])
    expect(problems).toEqual([])
  })

  test('characters that lie across two chunks', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const filler = `${'x'.repeat(shift)}${'🛒'.repeat(100_000)}`
      const xml = `<testsuite><testcase name="${filler}"><failure>${filler}</failure></testcase></testsuite>`
      expect((await readTexts({ 'a.xml': xml })).failed[0]?.name === filler).toBe(true)
      expect((await readTexts({ 'a.xml': utf16(xml) })).failed[0]?.name === filler).toBe(true)
    }
  })
})

test('failures before the error still count, and so does an open failed case', async () => {
  const xml = '<testsuite><testcase name="a"><failure/></testcase><testcase name="b"/><testcase name="c"><error/>'
  expect(brief(await readTexts({ 'a.xml': xml }))).toEqual({
    counts: '3 ran: 1 passed, 2 failed; 0 skipped, 0 flaky',
    failed: ['a', 'c'],
    flaky: [],
    problems: ['malformed: a.xml: line 1, column 98: the file ends too early'],
  })
})

test('an open case that has not failed counts nothing', async () => {
  const xml = '<testsuite><testcase name="a"><failure/></testcase><testcase name="b"><system-out>'
  expect(brief(await readTexts({ 'a.xml': xml }))).toMatchObject({
    counts: '1 ran: 0 passed, 1 failed; 0 skipped, 0 flaky',
    failed: ['a'],
  })
})

describe('files that are not there to be read', () => {
  const read = async (place: ReturnType<typeof makeWorkspace>, file: string) =>
    (await readTestReports([file], place)).reports.problems.filter(({ kind }) => kind !== 'empty')

  test('gone', async () => {
    expect(await read(makeWorkspace(), 'a.xml')).toEqual([
      { kind: 'malformed', message: "a.xml: it can't be read (ENOENT)" },
    ])
  })

  test('a folder', async () => {
    const place = makeWorkspace({ 'a.xml/b': '' })
    expect(await read(place, 'a.xml')).toEqual([{ kind: 'malformed', message: 'a.xml: it is not a regular file' }])
  })

  test.runIf(process.platform !== 'win32')('a pipe', async () => {
    const place = makeWorkspace()
    execFileSync('mkfifo', [path.join(place.workspace, 'a.xml')])
    expect(await read(place, 'a.xml')).toEqual([{ kind: 'malformed', message: 'a.xml: it is not a regular file' }])
  })

  test('a link inside, and a report in the temp folder, are read', async () => {
    const place = makeWorkspace({ 'b.xml': GOOD })
    fs.symlinkSync('b.xml', path.join(place.workspace, 'a.xml'))
    const elsewhere = path.join(place.temp, 'c.xml')
    writeFile(elsewhere, GOOD)
    const { reports } = await readTestReports(['a.xml', elsewhere], place)
    expect(reports.files).toEqual(['a.xml', elsewhere.replaceAll(path.sep, '/')])
    expect(reports.problems).toEqual([])
  })

  test('no file is asked for', async () => {
    expect((await readTestReports([], makeWorkspace())).reports).toMatchObject({ files: [], problems: [] })
  })

  test('a file given by its full path is shown relative to the workspace', async () => {
    const place = makeWorkspace({ 'reports/a.xml': GOOD })
    const { reports } = await readTestReports([path.join(place.workspace, 'reports', 'a.xml')], place)
    expect(reports.files).toEqual(['reports/a.xml'])
  })

  test.each<[string, change: (file: string) => void]>([
    ['it grows', file => fs.appendFileSync(file, '<!-- more -->')],
    [
      'it grows within the same moment',
      file => {
        fs.appendFileSync(file, '<!-- more -->')
        fs.utimesSync(file, 1, 1)
      },
    ],
    ['it is written over', file => fs.utimesSync(file, 2, 2)],
  ])('a file that changes while it is read: %s', async (_, change) => {
    const place = makeWorkspace({ 'a.xml': GOOD })
    const file = path.join(place.workspace, 'a.xml')
    fs.utimesSync(file, 1, 1)
    const open = () => change(file)
    const reader = createXmlReader({ open, close: () => undefined, text: () => undefined }, cleanerOf())
    const reading = feedReport('a.xml', place, reader, () => undefined)
    await expect(reading).rejects.toEqual(new ReportError('malformed', 'it changed while it was read'))
  })

  test.each([64 * 1024, 3 * 64 * 1024 + 1])(
    'a file of %i bytes comes whole and in order, and says when it was written',
    async size => {
      const text = `<a>${'0123456789'.repeat(size / 10).slice(0, size - 7)}</a>`
      const place = makeWorkspace({ 'a.xml': text })
      fs.utimesSync(path.join(place.workspace, 'a.xml'), 1, 1234.567)
      const told = { text: '', isEnded: false, modifiedAt: 0, longest: 0 }
      const reader: XmlReader = {
        write: chunk => {
          told.text += chunk
          told.longest = Math.max(told.longest, chunk.length)
        },
        end: () => {
          told.isEnded = true
        },
        place: () => ({ line: 1, column: 1 }),
        tagPlace: () => ({ line: 1, column: 1 }),
      }
      await feedReport('a.xml', place, reader, modifiedAt => {
        told.modifiedAt = modifiedAt
      })
      expect(told).toEqual({ text, isEnded: true, modifiedAt: 1_234_567, longest: 64 * 1024 })
    },
  )

  test('an abort ends it', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'))
    await expect(readTestReports(['a.xml'], { ...makeWorkspace({ 'a.xml': GOOD }), signal })).rejects.toThrow(
      'cancelled',
    )
  })
})

describe('the tests that did not fail', () => {
  const suite = (classname: string, content: string) =>
    `<testsuite name="${classname}"><testcase name="a" classname="${classname}">${content}</testcase></testsuite>`
  const identity = (classname: string) => ({ name: 'a', classname, file: null, parent: classname })

  test('each once, however many files have it', async () => {
    const { others } = await readTexts({
      'a.xml': suite('c', '<failure/>'),
      'b.xml': suite('d', ''),
      'c.xml': suite('d', ''),
      'd.xml': suite('e', '<skipped/>'),
    })
    expect(others).toEqual([
      { ...identity('d'), outcome: 'passed', flaky: false },
      { ...identity('e'), outcome: 'skipped', flaky: false },
    ])
  })

  test('one that passed at the second try is flaky', async () => {
    const again = '<testcase name="a" classname="d"/>'
    const tries = `<testsuite name="d">${again.replace('/>', '><failure/></testcase>')}${again}${again}</testsuite>`
    expect((await readTexts({ 'a.xml': tries })).others).toEqual([{ ...identity('d'), outcome: 'passed', flaky: true }])
  })
})

test('more failed tests than can be kept: what was read counts, and the rest is missed', async () => {
  const cases = Array.from({ length: 250_002 }, (_, at) => `<testcase name="${at}"><failure/></testcase>`)
  const { counts, problems } = await readTexts({ 'a.xml': `<testsuite>${cases.join('')}</testsuite>` })
  expect(counts).toEqual({ ran: 250_001, passed: 0, failed: 250_001, skipped: 0, flaky: 0 })
  expect(problems).toEqual([{ kind: 'truncated', message: 'a.xml: over 250,000 tests failed; the rest is not read' }])
})

test('where no more tests can be kept, the one in which that is noticed still counts if it failed', () => {
  const tally = { ...createTally(), failed: 250_001 }
  const sink = { tally, report: 'a.xml', stepFailed: false, shortage: () => undefined }
  const reader = createReportReader(sink, { workspace: '', clean: cleanerOf() })
  expect(() => reader.write('<testsuite><testcase name="a"><failure/><testcase name="b"/>')).toThrow(
    new ReportError('truncated', 'over 250,000 tests failed; the rest is not read'),
  )
  reader.abandon()
  expect(summarize(tally).failed.map(({ name }) => name)).toEqual(['a'])
})

test('8 MiB of what failures say are kept, of those that come first', async () => {
  const text = Array(10).fill('x'.repeat(300)).join('\n')
  const cases = Array.from({ length: 3000 }, (_, at) => `<testcase name="${at}"><failure>${text}</failure></testcase>`)
  const { failed } = await readTexts({ 'a.xml': `<testsuite>${cases.join('')}</testsuite>` })
  const kept = failed.filter(({ message, trace }) => message === text.slice(0, 300) && trace === text)
  const bare = failed.filter(({ message, trace }) => message === null && trace === null)
  expect([kept.length, bare.length]).toEqual([2535, 465])
  expect(kept.at(-1)?.name).toBe('2534')
  // The next one would be over it.
  const each = 300 + text.length
  expect([2535 * each <= 8 * 1024 ** 2, 2536 * each > 8 * 1024 ** 2]).toEqual([true, true])
})

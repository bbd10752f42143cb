import { describe, expect, test } from 'vitest'
import type { TestOutcome } from '../../src/facts/test-report.ts'
import { readTestReports } from '../../src/reports/junit.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { brief, makeWorkspace, openTexts, readTexts } from './workspace.ts'

const suite = (content: string, attributes = '') => `<testsuite name="s" ${attributes}>${content}</testsuite>`
const suites = (content: string, attributes = '') => `<testsuites ${attributes}>${content}</testsuites>`
const PASS = '<testcase name="a" classname="c"/>'
const FAIL = '<testcase name="a" classname="c"><failure/></testcase>'
const SUREFIRE = 'xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire-test-report.xsd"'
const AGAIN = FAIL.replace('<failure/>', '<failure/><rerunFailure/>')
const ERROR = '<testcase name="a" classname="c"><error/></testcase>'
const SKIP = '<testcase name="a" classname="c"><skipped/></testcase>'
const FLAKY = '<testcase name="a" classname="c"><flakyError/></testcase>'
const OTHER = '<testcase name="b" classname="c"/>'

const passed = { counts: '1 ran: 1 passed, 0 failed; 0 skipped, 0 flaky', failed: [], flaky: [], problems: [] }
const failed = { counts: '1 ran: 0 passed, 1 failed; 0 skipped, 0 flaky', failed: ['a'], flaky: [], problems: [] }
const flaky = { counts: '1 ran: 1 passed, 0 failed; 0 skipped, 1 flaky', failed: [], flaky: ['a'], problems: [] }
const skipped = {
  counts: '0 ran: 0 passed, 0 failed; 1 skipped, 0 flaky',
  failed: [],
  flaky: [],
  problems: ['empty: No test ran in the report (1 skipped)'],
}

const within = (content: string) => suite(`<testcase name="a" classname="c">${content}</testcase>`)
const TODO = '<testcase name="a"><skipped type="todo"/><failure/></testcase>'
const MAYFAIL = '<skipped message="TEST_CASE tagged with !mayfail"/>'
const LONG = 'x'.repeat(40_000)
const ctest = (message: string) =>
  suite(`<testcase name="a" status="notrun"><skipped message="${message}"/><system-out>no</system-out></testcase>`)
const GO = '<properties><property name="go.version" value="go1.26"/></properties>'
const gotest = (content: string) => suite(GO + content)
const unnamed = (xml: string) => xml.replace(' name="a"', '')
const status = (value: string) => suite(`<testcase name="a" classname="c" status="${value}"/>`)

describe('outcomes of a test case', () => {
  test.each([
    ['nothing', suite(PASS), passed],
    ['failure', suite(FAIL), failed],
    ['error', suite(ERROR), failed],
    ['skipped', suite(SKIP), skipped],
    ['skipped and failure', within('<skipped/><failure/>'), failed],
    ['failure deep inside', within('<details><failure/></details>'), failed],
    [
      'unknown elements',
      within('<system-out>failure</system-out><properties><property name="x"/></properties>'),
      passed,
    ],
    ['failure as text', within('<system-out><![CDATA[<failure/>]]></system-out>'), passed],
    [
      'failure with a prefix',
      '<x:testsuite xmlns:x="y"><x:testcase name="a"><x:failure/></x:testcase></x:testsuite>',
      failed,
    ],
    ['status notrun', status('notrun'), skipped],
    ['status Disabled', status('Disabled'), skipped],
    ['status IGNORED', status('IGNORED'), skipped],
    ['status skipped', status('skipped'), skipped],
    ['status pending', status('pending'), skipped],
    ['status run', status('run'), passed],
    ['status Failed', status('Failed'), failed],
    ['status errored', status('errored'), failed],
    ['status notrun and failure', within('<failure/>').replace('classname', 'status="notrun" classname'), failed],
    ['a todo of Node that failed', within('<skipped type="todo" message="later"/><failure/>'), skipped],
    ['a skip of Node that failed', within('<skipped type="skipped"/><failure/>'), failed],
    ['a failure that Catch2 forgives', within(`${MAYFAIL}<failure/>`), skipped],
    ['an exception that Catch2 forgives', within(`${MAYFAIL}<error>due to unexpected exception</error>`), skipped],
    ['a signal that Catch2 does not', within(`${MAYFAIL}<error>SIGSEGV - Segmentation violation</error>`), failed],
    ['a signal, told second', within(`${MAYFAIL}<failure/><error message="SIGABRT"/>`), failed],
    ['a signal as the type', within(`${MAYFAIL}<error type="SIGSEGV"/>`), failed],
    ['a word that only begins like a signal', within(`${MAYFAIL}<error>bad SIGN</error>`), skipped],
    ['a signal within a word', within(`${MAYFAIL}<error>on_SIGSEGV_x</error>`), failed],
    ['a signal behind a long message', within(`${MAYFAIL}<error message="${LONG} SIGSEGV"/>`), failed],
    ['a signal behind a long text', within(`${MAYFAIL}<error>${LONG} SIGSEGV</error>`), failed],
    ['an error as long as is known', within(`${MAYFAIL}<error>${'x'.repeat(32_768)}</error>`), skipped],
    ['a longer one', within(`${MAYFAIL}<error>${'x'.repeat(32_769)}</error>`), failed],
    ['a longer one in pieces', within(`${MAYFAIL}<error>${'<b>x</b>'.repeat(32_769)}</error>`), failed],
    ['a long failure that Catch2 forgives', within(`${MAYFAIL}<failure>${LONG}</failure>`), skipped],
    ['a forgiven failure, and one again', within(`${MAYFAIL}<failure/><rerunFailure/>`), failed],
    ['a test of CTest without its program', ctest('Unable to find executable: /build/shop'), failed],
    ['a test of CTest without its files', ctest('Required Files Missing'), failed],
    ['a test of CTest without its folder', ctest('Failed to change working directory'), failed],
    ['a test of CTest without its resources', ctest('Insufficient resources'), failed],
    ['the same in other words', ctest('Not run: Unable to find executable'), failed],
    ['a test of CTest without its configuration', ctest('Missing Configuration'), failed],
    ['a test of CTest whose fixture failed', ctest('Fixture dependency failed'), skipped],
    ['a skip that only says so', within('<skipped message="Unable to find executable"/>'), skipped],
    ['a test that CTest skips', ctest('SKIP_RETURN_CODE=77'), skipped],
    ['flakyFailure', within('<flakyFailure/>'), flaky],
    ['flakyError', within('<flakyError/>'), flaky],
    ['flakyFailure and skipped: the failure is the last that is no skip', within('<flakyFailure/><skipped/>'), failed],
    ['failure and rerunFailure', within('<failure/><rerunFailure/><rerunError/>'), failed],
    ['rerunFailure alone: no try passed', within('<rerunFailure/>'), failed],
    ['skipped beside the cases', suite(`<skipped/>${PASS}`), passed],
    ...['rerunFailure', 'rerunError', 'flakyFailure', 'flakyError'].map((name): [string, string, object] => [
      `${name} beside the cases`,
      suite(`<${name}/>${PASS}`),
      { counts: '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky', failed: [''], flaky: [], problems: [] },
    ]),
  ])('%s', async (_, xml, expected) => {
    expect(brief(await readTexts({ 'a.xml': xml }))).toEqual(expected)
  })

  test('a token in a path with backslashes', async () => {
    const workspace = makeWorkspace({ 'a.xml': suite(FAIL.replace('name=', 'file="src\\abc\\def+gh.test.ts" name=')) })
    const { reports } = await readTestReports(['a.xml'], { ...workspace, clean: cleanerOf('abc/def+gh') })
    expect(reports.failed).toMatchObject([{ name: 'a', file: 'src/***.test.ts' }])
  })

  test('a failure beside the cases is a failed test without a name', async () => {
    const xml = suites(`${suite(PASS)}<testsuite name="set-up"><error message="no database"/></testsuite>`)
    const { failed, counts } = await readTexts({ 'a.xml': xml })
    expect(counts).toEqual({ ran: 2, passed: 1, failed: 1, skipped: 0, flaky: 0 })
    expect(failed).toEqual([
      {
        name: '',
        classname: null,
        file: null,
        parent: 'set-up',
        message: 'no database',
        trace: null,
        alsoPassed: false,
        line: null,
        report: 'a.xml',
      },
    ])
  })

  test.each([
    [
      'the message of the first failure',
      '<failure message="one">1</failure><failure message="two">2</failure>',
      'one',
      '1',
    ],
    [
      'the message of the first, where it has no text',
      '<failure message="one"/><failure message="two">2</failure>',
      'one',
      null,
    ],
    ['the text inside other elements', '<failure>at <b>deep</b> down</failure>', 'at deep down', 'at deep down'],
    ['the text of the first, where it has no message', '<failure>1</failure><failure message="two"/>', '1', '1'],
    ['the first that says anything', '<failure/><failure message="two">2</failure>', 'two', '2'],
  ])('what failed says %s', async (_, content, message, trace) => {
    const { failed } = await readTexts({ 'a.xml': within(content) })
    expect(failed).toMatchObject([{ message, trace }])
  })

  test('a case inside a case fails both', async () => {
    const xml = suite('<testcase name="outer"><testcase name="inner"><failure/></testcase></testcase>')
    expect((await readTexts({ 'a.xml': xml })).failed.map(({ name }) => name)).toEqual(['inner', 'outer'])
  })
})

describe('repeats', () => {
  const two = {
    counts: '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky',
    failed: ['a'],
    flaky: [],
    problems: [],
  }
  const inFile = (file: string) => FAIL.replace('"c"', `"c" file="${file}"`)
  const bothFailed = { ...two, counts: '2 ran: 0 passed, 2 failed; 0 skipped, 0 flaky', failed: ['a', 'a'] }
  test.each([
    ['a failure, then a pass', suite(FAIL + PASS), flaky],
    ['a pass, then a failure', suite(PASS + FAIL), failed],
    ['a failure, a pass, a failure', suite(FAIL + PASS + FAIL), failed],
    ['a pass, a failure, a pass: two tests of one title', suite(PASS + FAIL + PASS), failed],
    ['a failure, two passes', suite(FAIL + PASS + PASS), flaky],
    ['a failure, then a skip', suite(FAIL + SKIP), failed],
    ['a skip, then a failure and a pass', suite(SKIP + FAIL + PASS), flaky],
    ['a pass, then a skip', suite(PASS + SKIP), passed],
    ['two skips', suite(SKIP + SKIP), skipped],
    ['a skip, then a pass', suite(SKIP + PASS), passed],
    ['a flaky one, then a failure', suite(FLAKY + FAIL), failed],
    ['a pass, then a flaky one', suite(PASS + FLAKY), flaky],
    ['directly in testsuites', suites(FAIL + PASS), flaky],
    ['in two suites: the worst counts', suites(suite(FAIL) + suite(PASS)), failed],
    ['in two suites, the other way round', suites(suite(PASS) + suite(FAIL)), failed],
    ['in two suites, flaky in one', suites(suite(FAIL + PASS) + suite(PASS)), flaky],
    ['in two suites, flaky in one and failed in the other', suites(suite(FAIL + PASS) + suite(FAIL)), failed],
    ['in two suites, failed in one and flaky in the other', suites(suite(FAIL) + suite(FAIL + PASS)), failed],
    ['in two suites, flaky in both', suites(suite(FAIL + PASS) + suite(FAIL + FAIL + PASS)), flaky],
    ['in two suites, flaky in one and skipped in the other', suites(suite(FAIL + PASS) + suite(SKIP)), flaky],
    ['in two suites, skipped in one', suites(suite(SKIP) + suite(PASS)), passed],
    ['in a suite and one inside it', suite(FAIL + suite(PASS) + PASS), flaky],
    ['in a suite inside, failed', suite(FAIL + suite(FAIL) + PASS), failed],
    [
      'without a name: never',
      suite('<testcase classname="c"><failure/></testcase><testcase classname="c"/>'),
      { ...two, failed: [''] },
    ],
    ['other classname', suite(`${FAIL}<testcase name="a" classname="d"/>`), two],
    ['other file', suite(`${FAIL}<testcase name="a" classname="c" file="f"/>`), two],
    ['other parent', suites(suite(FAIL) + suite(PASS).replace('"s"', '"t"')), two],
    ['other classname, both failed', suite(FAIL + FAIL.replace('"c"', '"d"')), bothFailed],
    ['other file, both failed', suite(inFile('f') + inFile('g')), bothFailed],
    [
      'other classname, both failed, in two suites',
      suites(suite(FAIL) + suite(FAIL.replace('"c"', '"d"'))),
      bothFailed,
    ],
    ['other file, both failed, in two suites', suites(suite(inFile('f')) + suite(inFile('g'))), bothFailed],
    ['other parent, both failed', suites(suite(FAIL) + suite(FAIL).replace('"s"', '"t"')), bothFailed],
    [
      'without a name, skipped',
      suite(`${PASS}<testcase classname="c"><skipped/></testcase>`),
      { ...passed, counts: '1 ran: 1 passed, 0 failed; 1 skipped, 0 flaky' },
    ],
  ])('%s', async (_, xml, expected) => {
    expect(brief(await readTexts({ 'a.xml': xml }))).toEqual(expected)
  })

  test.each<[name: string, xml: string, testOutcome: TestOutcome | null, alsoPassed: boolean | 'flaky' | 'passed']>([
    ['a failure, then a pass', suite(FAIL + PASS), null, 'flaky'],
    ['a failure, then a pass, and the step succeeded', suite(FAIL + PASS), 'success', 'flaky'],
    ['a failure, then a pass, and the step failed', suite(FAIL + PASS), 'failure', true],
    ['a pass, then a failure', suite(PASS + FAIL), 'success', true],
    ['a pass, then a failure, without a name', suite(unnamed(PASS) + unnamed(FAIL)), null, false],
    ['two failures', suite(FAIL + FAIL), 'failure', false],
    ['a pass, then a skip', suite(PASS + SKIP), 'failure', 'passed'],
    ['a try again of Surefire, and the step failed', within('<flakyError/>'), 'failure', 'flaky'],
    ['Surefire: one that failed in all tries, then another of its title', suite(AGAIN + PASS), 'success', true],
    ['the same, where a skip came first', suite(SKIP + AGAIN + PASS), 'success', true],
    ['the same, where it failed before as well', suite(FAIL + AGAIN + PASS), 'success', true],
    ['gotestsum: a failure, then a pass', gotest(FAIL + PASS), 'failure', 'flaky'],
    ['gotestsum: a pass, then a failure', gotest(PASS + FAIL), 'failure', 'flaky'],
    ['gotestsum: two failures, then a pass', gotest(FAIL + FAIL + PASS), 'failure', 'flaky'],
    ['go test -count=3', gotest(FAIL + PASS + PASS), 'failure', true],
    ['go test -count=2, told by another test', gotest(PASS + FAIL + OTHER + OTHER), 'failure', true],
    ['the version of Go at a test', suite(PASS + FAIL.replace('<failure/>', `${GO}<failure/>`)), 'failure', true],
  ])('tries of one test, or two tests of one title: %s', async (_, xml, testOutcome, expected) => {
    const reports = await readTexts({ 'a.xml': xml }, testOutcome)
    expect(reports.failed[0]?.alsoPassed ?? (reports.counts.flaky === 1 ? 'flaky' : 'passed')).toBe(expected)
    expect(reports.others.filter(each => 'tries' in each || each.outcome === 'failed')).toEqual([])
  })

  test.each([
    ['a failure and another one', '<failure message="one"/>', '<failure message="two"/>', 'one'],
    ['a flaky one says nothing', '<flakyError message="one"/>', '<failure message="two"/>', 'two'],
  ])('what the first failure said is told: %s', async (_, first, second, message) => {
    const tries = [first, second].map(each => `<testcase name="a" classname="c">${each}</testcase>`)
    expect((await readTexts({ 'a.xml': suite(tries.join('')) })).failed).toMatchObject([{ message }])
  })

  test('in two files the worst counts, whichever comes first', async () => {
    expect(brief(await readTexts({ 'a.xml': suite(FAIL), 'b.xml': suite(PASS) }))).toEqual(failed)
    expect(brief(await readTexts({ 'a.xml': suite(PASS), 'b.xml': suite(FAIL) }))).toEqual(failed)
  })
})

describe('the identity of a test', () => {
  test.each([
    ['file of the case', suite('<testcase name="a" file="f"><failure/></testcase>', 'file="g"'), { file: 'f' }],
    ['filepath of the case', suite('<testcase name="a" filepath="f"><failure/></testcase>'), { file: 'f' }],
    ['file of the suite', suite('<testcase name="a"><failure/></testcase>', 'file="g"'), { file: 'g' }],
    [
      'file of the suite around',
      suite(suite('<testcase name="a"><failure/></testcase>'), 'filepath="g"'),
      { file: 'g' },
    ],
    ['file with a dot in front', suite('<testcase name="a" file="././f/g"><failure/></testcase>'), { file: 'f/g' }],
    ['file of Windows', suite('<testcase name="a" file=".\\f\\g"><failure/></testcase>'), { file: 'f/g' }],
    ['file of the folder above', suite('<testcase name="a" file="../f"><failure/></testcase>'), { file: '../f' }],
    ['parent with a time', suite(FAIL).replace('"s"', '"s-20261122011205"'), { parent: 's' }],
    ['parent with another number', suite(FAIL).replace('"s"', '"s-2026112201120"'), { parent: 's-2026112201120' }],
    ['outermost suite', suites(suite(suite(FAIL).replace('"s"', '"inner"'))), { parent: 's' }],
    ['outermost suite without a name', suites(`<testsuite name="">${suite(FAIL)}</testsuite>`), { parent: null }],
    ['no suite', suites(FAIL, 'name="all"'), { parent: null }],
    ['empty classname', suite('<testcase name="a" classname=""><failure/></testcase>'), { classname: null }],
    ['line', suite('<testcase name="a" line="12"><failure/></testcase>'), { line: 12 }],
    ['line 0', suite('<testcase name="a" line="0"><failure/></testcase>'), { line: null }],
    [
      'line of a long number',
      suite(`<testcase name="a" line="${'9'.repeat(40)}"><failure/></testcase>`),
      { line: null },
    ],
    [
      'name verbatim',
      suite('<testcase name=" a&#10;&quot;b&#9;c\nd 🛒 "><failure/></testcase>'),
      { name: ' a\n"b\tc d 🛒 ' },
    ],
  ])('%s', async (_, xml, expected) => {
    expect((await readTexts({ 'a.xml': xml })).failed).toEqual([expect.objectContaining(expected)])
  })

  test.each([
    ['one suite', { 'a.xml': suite(PASS) }, true],
    ['one name in two files', { 'a.xml': suite(PASS), 'b.xml': suite(OTHER) }, true],
    ['two suites', { 'a.xml': suites(suite(PASS) + suite(OTHER).replace('"s"', '"t"')) }, false],
    ['two suites, one without cases', { 'a.xml': suites(suite(PASS) + suite('').replace('"s"', '"t"')) }, true],
    ['two names in two files', { 'a.xml': suite(PASS), 'b.xml': suite(SKIP).replace('"s"', '"t"') }, false],
    ['none', { 'a.xml': suites(PASS) }, true],
    ['one, and none', { 'a.xml': suites(PASS + suite(OTHER)) }, true],
  ])('only one parent: %s', async (_, files, expected) => {
    expect((await readTexts(files)).singleParent).toBe(expected)
  })
})

describe('suites that show less than they count', () => {
  const place = 'truncated: a.xml: line 1, column'
  const NO_NUMBER = [`${place} 1: suite "s": a count of tests, failures or errors is not a number`]
  const fewer = (says: number, holds: number, column = 1) => [
    `${place} ${column}: suite "s" says ${says} tests, the file holds ${holds}`,
  ]
  const fewerFailed = (says: number, holds: number, column = 1) => [
    `${place} ${column}: suite "s" says ${says} failures and errors, the file holds ${holds}`,
  ]
  test.each([
    ['as many as it says', suite(PASS, 'tests="1"'), []],
    ['more than it says', suite(PASS + OTHER, 'tests="1"'), []],
    ['fewer', suite(PASS, 'tests="2"'), fewer(2, 1)],
    ['fewer, and one failed', suite(FAIL, 'tests="2"'), fewer(2, 1)],
    ['in a suite inside', suites(suite(suite(PASS, 'tests="3"'), 'tests="3"')), fewer(3, 1, 44)],
    ['testsuites is not believed', suites(suite(PASS), 'tests="9"'), []],
    ['testsuites is not believed, whatever it says', suites(suite(PASS), 'tests="n/a"'), []],
    [
      'failures of testsuites that are no number',
      suites(suite(PASS), 'failures="n/a"'),
      [`${place} 1: a suite without a name: a count of tests, failures or errors is not a number`],
    ],
    ['repeats are cases', suite(FAIL + PASS, 'tests="2"'), []],
    ['rerun elements are cases', suite(within('<flakyFailure/><flakyError/>'), 'tests="3"'), []],
    ['tests of suites inside', suite(suite(PASS) + suite(OTHER), 'tests="2"'), []],
    ['skipped ones that it counts and does not show', suite(PASS, 'tests="3" skipped="2"'), []],
    ['more than those', suite(PASS, 'tests="4" skipped="2"'), fewer(4, 1)],
    [
      'skipped ones that it shows are there',
      suite(PASS + SKIP.replace('"a"', '"b"'), 'tests="3" skipped="1"'),
      fewer(3, 2),
    ],
    [
      'one that is missing beside a skip by its status',
      suite(PASS + OTHER.replace('/>', ' status="skipped"/>'), 'tests="3" skipped="1"'),
      fewer(3, 2),
    ],
    ['skipped ones that only the root counts', suites(suite(PASS, 'tests="2"'), 'skipped="1"'), []],
    [
      'those of the root once over all suites',
      suites(suite(PASS, 'tests="2"') + suite(OTHER, 'tests="2"'), 'skipped="1"'),
      fewer(2, 1, 101),
    ],
    ['those of a suite inside', suites(suite(suite(PASS, 'tests="2" skipped="1"'), 'tests="2"')), []],
    [
      'those of a suite inside do not stand in again',
      suites(suite(suite(PASS, 'tests="2" skipped="1"') + suite(OTHER, 'tests="2"'), 'tests="4"'), 'skipped="1"'),
      fewer(2, 1, 143),
    ],
    ['pytest counts subtests', suites('<testsuite name="pytest" tests="3"><testcase name="a"/></testsuite>'), []],
    ['pytest names the root, too', suites(suite(PASS, 'tests="3"'), 'name="pytest tests"'), []],
    ['Catch2 counts assertions', suites(suite(PASS, 'hostname="tbd" tests="9"')), []],
    ['doctest counts assertions', suites(suite(PASS, 'tests="9" doctest_version="2.4.11"')), []],
    [
      'pytest still counts its failures',
      suites('<testsuite name="pytest" tests="1" failures="1"><testcase name="a"/></testsuite>'),
      [`${place} 14: suite "pytest" says 1 failures and errors, the file holds 0`],
    ],
    ['forgiven failures are shown', suite(OTHER + TODO, 'failures="1"'), []],
    ['failures', suite(PASS, 'failures="1"'), fewerFailed(1, 0)],
    ['errors', suite(PASS, 'errors="1"'), fewerFailed(1, 0)],
    [
      'failures of testsuites',
      suites(suite(PASS), 'failures="1"'),
      [`${place} 1: a suite without a name says 1 failures and errors, the file holds 0`],
    ],
    ['failures and errors', suite(FAIL + ERROR, 'failures="1" errors="1"'), []],
    ['failures that include the errors', suite(FAIL + ERROR, 'failures="2" errors="1"'), []],
    ...[
      'name="pytest"',
      'name="s-20261123040333"',
      'name="s" assertions="3"',
      'name="s" doctest_version="2.4.9"',
      `name="s" ${SUREFIRE}`,
    ].map((runner): [string, string, string[]] => [
      `a runner that counts errors apart lost a failure: ${runner}`,
      `<testsuite ${runner} failures="2" errors="1">${FAIL}${ERROR}</testsuite>`,
      [expect.stringMatching(/ says 3 failures and errors, the file holds 2$/)],
    ]),
    ['failures that include errors that are not shown', suite(FAIL, 'failures="2" errors="1"'), fewerFailed(3, 1)],
    [
      'an error less than it counts, and no failure that could be it',
      suite(FAIL + ERROR, 'failures="1" errors="2"'),
      fewerFailed(3, 2),
    ],
    [
      'failures that include only some of what is shown',
      suite(ERROR + ERROR + ERROR, 'failures="2" errors="2"'),
      fewerFailed(4, 3),
    ],
    ...['name="nextest-run"', `name="s" ${SUREFIRE}`].map((runner): [string, string, string[]] => [
      `a runner that counts no tries: ${runner}`,
      suites(suite(within('<failure/><rerunFailure/>'), `failures="2" ${runner.replace(/^name="\S+"/, '')}`), runner),
      [expect.stringMatching(/suite "s" says 2 failures and errors, the file holds 1$/)],
    ]),
    ['rerun elements are failures', suite(within('<flakyFailure/>'), 'failures="1"'), []],
    ['failures that are no number', suite(PASS, 'failures="many"'), NO_NUMBER],
    ['errors that are no number', suite(PASS, 'errors="many"'), NO_NUMBER],
    ['a number with something behind it', suite(PASS, 'tests="1x"'), NO_NUMBER],
    ['a number with blanks around it', suite(PASS, 'tests=" 1 "'), []],
    ['a number with a longer fraction of 0', suite(PASS, 'tests="1.00"'), []],
    ['a failure beside the cases is a case', suite('<error/>', 'tests="1" errors="1"'), []],
    [
      'in a suite and the one around it: told once',
      suite(suite(PASS, 'failures="1"'), 'failures="1"'),
      fewerFailed(1, 0, 34),
    ],
    ['no number', suite(PASS, 'tests="many"'), NO_NUMBER],
    ['a number with letters behind it', suite(PASS, 'tests="1.0x"'), NO_NUMBER],
    [
      'errors that are among the failures, and fourteen digits within the name',
      suite(ERROR, 'failures="1" errors="1"').replace('"s"', '"s-20261124000000-x"'),
      [],
    ],
    ['disabled that is no number', suite(PASS, 'tests="1" disabled="false"'), []],
    ['an empty number', suite(PASS, 'tests="" errors=""'), []],
    ['a number with a fraction of 0', suite(PASS, 'tests="1.0"'), []],
    ['a number with a fraction', suite(PASS, 'tests="1.5"'), NO_NUMBER],
    ['less than nothing', suite(PASS, 'tests="-1"'), NO_NUMBER],
  ])('%s', async (_, xml, expected) => {
    expect(brief(await readTexts({ 'a.xml': xml }))['problems']).toEqual(expected)
  })

  test.each<[name: string, content: string, told: string | null]>([
    ['as many failed', `${FAIL}<!-- fail 1 -->`, null],
    ['a test failed behind its subtests', `${suite(PASS)}<!-- fail 1 -->`, '1 failed tests, the file holds at most 0'],
    ['more than nine failed', `${FAIL}<!-- fail 12 -->`, '12 failed tests, the file holds at most 1'],
    ['two failures of one test', `${within('<failure/><failure/>')}<!-- fail 2 -->`, null],
    [
      'two failures of one test outside a suite',
      `${FAIL.replace('<failure/>', '<failure/><failure/>')}<!-- fail 2 -->`,
      null,
    ],
    ['a comment that only ends so', `${PASS}<!-- at last fail 1 -->`, null],
    ['a test failed with its subtest', `${suite(FAIL)}<!-- fail 2 -->`, null],
    ['one was cancelled', `${FAIL}<!-- fail 1 --><!-- cancelled 1 -->`, '2 failed tests, the file holds at most 1'],
    ['a todo does not count', `${OTHER}${TODO}<!-- fail 1 -->`, '1 failed tests, the file holds at most 0'],
    ['a comment elsewhere', suite(`${PASS}<!-- fail 1 -->`), null],
    [
      'one beside another comment',
      `${PASS}<!-- fail 1 --><!-- tests 9 -->`,
      '1 failed tests, the file holds at most 0',
    ],
    ['another comment', `${PASS}<!-- fail 1 of 2 --><!-- tests 9 -->`, null],
  ])('the closing comments of Node: %s', async (_, content, told) => {
    const { problems } = await readTexts({ 'a.xml': suites(content) })
    const message = `a.xml: line 1, column 1: the last comments say ${told}`
    expect(problems).toEqual(told === null ? [] : [{ kind: 'truncated', message }])
  })

  test('a closing comment that lies across two chunks', async () => {
    const empty = suites(`${PASS}<!-- fail 1 -->`)
    for (let at = 0; at < 16; at++) {
      const filler = ' '.repeat(64 * 1024 - empty.indexOf('<!--') - at)
      const { problems } = await readTexts({ 'a.xml': empty.replace('<!--', `${filler}<!--`) })
      expect(problems).toHaveLength(1)
    }
  })

  test.each<[testOutcome: TestOutcome | null, problems: number, notices: number]>([
    [null, 1, 0],
    ['failure', 1, 0],
    ['success', 0, 1],
  ])('fewer tests than it counts, with the outcome %s', async (testOutcome, problems, notices) => {
    const read = await openTexts({ 'a.xml': suite(PASS, 'tests="2"') }, testOutcome)
    expect([read.reports.problems.length, read.notices.length]).toEqual([problems, notices])
    const others = [suite(PASS, 'tests="2" failures="1"'), suite(PASS, 'tests="x"'), suites(`${PASS}<!-- fail 1 -->`)]
    for (const xml of others) {
      const { reports } = await openTexts({ 'a.xml': xml }, testOutcome)
      expect(reports.problems).toHaveLength(1)
    }
  })

  test('a count that is no number spoils none of another suite', async () => {
    const xml = suites(suite(PASS, 'tests="x"') + suite(PASS, 'tests="3"'))
    const { notices } = await openTexts({ 'a.xml': xml }, 'success')
    expect(notices).toEqual(['a.xml: line 1, column 90: suite "s" says 3 tests, the file holds 1'])
  })

  test('a report without tests beside a good one counts nothing', async () => {
    expect(brief(await readTexts({ 'a.xml': suite(PASS), 'b.xml': suites(''), 'c.xml': suite('') }))).toEqual(passed)
  })

  test('no test at all', async () => {
    expect(brief(await readTexts({ 'a.xml': suites(''), 'b.xml': suite('') }))['problems']).toEqual([
      'empty: No test ran in 2 reports',
    ])
  })
})

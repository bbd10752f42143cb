import { describe, expect, test } from 'vitest'
import type { FailedTest, TestOutcome } from '../../src/facts/test-report.ts'
import { failedTest, openTexts, outcomesOf, readTexts } from './workspace.ts'

const suite = (content: string, attributes = '') => `<testsuite name="s" ${attributes}>${content}</testsuite>`
const suites = (content: string) => `<testsuites>${content}</testsuites>`
const within = (content: string, attributes = '') =>
  suite(`<testcase name="a" classname="c" ${attributes}>${content}</testcase>`)
const status = (word: string) => within('', `status="${word}"`)

const PASS = '<testcase name="a" classname="c"/>'
const FAIL = '<testcase name="a" classname="c"><failure/></testcase>'
const SKIP = '<testcase name="a" classname="c"><skipped/></testcase>'
const FLAKY = '<testcase name="a" classname="c"><flakyError/></testcase>'
const AGAIN = '<testcase name="a" classname="c"><failure/><rerunFailure/></testcase>'
const OTHER = '<testcase name="b" classname="c"/>'
const MAYFAIL = '<skipped message="TEST_CASE tagged with !mayfail"/>'
const GO = '<properties><property name="go.version" value="go1.26"/></properties>'

describe('what a test case says', () => {
  test.each<[name: string, xml: string, outcome: string]>([
    ['nothing', suite(PASS), 'a passed'],
    ['a failure', suite(FAIL), 'a failed'],
    ['an error', within('<error/>'), 'a failed'],
    ['a skip', suite(SKIP), 'a skipped'],
    ['a skip and a failure', within('<skipped/><failure/>'), 'a failed'],
    ['a failure deep inside', within('<details><failure/></details>'), 'a failed'],
    ['a failure as text', within('<system-out><![CDATA[<failure/>]]></system-out>'), 'a passed'],
    ['other elements', within('<system-out>failure</system-out><x><y z="failure"/></x>'), 'a passed'],
    ['a prefix', '<x:testsuite xmlns:x="y"><x:testcase name="a"><x:failure/></x:testcase></x:testsuite>', 'a failed'],
    ['a skip by its status', status('notrun'), 'a skipped'],
    ['in any letter case', status('Disabled'), 'a skipped'],
    ['a skip by its result', within('', 'status="run" result="skipped"'), 'a skipped'],
    ['a status that says nothing', status('run'), 'a passed'],
    ['a failure beside such a status', within('<failure/>', 'status="notrun"'), 'a failed'],
    ['a case inside a case', within('<testcase name="b"><failure/></testcase>'), 'a failed, b failed'],
    ['a skip beside the cases', suite(`<skipped/>${PASS}`), 'a passed'],
  ])('%s', async (_, xml, outcome) => {
    expect(await outcomesOf(xml)).toBe(outcome)
  })
})

describe('forgiven failures', () => {
  const crash = (error: string) => within(`${MAYFAIL}${error}`)
  test.each<[name: string, xml: string, outcome: string, testOutcome?: TestOutcome]>([
    ['a todo of Node', within('<skipped type="todo" message="later"/><failure/>'), 'a skipped'],
    ['another skip of Node', within('<skipped type="skipped"/><failure/>'), 'a failed'],
    ['a failure that Catch2 expects', crash('<failure/>'), 'a skipped'],
    ['an exception', crash('<error>due to unexpected exception</error>'), 'a skipped'],
    ['a signal in the text', crash('<error>SIGSEGV - Segmentation violation</error>'), 'a failed'],
    ['in the message, told second', crash('<failure/><error message="SIGABRT"/>'), 'a failed'],
    ['as the type', crash('<error type="SIGSEGV"/>'), 'a failed'],
    ['behind a long text', crash(`<error>${'x'.repeat(40_000)}<b/> SIGSEGV</error>`), 'a failed'],
    ['a word that only begins like one', crash('<error>bad SIGN</error>'), 'a skipped'],
    ['a further try that failed', crash('<failure/><rerunFailure/>'), 'a failed'],
    ['karma: not counted', suite(`${FAIL.replace('<f', '<skipped/><f')}`, 'failures="0"'), 'a skipped', 'success'],
    ['the step failed', suite(`${FAIL.replace('<f', '<skipped/><f')}`, 'failures="0"'), 'a failed', 'failure'],
    ['counted', suite(`${FAIL.replace('<f', '<skipped/><f')}`, 'failures="1"'), 'a failed', 'success'],
    ['a further try', suite(`${FAIL.replace('<f', '<skipped/><rerunF')}`, 'failures="0"'), 'a failed', 'success'],
    ['nothing is counted at all', within('<skipped/><failure/>'), 'a failed', 'success'],
  ])('%s', async (_, xml, outcome, testOutcome) => {
    expect(await outcomesOf(xml, testOutcome)).toBe(outcome)
  })
})

describe('failures in disguise', () => {
  const ctest = (message: string) => within(`<skipped message="${message}"/>`, 'status="notrun"')
  const skipped = (type: string) => within(`<skipped type="${type}"/>`)
  test.each<[name: string, xml: string, outcome: string, testOutcome?: TestOutcome]>([
    ...[
      'Unable to find executable: /build/shop',
      'Required Files Missing',
      'Failed to change working directory',
      'Insufficient resources',
      'Not run: Missing Configuration',
    ].map((message): [string, string, string] => [`CTest: ${message}`, ctest(message), 'a failed']),
    ['CTest: a failed fixture', ctest('Fixture dependency failed'), 'a skipped'],
    ['CTest: a skip', ctest('SKIP_RETURN_CODE=77'), 'a skipped'],
    ['a skip that only says so', within('<skipped message="Unable to find executable"/>'), 'a skipped'],
    ...['timeout', 'vows.event.errored', 'x.Error', 'failure', 'a.failed'].map((type): [string, string, string] => [
      `skipped as ${type}`,
      skipped(type),
      'a failed',
    ]),
    ...['org.opentest4j.TestAbortedException', 'pytest.skip', 'expectedFailure', 'error.skip', ''].map(
      (type): [string, string, string] => [`skipped as ${type}`, skipped(type), 'a skipped'],
    ),
    ...['Failed', 'errored', 'ERROR', 'cancelled', 'canceled', 'stopped', 'timedOut', 'timeout', 'broken', 'fail'].map(
      (word): [string, string, string] => [`status ${word}`, status(word), 'a failed'],
    ),
    ['a result', within('', 'status="run" result="failure"'), 'a failed'],
    ['a warning of PHPUnit', within('<warning type="PHPUnit\\Warning"/>'), 'a failed', 'failure'],
    ['where the step succeeded', within('<warning type="PHPUnit\\Warning"/>'), 'a passed', 'success'],
    ['another warning', within('<warning type="x"/>'), 'a passed', 'failure'],
  ])('%s', async (_, xml, outcome, testOutcome) => {
    expect(await outcomesOf(xml, testOutcome)).toBe(outcome)
  })
})

describe('what is no test', () => {
  const perl = (content: string, errors = 1) =>
    suite(`${content}<error message="Dubious, test returned 1 (wstat 256, 0x100)"/>`, `errors="${errors}"`)
  const main = (why: string) => `<testcase name="TestMain"><failure message="Failed">FAIL x ${why}</failure></testcase>`
  test.each<[name: string, xml: string, outcomes: string]>([
    ['a failed case without a name', suite('<testcase classname="c"><error/></testcase>'), '* failed'],
    ['with a blank one', suite('<testcase name=" "><error/></testcase>'), ' * failed'],
    ['never a further try', suite('<testcase><error/></testcase><testcase/>'), ' passed, * failed'],
    ['twice', suite('<testcase><error/></testcase><testcase><error/></testcase>'), '* failed, * failed'],
    ['one that passed', suite(`${PASS}<testcase/>`), ' passed, a passed'],
    ['pytest: a module', suite('<testcase name="t"><error message="collection failure"/></testcase>'), 't* failed'],
    ['Go: a package', suite(main('[build failed]')), 'TestMain* failed'],
    ['a TestMain that ran', suite(main('(exit status 1)')), 'TestMain failed'],
    ['a failure in a suite', suite(`<failure/>${PASS}`), '* failed, a passed'],
    ['an error in the root', suites(`<error/>${suite(PASS)}`), '* failed, a passed'],
    ['a further try in a suite', suite(`<rerunError/>${PASS}`), '* failed, a passed'],
    ['Perl: the number of failed tests', perl(FAIL + OTHER), 'a failed, b passed'],
    ['another number', perl(OTHER), '* failed, b passed'],
    ['another error', perl(FAIL + OTHER, 2), '* failed, a failed, b passed'],
  ])('%s', async (_, xml, outcomes) => {
    expect(await outcomesOf(xml)).toBe(outcomes)
  })
})

describe('several cases of one test', () => {
  const flaky = 'a passed (flaky)'
  const both = 'a failed (and passed)'
  test.each<[name: string, xml: string, outcome: string, testOutcome?: TestOutcome]>([
    ['a failure, then a pass', suite(FAIL + PASS), flaky],
    ['and the step failed', suite(FAIL + PASS), both, 'failure'],
    ['a pass, then a failure', suite(PASS + FAIL), both],
    ['a failure, a pass, a failure', suite(FAIL + PASS + FAIL), both],
    ['a pass, a failure, a pass', suite(PASS + FAIL + PASS), both],
    ['a failure, two passes', suite(FAIL + PASS + PASS), flaky],
    ['a failure, then a skip', suite(FAIL + SKIP), 'a failed'],
    ['a skip, a failure, a pass', suite(SKIP + FAIL + PASS), flaky],
    ['a pass, then a skip', suite(PASS + SKIP), 'a passed'],
    ['two failures', suite(FAIL + FAIL), 'a failed'],
    ['directly in testsuites', suites(FAIL + PASS), flaky],
    ['in two suites', suites(suite(PASS) + suite(FAIL)), 'a failed'],
    ['in two suites, the other way round', suites(suite(FAIL) + suite(PASS)), 'a failed'],
    ['flaky in one', suites(suite(FAIL + PASS) + suite(PASS)), flaky],
    ['flaky in one, and failed in the other', suites(suite(FAIL + PASS) + suite(FAIL)), 'a failed'],
    ['in a suite inside', suite(FAIL + suite(FAIL) + PASS), 'a failed'],
    ['of another class', suite(`${FAIL}<testcase name="a" classname="d"/>`), 'a failed, a passed'],
    ['of another file', suite(`${FAIL}<testcase name="a" classname="c" file="f"/>`), 'a failed, a passed'],
    ['of another parent', suites(suite(FAIL) + suite(PASS).replace('"s"', '"t"')), 'a failed, a passed'],
    ['Surefire: a try before', suite(FLAKY), flaky, 'failure'],
    ['a try before, and a skip', within('<flakyFailure/><skipped/>'), 'a failed'],
    ['all tries failed', suite(AGAIN), 'a failed'],
    ['nothing but a further try', within('<rerunFailure/>'), 'a failed'],
    ['all tries failed, and another of its name passed', suite(AGAIN + PASS), both, 'success'],
    ['the other way round', suite(FLAKY + FAIL), both],
    ['gotestsum: a failure, then a pass', suite(GO + FAIL + PASS), flaky, 'failure'],
    ['a pass, then a failure', suite(GO + PASS + FAIL), flaky, 'failure'],
    ['go test -count=3', suite(GO + FAIL + PASS + PASS), both, 'failure'],
    [
      '-count=2, by another test',
      suite(GO + PASS + FAIL + OTHER + OTHER),
      'a failed (and passed), b passed',
      'failure',
    ],
    ['the version of Go at a test', suite(PASS + FAIL.replace('<failure/>', `${GO}<failure/>`)), both, 'failure'],
  ])('%s', async (_, xml, outcome, testOutcome) => {
    expect(await outcomesOf(xml, testOutcome)).toBe(outcome)
  })

  test('in two files the worst counts', async () => {
    const { counts } = await readTexts({ 'a.xml': suite(FAIL), 'b.xml': suite(PASS) })
    expect(counts).toEqual({ ran: 1, passed: 0, failed: 1, skipped: 0, flaky: 0 })
  })
})

describe('a success is believed only where no failed test is shown', () => {
  const warning = '<testcase name="w"><warning type="PHPUnit"/></testcase>'
  const bad = '<testcase name="x"><failure/></testcase>'
  test.each<[name: string, xml: string, outcomes: string, short: boolean]>([
    ['a warning', suite(warning), 'w passed', false],
    ['beside a failed test', suite(warning + bad), 'w failed, x failed', false],
    ['tries beside a failed test', suite(FAIL + PASS + bad), 'a failed (and passed), x failed', false],
    ['too few cases', suite(OTHER, 'tests="2"'), 'b passed', false],
    ['too few cases beside a failed test', suite(OTHER + bad, 'tests="3"'), 'b passed, x failed', true],
  ])('%s', async (_, xml, outcomes, isShort) => {
    expect(await outcomesOf(xml, 'success')).toBe(outcomes)
    const { problems } = (await openTexts({ 'a.xml': xml }, 'success')).reports
    expect(problems.some(({ kind }) => kind === 'truncated')).toBe(isShort)
  })
})

describe('the identity of a test', () => {
  const bad = (attributes: string) => `<testcase name="a" ${attributes}><failure/></testcase>`
  test.each<[name: string, xml: string, expected: Partial<FailedTest>]>([
    ['file of the case', suite(bad('file="f"'), 'file="g"'), { file: 'f' }],
    ['filepath of the case', suite(bad('filepath="f"')), { file: 'f' }],
    ['file of the suite', suite(bad(''), 'file="g"'), { file: 'g' }],
    ['file of the suite around', suite(suite(bad('')), 'filepath="g"'), { file: 'g' }],
    ['a file of Windows', suite(bad('file=".\\f\\g"')), { file: 'f/g' }],
    ['a parent with a time', suite(FAIL).replace('"s"', '"s-20261122011205"'), { parent: 's' }],
    ['with another number', suite(FAIL).replace('"s"', '"s-2026112201120"'), { parent: 's-2026112201120' }],
    ['the outermost suite', suites(suite(suite(FAIL).replace('"s"', '"inner"'))), { parent: 's' }],
    ['one without a name', suites(`<testsuite name="">${suite(FAIL)}</testsuite>`), { parent: null }],
    ['no suite', suites(FAIL), { parent: null }],
    ['an empty class', suite(bad('classname=""')), { classname: null }],
    ['a name, letter by letter', suite(FAIL.replace('"a"', '" a&#10;&quot;b 🛒 "')), { name: ' a\n"b 🛒 ' }],
  ])('%s', async (_, xml, expected) => {
    expect(await failedTest(xml)).toMatchObject(expected)
  })

  test.each<[name: string, files: Record<string, string>, hasSingleParent: boolean, hasOnlyParents: boolean]>([
    ['one suite', { 'a.xml': suite(PASS) }, true, false],
    ['one name in two files', { 'a.xml': suite(PASS), 'b.xml': suite(OTHER) }, true, false],
    ['two suites', { 'a.xml': suites(suite(PASS) + suite(SKIP).replace('"s"', '"t"')) }, false, false],
    ['two, one without cases', { 'a.xml': suites(suite(PASS) + suite('').replace('"s"', '"t"')) }, true, false],
    ['one, and none', { 'a.xml': suites(PASS + suite(OTHER)) }, true, false],
    ['one, and one of a run', { 'a.xml': suites(suite(PASS) + suite(OTHER).replace('"s"', AVOCADO)) }, true, false],
    ['neither a class nor a file', { 'a.xml': suite('<testcase name="a"/>') }, true, true],
    ['a file at the suite', { 'a.xml': suite('<testcase name="a"/>', 'file="f"') }, true, false],
  ])('what tells tests apart: %s', async (_, files, hasSingleParent, hasOnlyParents) => {
    expect(await readTexts(files)).toMatchObject({ hasSingleParent, hasOnlyParents })
  })
})

const AVOCADO = '"job-2026-11-26T14.09-57006d4"'

describe('where a failed test stands', () => {
  test.each<[name: string, attributes: string, failure: string, place: FailedTest['place']]>([
    ['by the case', 'file="f" line="12"', '', { file: 'f', line: 12 }],
    ['by the failure', '', 'file="g" line="3"', { file: 'g', line: 3 }],
    ['the file of the case, the line of the failure', 'file="f"', 'line="3"', { file: 'f', line: 3 }],
    ['the failure says more', 'file="f"', 'file="g" line="3"', { file: 'g', line: 3 }],
    ['by the end of the file', 'file="f.c:7"', '', { file: 'f.c', line: 7 }],
    ['by the end of the class', 'classname="t/cart.t:14"', '', { file: 't/cart.t', line: 14 }],
    ['with a column', 'file="f.ts:7:2"', '', { file: 'f.ts', line: 7 }],
    ['a file alone', 'file="f"', '', { file: 'f', line: null }],
    ['line 0', 'file="f" line="0"', '', { file: 'f', line: null }],
    ['nothing', 'classname="shop.Cart"', '', null],
  ])('%s', async (_, attributes, failure, place) => {
    const xml = suite(`<testcase name="a" ${attributes}><failure ${failure}/></testcase>`)
    expect(await failedTest(xml)).toMatchObject({ place })
  })
})

test('a failure in a suite has its suite, its file and what it said', async () => {
  const xml = suites('<testsuite name="set-up" file="f"><error message="no database">at f:1</error></testsuite>')
  expect(await failedTest(xml)).toEqual({
    ...{ name: '', classname: null, file: 'f', parent: 'set-up', isTest: false, hasPassedNamesake: false },
    ...{ message: 'no database', trace: 'at f:1', place: { file: 'f', line: null }, report: 'a.xml' },
  })
})

test.each<[name: string, content: string, message: string, trace: string | null]>([
  ['the first failure', '<failure message="one">1</failure><failure message="two">2</failure>', 'one', '1'],
  ['text in other elements', '<failure>at <b>deep</b> down</failure>', 'at deep down', 'at deep down'],
  ['the first that says anything', '<failure/><failure message="two">2</failure>', 'two', '2'],
  ['a failure in disguise', '<skipped type="timeout" message="10 s"/>', '10 s', null],
])('what failed says: %s', async (_, content, message, trace) => {
  expect(await failedTest(within(content))).toMatchObject({ message, trace })
})

import { describe, expect, test } from 'vitest'
import { brief, readTexts } from './workspace.ts'

const suite = (content: string, attributes = '') => `<testsuite name="s" ${attributes}>${content}</testsuite>`
const suites = (content: string, attributes = '') => `<testsuites ${attributes}>${content}</testsuites>`
const PASS = '<testcase name="a" classname="c"/>'
const FAIL = '<testcase name="a" classname="c"><failure/></testcase>'
const ERROR = '<testcase name="a" classname="c"><error/></testcase>'
const SKIP = '<testcase name="a" classname="c"><skipped/></testcase>'
const OTHER = '<testcase name="b" classname="c"/>'

const passed = { counts: '1 ran: 1 passed, 0 failed; 0 skipped, 0 flaky', failed: [], flaky: [], problems: [] }
const failed = { counts: '1 ran: 0 passed, 1 failed; 0 skipped, 0 flaky', failed: ['a'], flaky: [], problems: [] }
const flaky = { counts: '1 ran: 1 passed, 0 failed; 0 skipped, 1 flaky', failed: [], flaky: ['a'], problems: [] }
const skipped = {
  counts: '0 ran: 0 passed, 0 failed; 1 skipped, 0 flaky',
  failed: [],
  flaky: [],
  problems: ['empty: No test ran in the report (1 skipped).'],
}

const within = (content: string) => suite(`<testcase name="a" classname="c">${content}</testcase>`)
const status = (value: string) => suite(`<testcase name="a" classname="c" status="${value}"/>`)

describe('what a test case says', () => {
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
    ['status run', status('run'), passed],
    ['status Failed', status('Failed'), failed],
    ['status errored', status('errored'), failed],
    ['status notrun and failure', within('<failure/>').replace('classname', 'status="notrun" classname'), failed],
    ['flakyFailure', within('<flakyFailure/>'), flaky],
    ['flakyError', within('<flakyError/>'), flaky],
    ['flakyFailure and skipped: the failure is the last that is no skip', within('<flakyFailure/><skipped/>'), failed],
    ['failure and rerunFailure', within('<failure/><rerunFailure/><rerunError/>'), failed],
    ['rerunFailure alone: no try passed', within('<rerunFailure/>'), failed],
    ['skipped beside the cases', suite(`<skipped/>${PASS}`), passed],
    ['flakyFailure beside the cases', suite(`<flakyFailure/>${PASS}`), passed],
  ])('%s', async (_, xml, expected) => {
    expect(brief(await readTexts({ 'a.xml': xml }))).toEqual(expected)
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
    ['a failure, two passes', suite(FAIL + PASS + PASS), flaky],
    ['a failure, then a skip', suite(FAIL + SKIP), failed],
    ['a skip, then a failure and a pass', suite(SKIP + FAIL + PASS), flaky],
    ['a pass, then a skip', suite(PASS + SKIP), passed],
    ['two skips', suite(SKIP + SKIP), skipped],
    ['a flaky one, then a failure', suite(within('<flakyError/>').slice(17, -12) + FAIL), failed],
    ['directly in testsuites', suites(FAIL + PASS), flaky],
    ['in two suites: the worst counts', suites(suite(FAIL) + suite(PASS)), failed],
    ['in two suites, the other way round', suites(suite(PASS) + suite(FAIL)), failed],
    ['in two suites, flaky in one', suites(suite(FAIL + PASS) + suite(PASS)), flaky],
    ['in two suites, flaky in one and failed in the other', suites(suite(FAIL + PASS) + suite(FAIL)), failed],
    ['in two suites, failed in one and flaky in the other', suites(suite(FAIL) + suite(FAIL + PASS)), failed],
    ['in two suites, flaky in both', suites(suite(FAIL + PASS) + suite(PASS + FAIL + PASS)), flaky],
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

describe('who a test is', () => {
  test.each([
    ['file of the case', suite('<testcase name="a" file="f"><failure/></testcase>', 'file="g"'), { file: 'f' }],
    ['filepath of the case', suite('<testcase name="a" filepath="f"><failure/></testcase>'), { file: 'f' }],
    ['file of the suite', suite('<testcase name="a"><failure/></testcase>', 'file="g"'), { file: 'g' }],
    [
      'file of the suite around',
      suite(suite('<testcase name="a"><failure/></testcase>'), 'filepath="g"'),
      { file: 'g' },
    ],
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
  test.each([
    ['as many as it says', suite(PASS, 'tests="1"'), []],
    ['more than it says', suite(PASS + OTHER, 'tests="1"'), []],
    ['fewer', suite(PASS, 'tests="2"'), [`${place} 1: the suite counts 2 tests and shows 1`]],
    [
      'in a suite inside',
      suites(suite(suite(PASS, 'tests="3"'), 'tests="3"')),
      [`${place} 44: the suite counts 3 tests and shows 1`],
    ],
    ['testsuites is not believed', suites(suite(PASS), 'tests="9"'), []],
    ['testsuites is not believed, whatever it says', suites(suite(PASS), 'tests="n/a"'), []],
    [
      'failures of testsuites that are no number',
      suites(suite(PASS), 'failures="n/a"'),
      [`${place} 1: a count of tests, failures or errors is not a number`],
    ],
    ['repeats are cases', suite(FAIL + PASS, 'tests="2"'), []],
    ['rerun elements are cases', suite(within('<flakyFailure/><flakyError/>'), 'tests="3"'), []],
    ['tests of suites inside', suite(suite(PASS) + suite(OTHER), 'tests="2"'), []],
    [
      'skipped ones that it counts and never shows: nobody can tell them from lost ones',
      suite(PASS, 'tests="3" skipped="2"'),
      [`${place} 1: the suite counts 3 tests and shows 1`],
    ],
    [
      'skipped ones that it shows',
      suite(PASS + SKIP.replace('"a"', '"b"'), 'tests="3" skipped="1"'),
      [`${place} 1: the suite counts 3 tests and shows 2`],
    ],
    ['failures', suite(PASS, 'failures="1"'), [`${place} 1: it counts 1 failures and errors and shows 0`]],
    ['errors', suite(PASS, 'errors="1"'), [`${place} 1: it counts 1 failures and errors and shows 0`]],
    [
      'failures of testsuites',
      suites(suite(PASS), 'failures="1"'),
      [`${place} 1: it counts 1 failures and errors and shows 0`],
    ],
    ['failures and errors', suite(FAIL + ERROR, 'failures="1" errors="1"'), []],
    ['failures that include the errors', suite(FAIL + ERROR, 'failures="2" errors="1"'), []],
    [
      'failures that include errors that are not shown',
      suite(FAIL, 'failures="2" errors="1"'),
      [`${place} 1: it counts 3 failures and errors and shows 1`],
    ],
    [
      'an error less than it counts, and no failure that could be it',
      suite(FAIL + ERROR, 'failures="1" errors="2"'),
      [`${place} 1: it counts 3 failures and errors and shows 2`],
    ],
    ['rerun elements are failures', suite(within('<flakyFailure/>'), 'failures="1"'), []],
    [
      'failures that are no number',
      suite(PASS, 'failures="many"'),
      [`${place} 1: a count of tests, failures or errors is not a number`],
    ],
    [
      'errors that are no number',
      suite(PASS, 'errors="many"'),
      [`${place} 1: a count of tests, failures or errors is not a number`],
    ],
    [
      'a number with something behind it',
      suite(PASS, 'tests="1x"'),
      [`${place} 1: a count of tests, failures or errors is not a number`],
    ],
    ['a number with blanks around it', suite(PASS, 'tests=" 1 "'), []],
    ['a number with a longer fraction of 0', suite(PASS, 'tests="1.00"'), []],
    ['a failure beside the cases is a case', suite('<error/>', 'tests="1" errors="1"'), []],
    [
      'in a suite and the one around it: told once',
      suite(suite(PASS, 'failures="1"'), 'failures="1"'),
      [`${place} 34: it counts 1 failures and errors and shows 0`],
    ],
    ['no number', suite(PASS, 'tests="many"'), [`${place} 1: a count of tests, failures or errors is not a number`]],
    ['disabled that is no number', suite(PASS, 'tests="1" disabled="false"'), []],
    ['an empty number', suite(PASS, 'tests="" errors=""'), []],
    ['a number with a fraction of 0', suite(PASS, 'tests="1.0"'), []],
    [
      'less than nothing',
      suite(PASS, 'tests="-1"'),
      [`${place} 1: a count of tests, failures or errors is not a number`],
    ],
  ])('%s', async (_, xml, expected) => {
    expect(brief(await readTexts({ 'a.xml': xml }))['problems']).toEqual(expected)
  })

  test('a report without tests beside a good one counts nothing', async () => {
    expect(brief(await readTexts({ 'a.xml': suite(PASS), 'b.xml': suites(''), 'c.xml': suite('') }))).toEqual(passed)
  })

  test('no test at all', async () => {
    expect(brief(await readTexts({ 'a.xml': suites(''), 'b.xml': suite('') }))['problems']).toEqual([
      'empty: No test ran in 2 reports.',
    ])
  })
})

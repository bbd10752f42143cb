import { describe, expect, test } from 'vitest'
import type { TestOutcome } from '../../src/facts/test-report.ts'
import { openTexts, problemsOf, readTexts } from './workspace.ts'

const suite = (content: string, attributes = '') => `<testsuite name="s" ${attributes}>${content}</testsuite>`
const suites = (content: string, attributes = '') => `<testsuites ${attributes}>${content}</testsuites>`
const within = (content: string) => suite(`<testcase name="a" classname="c">${content}</testcase>`)

const PASS = '<testcase name="a" classname="c"/>'
const FAIL = '<testcase name="a" classname="c"><failure/></testcase>'
const ERROR = '<testcase name="a" classname="c"><error/></testcase>'
const SKIP = '<testcase name="b" classname="c"><skipped/></testcase>'
const OTHER = '<testcase name="b" classname="c"/>'
const TODO = '<testcase name="a"><skipped type="todo"/><failure/></testcase>'
const GO = '<properties><property name="go.version" value="go1.26"/></properties>'

/** Reports that show less than they count, with what is told behind the file. */
function shows(cases: [name: string, xml: string, told: string | null][]) {
  test.each(cases)('%s', async (_, xml, told) => {
    const problems = problemsOf(await readTexts({ 'a.xml': xml })).map(each => each.replace('truncated: a.xml: ', ''))
    expect(problems).toEqual(told === null ? [] : [told])
  })
}

describe('test cases', () => {
  const above = (tests: number, shown: number) => `suite "s" says tests="${tests}", and shows ${shown}`
  shows([
    ['as many', suite(PASS, 'tests="1"'), null],
    ['more', suite(PASS + OTHER, 'tests="1"'), null],
    ['fewer', suite(PASS, 'tests="2"'), above(2, 1)],
    ['fewer, and one failed', suite(FAIL + OTHER, 'tests="3"'), above(3, 2)],
    [
      'a suite without a name',
      `<testsuite tests="2">${PASS}</testsuite>`,
      above(2, 1).replace('"s"', 'without a name'),
    ],
    ['in a suite and the one around it, told once', suite(suite(PASS, 'tests="3"'), 'tests="3"'), above(3, 1)],
    ['that of testsuites is not believed', suites(suite(PASS), 'tests="9"'), null],
    ['repeats are cases', suite(FAIL + PASS, 'tests="2"'), null],
    ['further tries are cases', suite(within('<flakyFailure/><flakyError/>'), 'tests="3"'), null],
    ['cases of suites inside', suite(suite(PASS) + suite(OTHER), 'tests="2"'), null],
    ['skips that it counts and does not show', suite(PASS, 'tests="3" skipped="2"'), null],
    ['more than those', suite(PASS, 'tests="4" skipped="2"'), above(4, 1)],
    ['skips that it shows', suite(PASS + SKIP, 'tests="3" skipped="1"'), above(3, 2)],
    ['skips that only the root counts', suites(suite(PASS, 'tests="2"'), 'skipped="1"'), null],
    ['once for all suites', suites(suite(PASS, 'tests="2"') + suite(OTHER, 'tests="2"'), 'skipped="1"'), above(2, 1)],
    ['skips of a suite inside', suites(suite(suite(PASS, 'tests="2" skipped="1"'), 'tests="2"')), null],
    [
      'and those of the root do not stand in for them again',
      suites(suite(suite(PASS, 'tests="2" skipped="1"') + suite(OTHER, 'tests="2"'), 'tests="4"'), 'skipped="1"'),
      above(2, 1),
    ],
    ['pytest counts subtests', suites(suite(PASS, 'tests="3"').replace('"s"', '"pytest"')), null],
    ['pytest names the root, too', suites(suite(PASS, 'tests="3"'), 'name="pytest tests"'), null],
    ['Catch2 counts assertions', suites(suite(PASS, 'hostname="tbd" tests="9"')), null],
    ['doctest counts assertions', suites(suite(PASS, 'tests="9" doctest_version="2.4.11"')), null],
    ['no number', suite(PASS, 'tests="many"'), null],
    ['a number with something behind it', suite(PASS, 'tests="2x"'), null],
    ['less than nothing', suite(PASS, 'tests="-1"'), null],
    ['a number with a fraction of 0', suite(PASS, 'tests=" 2.0 "'), above(2, 1)],
    ['an empty one', suite(PASS, 'tests="" errors=""'), null],
  ])

  test.each<[testOutcome: TestOutcome | null, problems: number, notices: number]>([
    [null, 1, 0],
    ['failure', 1, 0],
    ['success', 0, 1],
  ])('fewer are a notice where the step succeeded: %s', async (testOutcome, problems, notices) => {
    const read = await openTexts({ 'a.xml': suite(PASS, 'tests="2"') }, testOutcome)
    expect([read.reports.problems.length, read.notices.length]).toEqual([problems, notices])
    for (const xml of [suite(PASS, 'tests="2" failures="1"'), suites(`${PASS}<!-- fail 1 -->`)]) {
      expect((await openTexts({ 'a.xml': xml }, testOutcome)).reports.problems).toHaveLength(1)
    }
  })
})

describe('failures', () => {
  const says = (counts: string, shown: number | string = 'none') => `suite "s" says ${counts}, and shows ${shown}`
  const root = (counts: string, shown?: number) => says(counts, shown).replace('suite "s"', 'the root')
  shows([
    ['a failure that is not shown', suite(PASS, 'failures="1"'), says('failures="1"')],
    ['an error', suite(PASS, 'errors="1"'), says('errors="1"')],
    ['by the root', suites(suite(PASS), 'failures="2" errors="2"'), root('failures="2" and errors="2"')],
    ['of several', suite(FAIL, 'failures="2"'), says('failures="2"', 1)],
    [
      'pytest counts its failures',
      suite(PASS, 'failures="1"').replace('"s"', '"pytest"'),
      says('failures="1"').replace('"s"', '"pytest"'),
    ],
    ['failures and errors', suite(FAIL + ERROR, 'failures="1" errors="1"'), null],
    ['both are equal, and one is shown', suite(FAIL, 'failures="1" errors="1"'), null],
    ['the larger is what is shown', suite(FAIL + ERROR, 'failures="2" errors="1"'), null],
    ['neither', suite(FAIL, 'failures="2" errors="1"'), says('failures="2" and errors="1"', 1)],
    ['in Go they are two numbers', suite(GO + FAIL, 'failures="1" errors="1"'), says('failures="1" and errors="1"', 1)],
    [
      'so they are in the root',
      suites(suite(GO + FAIL), 'failures="1" errors="1"'),
      root('failures="1" and errors="1"', 1),
    ],
    ['further tries', suite(within('<flakyFailure/>'), 'failures="1"'), null],
    ['forgiven ones', suite(OTHER + TODO, 'failures="1"'), null],
    ['failures in disguise', suite('<testcase name="a" status="failed"/>', 'failures="1"'), null],
    ['those in a suite inside, told once', suite(suite(PASS, 'failures="1"'), 'failures="1"'), says('failures="1"')],
    ['no number', suite(PASS, 'failures="many" errors="1.5"'), null],
  ])
})

describe('the closing comments of Node', () => {
  const counts = (failed: number, shown: string | number) =>
    `the root says in its closing comments that ${failed} failed, and shows ${shown}`
  shows([
    ['as many', suites(`${FAIL}<!-- fail 1 -->`), null],
    ['a test that failed behind its subtests', suites(`${suite(PASS)}<!-- fail 1 -->`), counts(1, 'none')],
    ['more', suites(`${FAIL}<!-- fail 12 -->`), counts(12, 1)],
    ['a test that failed with its subtest', suites(`${suite(FAIL)}<!-- fail 2 -->`), null],
    ['one was cancelled', suites(`${FAIL}<!-- fail 1 --><!-- cancelled 1 -->`), counts(2, 1)],
    ['a todo does not count', suites(`${OTHER}${TODO}<!-- fail 1 -->`), counts(1, 'none')],
    ['a comment elsewhere', suites(suite(`${PASS}<!-- fail 1 -->`)), null],
    ['other comments', suites(`${PASS}<!-- fail 1 of 2 --><!-- tests 9 --><!-- at last fail 1 -->`), null],
  ])
})

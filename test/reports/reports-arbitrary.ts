import fc from 'fast-check'

/** A test case of a report that is written by {@link writeReport}. */
export interface WrittenCase {
  name: string
  classname: string | null
  file: string | null
  says: 'passed' | 'failure' | 'error' | 'skipped' | 'flaky'
}

export interface WrittenSuite {
  name: string
  cases: WrittenCase[]
  suites: WrittenSuite[]
}

const writtenCase: fc.Arbitrary<WrittenCase> = fc.record({
  name: fc.constantFrom('a', 'b', 'adds "two" & <three>', 'line\nbreak', '🛒', ' blanks ', ']]>', 'ä'),
  classname: fc.option(fc.constantFrom('c', 'd&"')),
  file: fc.option(fc.constantFrom('e.ts', 'f/g.ts')),
  says: fc.constantFrom('passed', 'passed', 'failure', 'error', 'skipped', 'flaky'),
})

/** Suites inside suites, at most `depth` deep. */
function writtenSuite(depth: number): fc.Arbitrary<WrittenSuite> {
  return fc.record({
    name: fc.constantFrom('s', 't', 'u > "v"'),
    cases: fc.array(writtenCase, { maxLength: 5 }),
    suites: depth > 1 ? fc.array(writtenSuite(depth - 1), { maxLength: 2 }) : fc.constant([]),
  })
}

export const writtenReport = fc.array(writtenSuite(3), { minLength: 1, maxLength: 3 })

/** JUnit XML with true counts. */
export function writeReport(suites: readonly WrittenSuite[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.map(writeSuite).join('')}</testsuites>\n`
}

function writeSuite(suite: WrittenSuite): string {
  const all = casesOf(suite)
  const count = (...says: WrittenCase['says'][]) => all.filter(each => says.includes(each.says)).length
  const counts = `tests="${all.length}" failures="${count('failure')}" errors="${count('error')}"`
  const inside = suite.cases.map(writeCase).join('') + suite.suites.map(writeSuite).join('')
  return `<testsuite name="${xml(suite.name)}" ${counts}>\n${inside}</testsuite>\n`
}

const SAYS = {
  passed: '',
  failure: '<failure message="1 &lt; 2">at a.ts</failure>',
  error: '<error><![CDATA[at <b>]]></error>',
  skipped: '<skipped/>',
  flaky: '<flakyFailure message="not yet"/>',
}

function writeCase({ name, classname, file, says }: WrittenCase): string {
  const where = (attribute: string, value: string | null) => (value === null ? '' : ` ${attribute}="${xml(value)}"`)
  return `<testcase name="${xml(name)}"${where('classname', classname)}${where('file', file)}>${SAYS[says]}</testcase>\n`
}

function casesOf(suite: WrittenSuite): WrittenCase[] {
  return [...suite.cases, ...suite.suites.flatMap(casesOf)]
}

function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}

import { describe, expect, test } from 'vitest'
import { loadEvent } from '../events/index.js'
import {
  submittedPullRequest as body,
  quarantinedTest,
  quarantinedTests,
  queue,
  TEST_RUN_ID,
  testingDetails,
} from './answers.js'
import { commandLines, type GateOptions, gateAgainst, type Result, type Script } from './gate.ts'
import { answer } from './server.js'

const ESC = '\u001b'
const FAR = 10_000

/** Name, hostile text, and the part of it that has to stay readable in the summary. */
const TEXTS: [name: string, text: string, readable: RegExp][] = [
  ['##[error]', 'so ##[error]x', /so ##.?\[error\]x/],
  ['::set-output', '::set-output name=ready::true', /set-output name=ready::true/],
  ['::error:: after a line break', 'fine\r\n::error::x', /fine.*::error::x/],
  [
    '::error:: after other ends of lines',
    'fine\r::error::w\u2028::error::x\u0085::error::y\f::error::z',
    /fine.*::error::x/,
  ],
  ['blanks before ::', ' \t\u00a0\u3000 ::stop-commands::x', /stop-commands::x/],
  ['zero-width before ::', '\u200b::stop-commands::x', /stop-commands::x/],
  ['percent escapes', 'a%0A::error::x%0D%25', /a%0A::error::x%0D%25/],
  ['ESC', `${ESC}[31mred${ESC}]8;;https://evil.example${ESC}\\link`, /red.*link/],
  ['bidi marks', 'a\u202egnp.exe\u2066b\u2069', /a.*gnp\.exe.*b/],
  ['invisible characters', 'a\u200bb\u200cc\u200dd\u2060e\ufefff\u{e0041}\u{e0042}g', /a.*b.*c.*d.*e.*f.*g/],
  ['NUL and DEL', 'a\u0000b\u007fc', /a.*b.*c/],
  ['|', '| a | b |', /\| a \| b \|/],
  ['backticks', '```\n`a`', /`.*a/],
  ['<img>', '<img src=x onerror=alert(1)>', /<img src=x onerror=alert\(1\)>/],
  ['</details>', '</code></td></table></details><h1>Passed</h1>', /<\/details><h1>Passed<\/h1>/],
  ['CDATA and comments', '<![CDATA[a]]><?php <!-- b', /CDATA\[a\]/],
  ['entities', '&lt;b&gt; &#64;acme &amp;', /&lt;b&gt; &#64;acme &amp;/],
  ['a link and an image', '[x](javascript:y) ![x](https://evil.example/p.png)', /\[x\]\(javascript:y\) !\[x\]\(https:/],
  ['empty lines, then Markdown', 'a\n\n# Passed\n\n- [x] @acme/team', /a.*# Passed.*\[x\] @acme\/team/],
  ['a heredoc delimiter', 'ghadelimiter_x\nready=true\nghadelimiter_x', /ghadelimiter_x.*ready=true/],
  ['@org/team', '@acme/engine and @mona', /@acme\/engine and @mona/],
  ['#1', '#1 GH-2 acme/rocket#3 a7f3772c30eb0c79b2472e1777c5bbdae1355ab7', /#1 GH-2 acme\/rocket#3/],
  ['10,000 characters', `start ${'long '.repeat(FAR / 5)}`, /start long long .*…/],
  ['10,000 line breaks', `start${'\n'.repeat(FAR)}end`, /start/],
  ['lone surrogates', 'a\ud800b\udc00c', /a.b.c/],
  ['a pair cut in half', `${'x'.repeat(118)}😀${'x'.repeat(79)}😀${'x'.repeat(98)}😀x`, /xxx/],
  ['emoji and accents', 'naïve 👩‍🚀 日本語 é', /naïve 👩.*🚀 日本語 é/],
  ['empty', '', /./],
  ['names of an object', '__proto__', /__proto__/],
]

/** Each text is played in one of the three places. */
const PLACES = 3
function textsFor(place: number): typeof TEXTS {
  return TEXTS.filter((_, at) => at % PLACES === place)
}

type Fill = (text: string) => Script

/** The text in every member that decides nothing; the pull request's base is left out, because it decides. */
const shown: Fill = text => {
  const submission = {
    id: text,
    prTitle: text,
    prAuthor: text,
    priorityName: text,
    usedDefaultPriorityName: text,
    stateChangedAt: text,
  }
  const status = { name: text, context: text, url: text, conclusion: text, state: text }
  return {
    getSubmittedPullRequest: answer({ body: { ...body, ...submission, prBaseBranch: null } }),
    getQueue: answer({
      body: {
        ...queue,
        mode: text,
        requiredStatuses: [text],
        directMergeMode: text,
        optimizationMode: text,
        mergeMethod: text,
        enqueuedPullRequests: [{ ...body, ...submission, prBaseBranch: text, state: text }],
      },
    }),
    getMergeQueueTestingDetails: answer({
      body: {
        ...testingDetails,
        requiredStatuses: [text, `required ${text}`],
        requiredStatusesSource: text,
        testBranch: text,
        checkSuites: [{ checkRuns: [status] }],
        statusChecks: [status, { ...status, context: `other ${text}` }],
        testedPullRequests: [{ prNumber: 42, prUrl: text, title: text }],
        createdAt: text,
        impactedTargets: [text],
        impactedTargetsForTestedPrs: [text],
      },
    }),
    'list-quarantined-tests': answer({
      body: {
        ...quarantinedTests,
        quarantined_tests: [
          Object.fromEntries(
            Object.keys(quarantinedTest).map(name => [name, name === 'codeowners' ? [text, '@acme/engine'] : text]),
          ),
        ],
      },
    }),
  }
}

/** The text in error responses. */
const refusing: Fill = text => ({
  getSubmittedPullRequest: answer({ status: 400, body: text }),
  getQueue: answer({ status: 401, body: `<html><title>${text}</title>` }),
  getMergeQueueTestingDetails: answer({ body: `${text}{` }),
  'list-quarantined-tests': answer({
    body: { ...quarantinedTests, [text || 'x']: text, page: { [text || 'x']: 1, total_rows: text } },
  }),
})

const reads = {
  read: 'pull-request, queue, test-run, quarantined-tests',
  require: 'ready, queue-running, test-run-succeeded',
  'test-run-id': TEST_RUN_ID,
  // On a busy machine a retry would add lines to the log.
  'request-timeout': '10s',
}

/** Tags that the action itself writes, with the few attributes that it gives them. */
const TAG =
  /^<(?:\/?(?:a|b|code|details|h2|h3|i|li|p|sub|summary|table|td|th|tr|ul)|br|td nowrap|a href="https?:\/\/[^"<>\s]*")>$/
/** The tags that the summary is built of; within them a text can be code, a link, or cut short. */
const FRAME = /<\/?(?:details|h2|h3|li|p|summary|table|td|th|tr|ul)\b[^>]*>/g
const OWN_BLOCK = /^<(?:h2|h3|table|p|ul|details)\b/

/** Characters that show nothing themselves: none may be left. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u

/** @param given the hostile text; if it is empty, parts of the frame are missing */
function expectInert(result: Result, benign: Result, given: string): void {
  expect(result.exitCode).toBe(benign.exitCode)
  expect(result.stderr).toBe('')
  // The log: exactly the commands of the benign run.
  expect(commandLines(result.stdout).map(commandOf)).toEqual(commandLines(benign.stdout).map(commandOf))
  expect(result.stdout.split(/\r\n|\r|\n/)).toHaveLength(benign.stdout.split(/\r\n|\r|\n/).length)
  expect(result.stdout).not.toMatch(HIDDEN)
  for (const line of result.stdout.split('\n')) expect(line.length).toBeLessThan(4500)
  // The outputs: as many as in the benign run.
  expect(Object.keys(result.outputs)).toEqual(Object.keys(benign.outputs))
  for (const name of ['conclusion', 'ready', 'context', 'target-branch', 'pull-request']) {
    expect(result.outputs[name]).toBe(benign.outputs[name])
  }
  expectInertSummary(result.summary, benign.summary, given)
  // The report: data, as it was given.
  expect(result.report).toMatchObject({ conclusion: benign.outputs['conclusion'] })
}

function expectInertSummary(summary: string, benign: string, given: string): void {
  expect(summary.isWellFormed()).toBe(true)
  expect(summary).not.toMatch(HIDDEN)
  // Every block is the action's own HTML, in which GitHub finds no Markdown.
  for (const block of summary.split(/\n[ \t]*\n/))
    expect(block.trim() === '' || OWN_BLOCK.test(block), block).toBe(true)
  const tags = summary.match(/<[^>]*>?/g) ?? []
  expect(tags.filter(tag => !TAG.test(tag))).toEqual([])
  expectNested(tags)
  // A text adds no part of the frame and takes none away.
  if (given !== '') expect(summary.match(FRAME)).toEqual(benign.match(FRAME))
  const prose = (html: string) => html.replace(/<code>.*?<\/code>/gs, '').replace(/<a\b[^>]*>/g, '')
  expect(prose(summary)).not.toMatch(/@\w/)
  // Only the numbers of pull requests that the benign run shows.
  const own: string[] = prose(benign).match(/(?<!&)#\d+/g) ?? []
  expect((prose(summary).match(/(?<!&)#\d+/g) ?? []).filter(number => !own.includes(number))).toEqual([])
}

/** Each tag is closed, in the order that HTML requires. */
function expectNested(tags: string[]): void {
  const open: string[] = []
  for (const tag of tags) {
    const name = /\w+/.exec(tag)?.[0] ?? ''
    if (name === 'br') continue
    if (tag.startsWith('</')) expect(open.pop()).toBe(name)
    else open.push(name)
  }
  expect(open).toEqual([])
}

function commandOf(line: string): string {
  return /^\s*::[^\s:]+/.exec(line)?.[0] ?? line
}

/** The summary as people see it. */
function seen(summary: string): string {
  return summary
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#8203;', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

type Given = (text: string) => GateOptions

/** A run with hostile text, and the benign one, which runs once. */
const benignRuns = new Map<Fill | Given, Promise<Result>>()
function bothRuns(fill: Fill, text: string, given?: Given): Promise<[hostile: Result, benign: Result]> {
  const run = async (served: string, told: string) => {
    const { result } = await gateAgainst(fill(served), { inputs: reads, ...given?.(told) })
    return result
  }
  const benign = benignRuns.get(given ?? fill) ?? run('benign', 'benign')
  benignRuns.set(given ?? fill, benign)
  return Promise.all([given ? run('benign', text) : run(text, ''), benign])
}

describe.concurrent('in members that are shown', () => {
  test.for(textsFor(0))('%s', async ([, text, readable]) => {
    const [result, benign] = await bothRuns(shown, text)
    expect(benign.outputs['ready']).toBe('true')
    expectInert(result, benign, text)
    expect(seen(result.summary)).toMatch(readable)
  })
})

describe.concurrent('in errors', () => {
  test.for(textsFor(1))('%s', async ([, text, readable]) => {
    const [result, benign] = await bothRuns(refusing, text)
    expect(benign.outputs).toMatchObject({ conclusion: 'unknown', ready: 'unknown' })
    expectInert(result, benign, text)
    if (!text.includes('<') && text.length < 200) expect(seen(result.summary)).toMatch(readable)
  })
})

describe.concurrent('in people and titles of the event', () => {
  const people: Given = text => {
    const { name, payload, env } = loadEvent('pull-request')
    const { pull_request: pr } = payload
    Object.assign(pr, { title: text })
    Object.assign(pr.head, { ref: text, label: text })
    pr.user.login = text
    payload.sender.login = text
    payload.action = text
    const variables = ['GITHUB_ACTOR', 'GITHUB_HEAD_REF', 'GITHUB_JOB', 'GITHUB_WORKFLOW']
    const values = Object.fromEntries(variables.map(variable => [variable, text.toWellFormed()]))
    return { event: { name, payload }, env: { ...env, ...values } }
  }

  // An environment can't hold NUL.
  test.for(textsFor(2).filter(([, text]) => !text.includes('\0')))('%s', async ([, text]) => {
    const [result, benign] = await bothRuns(shown, text, people)
    expect(benign.outputs['ready']).toBe('true')
    expectInert(result, benign, text)
  })
})

import { describe, expect, test } from 'vitest'
import { changeMembers, loadEvent } from '../events/index.js'
import type { RunResult } from '../launcher/runner.js'
import { flaws } from '../publish/markup.ts'
import { no, ok } from '../scenarios/scenario.ts'
import { runStep, type Step } from '../scenarios/step.ts'
import {
  submittedPullRequest as body,
  quarantinedTest,
  quarantinedTests,
  queue,
  TEST_RUN_ID,
  testingDetails,
} from './answers.js'

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

/** A step to which the text is told in one place. */
type Place = (text: string) => Step

/** The text in every member that decides nothing; the pull request's base is left out, because it decides. */
const shown: Place = text => {
  const submission = {
    id: text,
    prTitle: text,
    prAuthor: text,
    priorityName: text,
    usedDefaultPriorityName: text,
    stateChangedAt: text,
  }
  const status = { name: text, context: text, url: text, conclusion: text, state: text }
  const row = Object.keys(quarantinedTest).map(name => [name, name === 'codeowners' ? [text, '@acme/engine'] : text])
  return stepWith({
    getSubmittedPullRequest: ok({ ...body, ...submission, prBaseBranch: null }),
    getQueue: ok({
      ...queue,
      mode: text,
      requiredStatuses: [text],
      directMergeMode: text,
      optimizationMode: text,
      mergeMethod: text,
      enqueuedPullRequests: [{ ...body, ...submission, prBaseBranch: text, state: text }],
    }),
    getMergeQueueTestingDetails: ok({
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
    }),
    listQuarantinedTests: ok({ ...quarantinedTests, quarantined_tests: [Object.fromEntries(row)] }),
  })
}

/** The text in error responses. */
const refusing: Place = text =>
  stepWith({
    getSubmittedPullRequest: no(400, text),
    getQueue: no(401, `<html><title>${text}</title>`),
    getMergeQueueTestingDetails: no(200, `${text}{`),
    listQuarantinedTests: ok({
      ...quarantinedTests,
      [text || 'x']: text,
      page: { [text || 'x']: 1, total_rows: text },
    }),
  })

/** The text in people and titles of the event. */
const people: Place = text => {
  const { name, payload, env } = loadEvent('pull-request')
  changeMembers(payload, {
    action: text,
    'pull_request.title': text,
    'pull_request.head.ref': text,
    'pull_request.head.label': text,
    'pull_request.user.login': text,
    'sender.login': text,
  })
  const variables = ['GITHUB_ACTOR', 'GITHUB_HEAD_REF', 'GITHUB_JOB', 'GITHUB_WORKFLOW']
  const values = Object.fromEntries(variables.map(variable => [variable, text.toWellFormed()]))
  return { ...shown('benign'), event: { name, payload }, env: { ...env, ...values } }
}

function stepWith(answers: NonNullable<Step['answers']>): Step {
  return {
    inputs: {
      organization: 'acme',
      read: 'pull-request, queue, test-run, quarantined-tests',
      require: 'ready, queue-running, test-run-succeeded',
      'test-run-id': TEST_RUN_ID,
    },
    answers,
  }
}

/** The tags that the summary is built of; within them a text can be code, a link, or cut short. */
const FRAME = /<\/?(?:details|h2|h3|li|p|summary|table|td|th|tr|ul)\b[^>]*>/g

/** The runner takes these for ends of lines (.NET's StreamReader.ReadLine). */
const LINE_END = /\r\n|\r|\n/
/** Characters that show nothing themselves: none may be left. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u

/** The text changed nothing but words. */
function expectInert(result: RunResult, benign: RunResult): void {
  expect(result.exitCode).toBe(benign.exitCode)
  expect(result.stderr).toBe('')
  // The log: exactly the commands of the benign run.
  expect(commandsIn(result.stdout)).toEqual(commandsIn(benign.stdout))
  expect(result.stdout.split(LINE_END)).toHaveLength(benign.stdout.split(LINE_END).length)
  expect(result.stdout + result.summary).not.toMatch(HIDDEN)
  for (const line of result.stdout.split('\n')) expect(line.length).toBeLessThan(4500)
  expect(Object.keys(result.outputs)).toEqual(Object.keys(benign.outputs))
  for (const name of ['conclusion', 'ready', 'context', 'target-branch', 'pull-request']) {
    expect(result.outputs[name]).toBe(benign.outputs[name])
  }
  expect([result.summary.isWellFormed(), flaws(result.summary)]).toEqual([true, []])
  expect(result.report).toMatchObject({ conclusion: benign.outputs['conclusion'] })
}

/** The commands that the runner would find (actions/runner, ActionCommand.cs), without what they say. */
function commandsIn(log: string): string[] {
  const lines = log.split(LINE_END).filter(line => line.trimStart().startsWith('::') || line.includes('##['))
  return lines.map(line => /^\s*::[^\s:]+/.exec(line)?.[0] ?? line)
}

/** A text adds no part of the frame and takes none away; the numbers of pull requests are those of the benign run. */
function expectSameFrame({ summary }: RunResult, benign: RunResult): void {
  expect(summary.match(FRAME)).toEqual(benign.summary.match(FRAME))
  const prose = (html: string) => html.replace(/<code>.*?<\/code>/gs, '').replace(/<a\b[^>]*>/g, '')
  const own: string[] = prose(benign.summary).match(/(?<!&)#\d+/g) ?? []
  expect((prose(summary).match(/(?<!&)#\d+/g) ?? []).filter(number => !own.includes(number))).toEqual([])
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

/** The benign run of a place, which runs once. */
const benignRuns = new Map<Place, ReturnType<typeof runStep>>()

async function playedAt(place: Place, text: string): Promise<[hostile: RunResult, benign: RunResult]> {
  const benign = benignRuns.get(place) ?? runStep(place('benign'))
  benignRuns.set(place, benign)
  const runs = await Promise.all([runStep(place(text)), benign])
  return [runs[0].result, runs[1].result]
}

describe.concurrent('in members that are shown', () => {
  test.for(textsFor(0))('%s', async ([, text, readable]) => {
    const [result, benign] = await playedAt(shown, text)
    expect(benign.outputs['ready']).toBe('true')
    expectInert(result, benign)
    // Where there is no text, parts of the frame are missing.
    if (text !== '') expectSameFrame(result, benign)
    expect(seen(result.summary)).toMatch(readable)
  })
})

describe.concurrent('in errors', () => {
  test.for(textsFor(1))('%s', async ([, text, readable]) => {
    const [result, benign] = await playedAt(refusing, text)
    expect(benign.outputs).toMatchObject({ conclusion: 'unknown', ready: 'unknown' })
    expectInert(result, benign)
    if (text !== '') expectSameFrame(result, benign)
    if (!text.includes('<') && text.length < 200) expect(seen(result.summary)).toMatch(readable)
  })
})

describe.concurrent('in people and titles of the event', () => {
  // An environment can't hold NUL.
  test.for(textsFor(2).filter(([, text]) => !text.includes('\0')))('%s', async ([, text]) => {
    const [result, benign] = await playedAt(people, text)
    expect(benign.outputs['ready']).toBe('true')
    expectInert(result, benign)
    expectSameFrame(result, benign)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITION_NAMES, type Doubt, makeDoubt } from '../../src/facts/facts.ts'
import type { QuarantinedTest } from '../../src/facts/test-report.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import { storyOf } from '../../src/publish/story.ts'
import { pullRequestPart, queuePart, testRunPart } from '../../src/publish/summary/queue-facts.ts'
import { summaryOf } from '../../src/publish/summary/summary.ts'
import { quarantinedPart } from '../../src/publish/summary/tests.ts'
import type { Result } from '../../src/result.ts'
import {
  ABSENT,
  ago,
  conditionVerdict,
  context,
  entry,
  facts,
  knowing,
  OTHER,
  ofPullRequest,
  ofQuarantined,
  ofQueue,
  ofRun,
  pullRequest,
  quarantinedTest,
  read,
  readiness,
  requirements,
  result,
  runInfo,
  testBranchContext,
  testRun,
  verdict,
} from '../builders.ts'
import { flaws, text } from './markup.ts'

const ROOM = 900 * 1024
const DAY = 86_400_000

function wholeSummary(given: Result, room: number): string | null {
  return summaryOf(storyOf(given), given, room)
}

function summary(given: Partial<Result>, room = ROOM): string {
  return wholeSummary(result(given), room) ?? ''
}

/** The cells of the tables, as a reader sees them. */
function cells(markup: string | null): string[][] {
  return [...(markup ?? '').matchAll(/<tr>(.*?)<\/tr>/g)].map(([, cellsOfRow = '']) =>
    [...cellsOfRow.matchAll(/<t[dh]>(.*?)<\/t[dh]>/g)].map(([, cell = '']) => shown(cell)),
  )
}

/** The lines of the lists, as a reader sees them. */
function listed(markup: string | null): string[] {
  return [...(markup ?? '').matchAll(/<li>(.*)<\/li>/g)].map(([, line = '']) => shown(line))
}

function shown(markup: string): string {
  return markup
    .replaceAll('<br>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#8203;', '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

describe('the order: verdict, why, then what is known', () => {
  test('a whole run', () => {
    const given = facts({
      ...ofPullRequest({ state: 'not_ready', readiness: readiness({ mergeability: 'not_mergeable' }) }),
      ...ofQueue(),
      ...ofQuarantined(),
    })
    const markup = summary({
      facts: given,
      verdict: conclude(given, context(), requirements({ require: ['ready', 'queue-running'], onUnavailable: 'fail' })),
      notices: ['The default branch is taken.'],
    })
    expect(flaws(markup)).toEqual([])
    const headings = [...markup.matchAll(/<h\d>(.*?)<\/h\d>/g)].map(([, heading = '']) => shown(heading))
    expect(headings).toEqual(["⛔ #42 can't be merged yet", 'Pull request #42: More thrust', '1 quarantined test'])
    // The conditions that hold the step back stand first; the cause stands under the headline.
    expect(listed(markup)).toEqual([
      '❌ ready is not met.',
      '✅ queue-running is met. The queue of "main" is running.',
      'The default branch is taken.',
      'State: ⚪ not ready for 12 m',
      'In the queue: place 1 of 1',
      'Ready: ❌ no',
    ])
    expect(markup.endsWith('\n')).toBe(true)
  })

  test('nothing known', () => {
    expect(summary({})).toBe('<h2>📋 Nothing was read</h2>\n')
  })
})

describe('the pull request', () => {
  const part = (over: Partial<Result>) => pullRequestPart(result(over))

  test('a state that is contradicted is not shown', () => {
    const names = (doubts: Doubt[]) =>
      listed(part({ facts: facts(ofPullRequest({ state: 'hibernating' })), verdict: verdict({ doubts }) }))
    expect(names([])).toContainEqual('State: ❓ hibernating for 12 m')
    expect(names([makeDoubt(['pull-request-state'], 'They differ.')])).toContainEqual('State: not known')
  })

  test('all that it can hold', () => {
    expect(
      listed(
        part({
          facts: facts({
            ...ofPullRequest({ page: 'https://service.example/42' }),
            ...ofQueue({ entries: [entry({ number: 1 }), entry()] }),
          }),
          verdict: verdict({ ready: 'unknown' }),
        }),
      ),
    ).toEqual([
      'State: ⏳ pending for 12 m',
      'In the queue: place 2 of 2',
      'Ready: ❓ not known',
      'Page: at the service',
    ])
  })

  test('the least that it can hold', () => {
    const bare = pullRequest({
      title: null,
      state: null,
      stateChangedAt: null,
      readiness: null,
      baseBranch: null,
    })
    const markup = part(knowing({ pullRequest: read(bare) }))
    expect(shown(markup?.split('\n')[0] ?? '')).toBe('Pull request #42')
    expect(listed(markup)).toEqual(['State: ❓ in no known state', 'In the queue: yes'])
  })

  test('the headline says that it was never submitted', () => {
    expect(part(knowing({ pullRequest: ABSENT }))).toBeNull()
  })

  test.each<[string, Partial<Result>, string | undefined]>([
    ['on this server', {}, 'https://github.com/acme/rocket/pull/42'],
    ['on no server', { workflowRun: runInfo({ serverUrl: '' }) }, undefined],
  ])('the link: %s', (_, given, expected) => {
    const markup = part({ facts: facts(ofPullRequest()), ...given })
    expect(/href="([^"]*)"/.exec(markup ?? '')?.[1]).toBe(expected)
  })
})

describe('the queue', () => {
  const part = (over: Partial<Result>) => queuePart(result(over))

  test('entries in the order of the service, the own one marked', () => {
    const entries = [
      entry({ number: 41, title: 'First', state: 'testing' }),
      entry(),
      entry({ number: 40, state: 'tests_passed' }),
      entry({ number: 39, state: 'merged' }),
      entry({ number: 38, state: null, stateChangedAt: 'yesterday' }),
      entry({ number: null, title: null, state: '__proto__', stateChangedAt: null }),
    ]
    const markup = part(knowing(ofQueue({ entries })))
    expect(shown(markup?.split('\n')[0] ?? '')).toBe('🟢 The queue of main is running with 5 entries')
    expect(cells(markup)).toEqual([
      ['', 'Pull request', 'Title', 'State'],
      ['1', '#41', 'First', '🧪 testing for 12 m'],
      ['2', '#42 👈', 'More thrust', '⏳ pending for 12 m'],
      ['3', '#40', 'More thrust', '✅ tests passed 12 m ago'],
      ['4', '#39', 'More thrust', '🟣 merged 12 m ago'],
      ['5', '#38', 'More thrust', '❓ in no known state'],
      ['6', '?', '', '❓ __proto__'],
    ])
  })

  test('none', () => {
    expect(part(knowing({ queue: ABSENT }))).toBe('<p>main has no queue.</p>')
  })
})

describe('the test run', () => {
  const part = (over: Partial<Result>) => testRunPart(result({ context: testBranchContext(), ...over }))

  test('required statuses, the worst first', () => {
    const run = testRun({
      status: 'in_progress',
      requiredStatuses: ['a', 'b', 'c', 'd', 'e'],
      reported: [
        { name: 'a', url: 'https://ci.example/a', outcome: 'passed' },
        { name: 'b', url: null, outcome: 'failed' },
        { name: 'd', url: 'javascript:alert(1)', outcome: 'pending' },
        { name: 'e', url: null, outcome: null },
      ],
    })
    const markup = part(knowing({ testRun: read(run) }))
    expect(shown(markup?.split('\n')[0] ?? '')).toBe('🧪 The test run of #42 is still in progress, begun 30 m ago')
    expect(cells(markup)).toEqual([
      ['', 'Required status', 'Outcome'],
      ['❌', 'b', 'failed'],
      ['🚫', 'c', 'nothing has reported it'],
      ['⏳', 'd', 'is pending'],
      ['❓', 'e', 'not known'],
      ['✅', 'a', 'passed'],
    ])
    expect([...(markup ?? '').matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      'https://github.com/acme/rocket/pull/42',
      'https://ci.example/a',
    ])
  })

  test('of another commit', () => {
    expect(part(knowing(ofRun({ testBranchSha: OTHER })))).toBeNull()
  })

  test('the one that was found instead', () => {
    const explanation = { testRun: read(testRun({ status: 'failed' })) }
    expect(part({ ...knowing({ testRun: ABSENT }), explanation })).toMatch(/^<h3>❌ The test run of .*42<\/a> failed,/)
  })

  test.each<[string, Partial<Result>]>([
    ['contradictory', { verdict: verdict({ doubts: [makeDoubt(['test-run'], 'They differ.')] }) }],
    ['of a status of the future', { facts: facts(ofRun({ status: '__proto__' })) }],
  ])('no icon claims what is %s', (_, given) => {
    expect(part({ facts: facts(ofRun()), ...given })).toMatch(/^<h3>❓ The test run/)
  })
})

describe('quarantined tests', () => {
  const part = (tests: QuarantinedTest[], partial: string | null = null) =>
    quarantinedPart(result(knowing(ofQuarantined({ tests, whyPartial: partial }))))

  test('the oldest first', () => {
    const tests = [
      quarantinedTest({ name: 'young', quarantinedAt: ago(1000) }),
      quarantinedTest({ name: 'updated', quarantinedAt: null, statusLastUpdatedAt: ago(2000) }),
      quarantinedTest({ name: 'alone', codeowners: [], file: null, quarantinedAt: null }),
      quarantinedTest({ name: 'old', quarantinedAt: ago(1200 * DAY), variant: 'linux' }),
      quarantinedTest({ name: 'shared', codeowners: ['@b', '@a'], file: null, classname: null, parent: null }),
      quarantinedTest({ name: 'shared too', codeowners: ['@a', '@b'], quarantinedAt: ago(DAY) }),
      quarantinedTest({ name: 'undated', quarantinedAt: 'soon' }),
    ]
    const markup = part(tests)
    expect(shown(markup?.split('\n')[0] ?? '')).toBe('7 quarantined tests')
    expect(cells(markup)).toEqual([
      ['Test', 'Owner', 'Age'],
      ['old\ntest/engine.test.ts · Engine · variant linux', '@acme/propulsion', '1,200 d'],
      ['shared', '@b, @a', '3 d'],
      ['alone\nEngine', '', 'at least 1 d'],
      ['shared too\ntest/engine.test.ts · Engine', '@a, @b', '1 d'],
      ['undated\ntest/engine.test.ts · Engine', '@acme/propulsion', 'at least 1 d'],
      ['updated\ntest/engine.test.ts · Engine', '@acme/propulsion', 'today or earlier'],
      ['young\ntest/engine.test.ts · Engine', '@acme/propulsion', 'today'],
    ])
  })

  test('a part of the list says so', () => {
    expect(part([quarantinedTest()], 'a page could not be read')).toMatch(
      /^<h3>At least 1 quarantined test<\/h3>\n<p>⚠️ This is not the whole list: a page could not be read\.<\/p>/,
    )
  })
})

describe('whatever the service says', () => {
  const arbitrary = fc.tuple(text, text, text, text, fc.nat(3)).map(([state, title, name, notice, at]): Result => {
    const given = facts({
      ...ofPullRequest({ state, title, baseBranch: name, readiness: at === 1 ? null : readiness() }),
      ...ofQueue({ state, entries: [entry({ title, state }), entry({ number: at === 2 ? null : 42 })] }),
      ...ofRun({ status: state, testBranch: name, requiredStatuses: [name], reported: [] }),
      ...ofQuarantined({ tests: [quarantinedTest({ name, file: title, codeowners: [notice] })] }),
    })
    const about = testBranchContext({ pullRequest: 42 })
    return result({
      facts: given,
      context: about,
      verdict: conclude(given, about, requirements({ require: CONDITION_NAMES })),
      notices: [notice],
      timeline: [{ elapsedMs: 1000, what: notice }],
    })
  })

  test('the summary is tags of ours and text, and takes no more room than there is', () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(8000), (given, room) => {
        const markup = wholeSummary(given, room)
        if (markup === null) return
        expect(flaws(markup)).toEqual([])
        expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(room)
      }),
    )
  })

  test('a bomb of names: escaping makes them longer than they came', () => {
    const bomb = '<"&\'>'.repeat(500)
    const given = facts({
      ...ofPullRequest({ title: bomb, baseBranch: bomb, state: bomb }),
      ...ofQueue({
        state: bomb,
        requiredStatuses: Array.from({ length: 500 }, () => bomb),
        entries: Array.from({ length: 800 }, (_, at) => entry({ number: at + 1, title: bomb, state: bomb })),
      }),
      ...ofRun({
        status: bomb,
        testBranch: bomb,
        requiredStatuses: Array.from({ length: 800 }, (_, at) => `${at}${bomb}`),
        reported: Array.from({ length: 800 }, (_, at) => ({ name: `x${at}${bomb}`, url: bomb, outcome: null })),
        pullRequests: Array.from({ length: 800 }, () => ({ number: 1, url: bomb, title: bomb })),
      }),
      ...ofQuarantined({
        whyPartial: bomb,
        tests: Array.from({ length: 1500 }, (_, at) =>
          quarantinedTest({ name: bomb, file: bomb, variant: bomb, codeowners: [`${at % 200}${bomb}`] }),
        ),
      }),
    })
    const about = testBranchContext({
      pullRequest: 42,
      targetBranch: bomb,
    })
    const judged = conclude(given, about, requirements({ require: CONDITION_NAMES, onUnavailable: 'fail' }))
    const whole = result({ facts: given, context: about, verdict: judged, notices: [bomb], plan: null })
    for (const room of [ROOM, 200_000, 20_000, 3000, 500]) {
      const markup = wholeSummary(whole, room)
      expect(Buffer.byteLength(markup ?? '')).toBeLessThanOrEqual(room)
      expect(flaws(markup ?? '<p></p>')).toEqual([])
    }
  })

  test('a part that does not fit is counted', () => {
    const given = result({
      verdict: verdict({ conclusion: 'passed', conditions: [conditionVerdict('ready')] }),
      facts: facts({ ...ofPullRequest(), ...ofQueue() }),
    })
    const markup = wholeSummary(given, 400) ?? ''
    expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(400)
    expect(shown(markup)).toMatch(/[123] parts? did not fit, see the report file\n$/)
  })

  test('no room for the verdict is no summary', () => {
    expect(wholeSummary(result(), 50)).toBeNull()
    expect(wholeSummary(result(), -5)).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import type { Read } from '../../src/facts/conditions.ts'
import type { Facts, PullRequest, QuarantinedTests } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { failedBy, isRead } from '../../src/facts/reading.ts'
import type { FactSource } from '../../src/facts/source.ts'
import { type CallDetails, failureOf, ServiceError } from '../../src/http/errors.ts'
import { gatherFacts, type Known, type Question } from '../../src/poll/gather.ts'
import type { Settling } from '../../src/poll/settled.ts'
import { WaitOver } from '../../src/runner/clock.ts'
import type { Page, Pages } from '../../src/sources/list.ts'
import { type ServiceClient, sourceOf } from '../../src/sources/v1/source.ts'
import { rendered } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  gitHubFailure,
  gitHubView,
  OTHER,
  ofPullRequest,
  ofQuarantined,
  ofQueue,
  ofRun,
  pullRequest,
  quarantinedTest,
  quarantinedTests,
  queue,
  read,
  readiness,
  silent,
  TEST_RUN_ID,
  testRun,
} from '../builders.ts'
import { reportedTest, testReports as testReportsOf } from '../gate/quarantine/worlds.ts'

const DETAILS: CallDetails = {
  operation: 'getQueue',
  status: 503,
  attempts: 5,
  elapsedMs: 2000,
  requestId: null,
  excerpt: '',
  host: 'queue.example',
  reached: true,
  allowsOutage: false,
}
const DOWN = new ServiceError('unavailable', ': is not available (503)', DETAILS)
const REFUSED = new ServiceError('token-refused', 'The service refused `api-token` (401).', {
  ...DETAILS,
  status: 401,
  attempts: 1,
})

function failedWith(error: ServiceError) {
  return failed(failureOf(error))
}

async function* pagesOf(pages: Page[], end: string | Error | null = null): Pages {
  yield* pages
  if (end instanceof Error) throw end
  return end
}

const TOO_MANY_PAGES = 'the list has more than 10,000 pages'

const testsNamed = (names: string[]) => names.map(name => quarantinedTest({ name, testCaseId: null }))

const page = (names: string[], totalRows: number | null = names.length, totalPages: number | null = null): Page => ({
  tests: testsNamed(names),
  totalRows,
  totalPages,
})

/** A service that knows everything, and remembers what it was asked. */
function service(over: Partial<ServiceClient> = {}): { client: ServiceClient; calls: unknown[][] } {
  const calls: unknown[][] = []
  const answers: ServiceClient = {
    pullRequest: async () => pullRequest(),
    queue: async () => queue(),
    testRun: async () => testRun(),
    quarantinedTests: () => pagesOf([page(['a'])]),
    ...over,
  }
  const told = <K extends keyof ServiceClient>(name: K): ServiceClient[K] =>
    ((...given: unknown[]) => {
      calls.push([name, ...given])
      return (answers[name] as (...given: unknown[]) => unknown)(...given)
    }) as ServiceClient[K]
  const client: ServiceClient = {
    pullRequest: told('pullRequest'),
    queue: told('queue'),
    testRun: told('testRun'),
    quarantinedTests: told('quarantinedTests'),
  }
  return { client, calls }
}

const ALL: Read[] = ['pull-request', 'queue', 'test-run', 'quarantined-tests']
const EVERYTHING = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })

function question(over: Partial<Question> = {}): Question {
  return { reads: ALL, context: EVERYTHING, list: 'acme', ...over }
}

/** GitHub must not be asked. */
const nobody = () => Promise.reject(new Error('GitHub was asked'))
const sourcesOf = (client: ServiceClient) => ({ source: sourceOf(client), github: nobody })

async function gathered(given: Partial<Question>, over: Partial<ServiceClient> = {}): Promise<Facts> {
  return gatherFacts(question(given), sourcesOf(service(over).client))
}

describe('what is asked', () => {
  test('everything, with what the context says', async () => {
    const { client, calls } = service()
    const { signal } = new AbortController()
    expect(await gatherFacts(question(), sourcesOf(client), {}, signal)).toEqual(
      facts({
        ...ofPullRequest(),
        ...ofQueue(),
        ...ofRun(),
        ...ofQuarantined({ tests: testsNamed(['a']) }),
      }),
    )
    expect(calls).toEqual([
      ['pullRequest', 42, 'main', signal],
      ['queue', 'main', signal],
      ['testRun', TEST_RUN_ID, 'main', signal],
      ['quarantinedTests', 'acme', signal, { bytes: 0, latest: null }],
    ])
  })

  test.each<[string, Partial<Question>, string[]]>([
    ['nothing', { reads: [] }, []],
    ['the queue alone', { reads: ['queue'] }, ['queue']],
    [
      'no pull request without a number',
      { context: { ...EVERYTHING, pullRequest: null } },
      ['queue', 'testRun', 'quarantinedTests'],
    ],
    ['no test run without an id', { context: context() }, ['pullRequest', 'queue', 'quarantinedTests']],
    ['no quarantined tests without an organization', { list: null }, ['pullRequest', 'queue', 'testRun']],
    ['nothing of a queue without a branch', { context: { ...EVERYTHING, targetBranch: null } }, ['quarantinedTests']],
  ])('%s', async (_, given, expected) => {
    const { client, calls } = service()
    await gatherFacts(question(given), sourcesOf(client))
    expect(calls.map(([name]) => name)).toEqual(expected)
  })

  test('a list that is known already is not read again, everything else is', async () => {
    const { client, calls } = service()
    const list = read(quarantinedTests())
    const found = await gatherFacts(question(), sourcesOf(client), { quarantinedTests: list })
    expect(found.quarantinedTests).toBe(list)
    expect(calls.map(([name]) => name)).toEqual(['pullRequest', 'queue', 'testRun'])
  })

  test('independent calls start at once', async () => {
    const { client, calls } = service({
      pullRequest: () => new Promise(() => {}),
      queue: () => new Promise(() => {}),
      testRun: () => new Promise(() => {}),
    })
    void gatherFacts(question(), sourcesOf(client))
    expect(calls).toHaveLength(4)
  })

  test.each<[string, Facts['github'], outage: boolean]>([
    ['nobody was asked', undefined, false],
    ['GitHub refused to say', failedBy(gitHubFailure('github-forbidden', 'no', 'Ask.')), false],
    ['an outage of GitHub', silent('GitHub gave no answer'), true],
  ])('without a known branch every read fails: %s', async (_, github, outage) => {
    const given = question({
      context: { ...EVERYTHING, targetBranch: null },
      reads: ['pull-request', 'queue', 'test-run'],
    })
    const { pullRequest, queue, testRun } = await gatherFacts(given, sourcesOf(service().client), { github })
    for (const reading of [pullRequest, queue, testRun]) {
      expect(reading).toMatchObject({ failure: { code: 'target-branch-unknown', outage } })
    }
  })
})

describe('what is answered', () => {
  test('"there is none" is an answer', async () => {
    const none = { pullRequest: async () => null, queue: async () => null, testRun: async () => null }
    expect(await gathered({ reads: ['pull-request', 'queue', 'test-run'] }, none)).toEqual(
      facts({ pullRequest: ABSENT, queue: ABSENT, testRun: ABSENT }),
    )
  })

  test('a failure of one takes nothing from the others', async () => {
    const over = { queue: () => Promise.reject(DOWN), testRun: () => Promise.reject(REFUSED) }
    expect(await gathered({ reads: ['pull-request', 'queue', 'test-run'] }, over)).toEqual(
      facts({ ...ofPullRequest(), queue: failedWith(DOWN), testRun: failedWith(REFUSED) }),
    )
  })

  test.each<[string, Partial<ServiceClient>]>([
    ['the pull request', { pullRequest: () => Promise.reject(new TypeError('a defect')) }],
    ['the queue', { queue: () => Promise.reject(new TypeError('a defect')) }],
    ['the pages', { quarantinedTests: () => pagesOf([page(['a'])], new TypeError('a defect')) }],
  ])('a defect on the way to %s goes up', async (_, over) => {
    await expect(gathered({}, over)).rejects.toThrow(new TypeError('a defect'))
  })

  test('a cancellation goes up', async () => {
    const cancelled = new Error('the step was cancelled')
    await expect(gathered({}, { queue: () => Promise.reject(cancelled) })).rejects.toBe(cancelled)
  })
})

describe('the pages of quarantined tests', () => {
  const named = (...names: string[]) => testsNamed(names)

  /** A reading of a list; `partial` says why it is not whole. */
  const list = (names: string, pages: number, totalRows: number | null, partial: string | null = null) =>
    read({ tests: named(...names), pages, totalRows, leftOut: 0, partial, isUnknown: false })
  const CHANGED = 'it changed while it was read: '
  const TWICE = `${CHANGED}it holds a test twice`

  // A name is one letter.
  test.each<[string, Page[], unknown, end?: string]>([
    ['none', [page([])], list('', 1, 0)],
    ['three', [page(['a', 'b'], 5), page(['c', 'd'], 5), page(['e'], 5)], list('abcde', 3, 5)],
    ['without a count', [page(['a'], null), page(['b'], null)], list('ab', 2, null)],
    ['a count on one of them', [page(['a'], 2), page(['b'], null)], list('ab', 2, 2)],
    ['more than was counted', [page(['a', 'b'], 1)], list('ab', 1, 1, 'the service counts 1 tests, but gave 2')],
    [
      'one left while the pages were read, so that another stands on none',
      [page(['a', 'b'], 4), page(['d'], 3)],
      list('abd', 2, 3, `${CHANGED}the service counted 4 tests, then 3`),
    ],
    [
      'one moved behind those that were not read yet, and another stands on no page',
      [page(['a', 'b'], 4), page(['d', 'a'], 4)],
      list('abda', 2, 4, TWICE),
    ],
    ['the same page again', [page(['a', 'b'], null), page(['a', 'b'], null)], list('abab', 2, null, TWICE)],
    ['twice on one page, so that one is missing', [page(['a', 'a'], 3), page(['b'], 3)], list('aab', 2, 3, TWICE)],
    [
      'another count of pages',
      [page(['a'], null, 2), page(['b'], null, 3), page(['c'], null, 3)],
      list('abc', 3, null, `${CHANGED}the service counted 2 pages, then 3`),
    ],
    ['fewer than was counted', [page(['a'], 3)], list('a', 1, 3, 'the service counts 3 tests, but gave 1')],
    [
      'fewer pages than were counted',
      [page(['a'], null, 3)],
      list('a', 1, null, 'the service counts 3 pages, but gave 1'),
    ],
    [
      'fewer pages than were counted, and all tests',
      [page([], 0, 3)],
      list('', 1, 0, 'the service counts 3 pages, but gave 1'),
    ],
    ['as many pages as were counted', [page(['a'], null, 2), page(['b'], null, 2)], list('ab', 2, null)],
    [
      'a page that names itself',
      [page(['a'], 1)],
      list('a', 1, 1, 'the service returned the same page token twice'),
      'the service returned the same page token twice',
    ],
    ['no end', [page(['a'], 1)], list('a', 1, 1, TOO_MANY_PAGES), TOO_MANY_PAGES],
  ])('%s', async (_, pages, expected, end) => {
    const found = await gathered({ reads: ['quarantined-tests'] }, { quarantinedTests: () => pagesOf(pages, end) })
    expect(found).toEqual({ ...facts(), quarantinedTests: expected })
  })

  test.each<[string, () => Pages, unknown]>([
    [
      'an outage in the middle keeps what was read',
      () => pagesOf([page(['a'], 9), page(['b'], 9)], DOWN),
      {
        ...list('ab', 2, 9, 'a page could not be read'),
        failure: failedWith(DOWN).failure,
      },
    ],
    ['an outage at the first', () => pagesOf([], DOWN), failedWith(DOWN)],
    ['a refused token', () => pagesOf([], REFUSED), failedWith(REFUSED)],
  ])('%s', async (_, pages, expected) => {
    const found = await gathered({ reads: ['quarantined-tests'] }, { quarantinedTests: pages })
    expect(found).toEqual({ ...facts(), quarantinedTests: expected })
  })

  test.each<[string, (() => ReturnType<typeof pagesOf>)[], number, QuarantinedTests['partial']]>([
    ['whole', [() => pagesOf([page(['a'])])], 1, null],
    ['whole at the second reading', [() => pagesOf([page(['a'], 2)]), () => pagesOf([page(['a', 'b'])])], 2, null],
    [
      'whole at the third',
      [() => pagesOf([page(['a'], 2)]), () => pagesOf([page(['a', 'a'], 2)]), () => pagesOf([page(['a'])])],
      3,
      null,
    ],
    ['never whole', [() => pagesOf([page(['a'], 2)])], 3, 'the service counts 2 tests, but gave 1'],
    ['without an end', [() => pagesOf([], TOO_MANY_PAGES)], 1, TOO_MANY_PAGES],
    ['an outage in the middle', [() => pagesOf([page(['a'], 2)], DOWN)], 1, 'a page could not be read'],
  ])('is read again where its pages contradict each other: %s', async (_, pages, readings, partial) => {
    const { client, calls } = service({
      quarantinedTests: () => (pages[calls.length - 1] ?? pages.at(-1))?.() ?? pagesOf([]),
    })
    const request = { number: null, targetBranch: null, testRunId: null, list: 'acme' }
    const reading = await sourceOf(client).read({ reads: ['quarantined-tests'], ...request }).quarantinedTests
    expect(reading).toMatchObject({ value: { partial } })
    expect(calls).toHaveLength(readings)
    // All readings share one budget.
    expect(new Set(calls.map(call => call[3])).size).toBe(1)
  })

  test('a repository that the service does not know is a failure, not an empty list', async () => {
    const missing = new ServiceError('not-found', ': found nothing (404)', { ...DETAILS, status: 404 })
    const found = await gathered({ reads: ['quarantined-tests'] }, { quarantinedTests: () => pagesOf([], missing) })
    expect(found.quarantinedTests).toMatchObject({ failure: { code: 'not-found', outage: false } })
  })

  test('a hundred thousand are no trouble', async () => {
    const pages = Array.from({ length: 1000 }, (_, at) =>
      page(
        Array.from({ length: 100 }, (__, row) => `${at}-${row}`),
        100_000,
      ),
    )
    const found = await gathered({ reads: ['quarantined-tests'] }, { quarantinedTests: () => pagesOf(pages) })
    const { quarantinedTests: list } = found
    expect(isRead(list) && [list.value.tests.length, list.value.partial]).toEqual([100_000, null])
  })
})

test('earlier readings of the workspace are among the facts', async () => {
  const files = {
    testReports: { value: testReportsOf([reportedTest()]) } as const,
    legReports: read({ files: [], reports: [], problems: ['a.json is no report.'] }),
  }
  expect(await gathered({ reads: ['quarantined-tests'], files })).toMatchObject(files)
})

test.each([
  [SOURCES['service-v1'], 'The service did not answer in time.'],
  [SOURCES.github, 'GitHub did not answer in time.'],
])('a read that the end of the wait cuts off is told with its source: $label', async (profile, message) => {
  const over = AbortSignal.abort(new WaitOver('the wait is over'))
  const asked = question({ reads: ['queue'], context: { ...EVERYTHING, source: profile } })
  const late = service({ queue: () => Promise.reject(over.reason) })
  const { queue } = await gatherFacts(asked, sourcesOf(late.client), {}, undefined, over)
  expect(queue).toMatchObject({ failure: { message, outage: true } })
})

test.each<[string, PullRequest, hasView: boolean]>([
  ['asked beside the source', pullRequest({ sha: OTHER }), false],
  ['that comes with the answer of the source', pullRequest(), true],
])("GitHub's view is cut off as well: one %s", async (_, found, hasView) => {
  const over = AbortSignal.abort(new WaitOver('the wait is over'))
  const late = () => Promise.reject(over.reason)
  const source = sourceOf(service({ pullRequest: async () => found }).client)
  const read: FactSource['read'] = (...given) => ({ ...source.read(...given), ...(hasView && { view: late() }) })
  const sources = { source: { ...source, read }, github: late }
  const { github } = await gatherFacts(question({ reads: ['pull-request'] }), sources, {}, undefined, over)
  const failure = gitHubFailure(
    'silent',
    'GitHub did not answer in time',
    'Raise `wait-timeout`, or run the job again.',
  )
  expect(rendered(github)).toEqual(failed({ ...failure, cutOff: true }))
})

test('a defect goes up, also where the wait is over', async () => {
  const over = AbortSignal.abort(new Error('the wait is over'))
  const { client } = service({ queue: () => Promise.reject(new TypeError('a defect')) })
  const sources = sourcesOf(client)
  await expect(gatherFacts(question({ reads: ['queue'] }), sources, {}, undefined, over)).rejects.toThrow('a defect')
})

describe('the checks of a test run', () => {
  const all = read({ sha: testRun().testBranchSha, checks: [], incomplete: [] })
  const open = testRun({ status: 'in_progress' })
  const silent = failedBy(gitHubFailure('github-unavailable', 'no answer in time', 'Wait.'))

  test.each<[string, run: typeof open | null, answer: Facts['checks'], asked: boolean, found: Facts['checks']]>([
    ['it goes on, and all that it requires is reported', open, all, true, all],
    ['GitHub does not say', open, silent, true, undefined],
    ['something is not reported', { ...open, requiredStatuses: ['lint'] }, all, false, undefined],
    ['it has ended', testRun(), all, false, undefined],
    ['there is none', null, all, false, undefined],
  ])('%s', async (_, run, answer, isAsked, found) => {
    const asked: string[] = []
    const checks = async (sha: string) => {
      asked.push(sha)
      return answer
    }
    const about = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })
    const { client } = service({ testRun: async () => run })
    const sources = sourcesOf(client)
    const given = question({ reads: ['test-run'], context: about })
    expect((await gatherFacts(given, { ...sources, checks })).checks).toEqual(found)
    expect(asked).toEqual(isAsked ? [open.testBranchSha] : [])
    // If no condition rests on it, or the runner doesn't name the check, GitHub is not asked.
    expect((await gatherFacts(given, sources)).checks).toEqual(undefined)
  })
})

describe("GitHub's side", () => {
  /** Asks with a GitHub that answers, and tells how often it was asked. */
  async function asked(
    given: Partial<Question>,
    over: Partial<ServiceClient>,
    answer: Facts['github'] = gitHubView(),
    known: Known = {},
  ): Promise<{ numbers: number[]; reading: Facts['github'] }> {
    const numbers: number[] = []
    const sources = {
      source: sourceOf(service(over).client),
      github: async (number: number) => {
        numbers.push(number)
        return answer
      },
    }
    const found = await gatherFacts(question({ reads: ['pull-request'], context: context(), ...given }), sources, known)
    return { numbers, reading: found.github }
  }
  const undefined = { numbers: [], reading: undefined }
  const bare = readiness({ mergeability: null })

  const elsewhere = { pullRequest: async () => pullRequest({ sha: OTHER }) }
  const earlier = gitHubView({ mergeableState: 'blocked' })
  const none = silent('GitHub gave no answer within 10 s')
  const ONCE = { numbers: [42], reading: gitHubView() }

  test.each<[string, Parameters<typeof asked>, Awaited<ReturnType<typeof asked>>]>([
    ['all is said: not asked', [{}, {}], undefined],
    ['the pull request is not read: not asked', [{ reads: ['queue'] }, {}], undefined],
    ['another commit than the event: asked', [{}, elsewhere], ONCE],
    ['no mergeability: asked', [{}, { pullRequest: async () => pullRequest({ readiness: bare }) }], ONCE],
    ['not asked twice', [{}, elsewhere, gitHubView(), { github: earlier }], { numbers: [], reading: earlier }],
    [
      'not asked again after no answer',
      [{}, elsewhere, gitHubView(), { github: none }],
      { numbers: [], reading: none },
    ],
    ['its failure is a reading', [{}, elsewhere, none], { numbers: [42], reading: none }],
  ])('%s', async (_, given, expected) => {
    expect(await asked(...given)).toEqual(expected)
  })

  test('is given the signal', async () => {
    const { signal } = new AbortController()
    const signals: unknown[] = []
    const { client } = service(elsewhere)
    const sources = {
      source: sourceOf(client),
      github: async (_: number, given?: AbortSignal) => {
        signals.push(given)
        return gitHubView()
      },
    }
    await gatherFacts(question({ reads: ['pull-request'] }), sources, {}, signal)
    expect(signals).toEqual([signal])
  })

  describe('while it computes the mergeability', () => {
    const computing = gitHubView({ mergeable: null, mergeableState: 'unknown' })
    const silentService = { pullRequest: async () => pullRequest({ readiness: bare }) }
    const moved = { pullRequest: async () => pullRequest({ sha: OTHER, readiness: bare }) }
    const until = (known: Facts['github'] | null | undefined) => ({ known: [known], reading: gitHubView() })

    async function settled(
      over: Partial<ServiceClient>,
      known: Known = {},
      answer: (end?: AbortSignal) => Promise<Facts['github']> = async () => gitHubView(),
      end?: AbortSignal,
    ) {
      const told: (Settling | undefined)[] = []
      const sources = {
        source: sourceOf(service(over).client),
        github: async (_: number, __?: AbortSignal, settling?: Settling) => {
          told.push(settling)
          return answer(settling?.over)
        },
      }
      const asked = question({ reads: ['pull-request'], context: context() })
      const { github } = await gatherFacts(asked, sources, known, undefined, end)
      return { known: told.map(settling => settling?.known), reading: github }
    }

    test.each<[string, Partial<ServiceClient>, Known, Awaited<ReturnType<typeof settled>>]>([
      ['it is asked until it has', silentService, {}, until(null)],
      ["the poll continues from GitHub's earlier answer", silentService, { github: computing }, until(computing)],
      ['only its head matters: once', moved, {}, until(undefined)],
      ['the service says it: not at all', {}, { github: computing }, { known: [], reading: computing }],
      [
        'the pull request is closed: not again',
        silentService,
        { github: gitHubView({ mergeable: null, open: false }) },
        { known: [], reading: gitHubView({ mergeable: null, open: false }) },
      ],
    ])('%s', async (_, over, known, expected) => {
      expect(await settled(over, known)).toEqual(expected)
    })

    test('the deadline of a wait is handed on', async () => {
      const { signal } = new AbortController()
      const ends: unknown[] = []
      const answer = async (end?: AbortSignal) => {
        ends.push(end)
        return computing
      }
      expect((await settled(silentService, {}, answer, signal)).reading).toEqual(computing)
      expect(ends).toEqual([signal])
    })
  })
})

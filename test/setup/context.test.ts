import { describe, expect, test } from 'vitest'
import { CONDITION_NEEDS, CONDITIONS, type Read } from '../../src/facts/conditions.ts'
import type { Plan, RunContext } from '../../src/facts/context.ts'
import { SOURCES, type SourceProfile } from '../../src/facts/profile.ts'
import { contextOf, type Server } from '../../src/setup/context.ts'
import type { Subject } from '../../src/setup/event.ts'
import type { Inputs } from '../../src/setup/inputs.ts'
import { planReads } from '../../src/setup/plan.ts'
import type { Problem } from '../../src/setup/rules.ts'
import { asText, type Rendered, rendered } from '../../src/text/message.ts'
import { context, HEAD, inputs, OTHER, subject, TEST_RUN_ID, TIP, testBranchContext } from '../builders.ts'

const SERVER: Server = { repository: 'acme/rocket', serverUrl: 'https://github.com' }
const V1 = SOURCES['service-v1']
const ELSEWHERE = { repository: { owner: 'acme', name: 'lander' } }

const PULL_REQUEST = subject({
  kind: 'pull-request',
  pullRequest: 42,
  targetBranch: 'main',
  headSha: HEAD,
  headOf: [42],
})
const PUSH = subject({ kind: 'branch', targetBranch: 'main', headSha: HEAD })
const COMMENT = subject({ kind: 'pull-request', pullRequest: 42 })
const FORK_RUN = subject({ kind: 'branch', headSha: HEAD, headOf: 'unnamed' })
const TWO_RUN = subject({ kind: 'branch', headSha: HEAD, headOf: [42, 43] })
const MERGE_GROUP = subject({ kind: 'merge-group', targetBranch: 'main', headSha: HEAD })
const TEST_BRANCH = subject({
  kind: 'test-branch',
  targetBranch: 'main',
  headSha: TIP,
  testRunId: TEST_RUN_ID,
  branchNumbers: [42],
})

/** A value that an input gives. */
const fromInput = <T>(value: T) => ({ value, from: 'input' as const })
/** No pull request, so no head of one. */
const withoutPullRequest = (over: Partial<RunContext>) => context({ pullRequest: null, pullRequestHead: null, ...over })
/** Nothing is known of a head. */
const headless = (over: Partial<RunContext>) => context({ headSha: null, pullRequestHead: null, ...over })
const NOTHING = withoutPullRequest({ kind: 'other', targetBranch: null, headSha: null })

function contextFor(given: Partial<Inputs>, event: Subject, server = SERVER): RunContext {
  const { context: found, problems } = contextOf(inputs(given), event, server, V1)
  expect(problems).toEqual([])
  return found
}

const NO_EVENT = {
  ...NOTHING,
  repository: fromInput({ host: 'github.com', owner: 'acme', name: 'lander' }),
}

describe('contextOf', () => {
  test.each<[string, Partial<Inputs>, Subject, RunContext]>([
    ['the event alone', {}, PULL_REQUEST, context()],
    [
      'an input wins over the event',
      { targetBranch: 'next', testRunId: 'given' },
      PULL_REQUEST,
      context({ targetBranch: fromInput('next'), eventBase: 'main', testRunId: fromInput('given') }),
    ],
    [
      'the base of the event says nothing of another pull request',
      { targetBranch: 'next', pullRequest: 7 },
      PULL_REQUEST,
      context({ pullRequest: fromInput(7), pullRequestHead: null, targetBranch: fromInput('next') }),
    ],
    ["a fork's token is read-only", {}, { ...PULL_REQUEST, withoutSecrets: 'fork' }, context({ fromFork: true })],
    [
      'the same pull request by an input keeps its head',
      { pullRequest: 42 },
      PULL_REQUEST,
      context({ pullRequest: fromInput(42) }),
    ],
    [
      'the own repository by an input, in another letter case',
      { repository: { owner: 'Acme', name: 'Rocket' } },
      PULL_REQUEST,
      context({ repository: fromInput({ host: 'github.com', owner: 'Acme', name: 'Rocket' }) }),
    ],
    ['another repository takes nothing from a pull request', ELSEWHERE, PULL_REQUEST, NO_EVENT],
    ['another repository takes nothing from a test branch', ELSEWHERE, TEST_BRANCH, NO_EVENT],
    [
      'another repository has what the inputs give',
      { ...ELSEWHERE, pullRequest: 42, targetBranch: 'main', testRunId: TEST_RUN_ID },
      TEST_BRANCH,
      {
        ...NO_EVENT,
        pullRequest: fromInput(42),
        targetBranch: fromInput('main'),
        testRunId: fromInput(TEST_RUN_ID),
      },
    ],
    ['a test branch', {}, TEST_BRANCH, testBranchContext()],
    ['a push', {}, PUSH, withoutPullRequest({ kind: 'branch' })],
    ['a merge group', {}, MERGE_GROUP, withoutPullRequest({ kind: 'merge-group' })],
    ['a comment leaves the branch to GitHub', {}, COMMENT, headless({ targetBranch: null, askForBranch: true })],
    [
      'a comment event with the branch as an input needs no request',
      { targetBranch: 'main' },
      COMMENT,
      headless({ targetBranch: fromInput('main') }),
    ],
    [
      'a comment with another pull request by an input does not take its branch',
      { pullRequest: 7 },
      COMMENT,
      headless({ pullRequest: fromInput(7), targetBranch: null }),
    ],
    [
      'the run of a fork names no pull request',
      {},
      FORK_RUN,
      withoutPullRequest({ kind: 'branch', targetBranch: null }),
    ],
    [
      'another name of the host: the event counts, GitHub is not asked',
      { repositoryHost: 'git.acme.example' },
      PULL_REQUEST,
      context({
        repository: { value: { host: 'git.acme.example', owner: 'acme', name: 'rocket' }, from: 'default' },
        onThisServer: false,
      }),
    ],
    ['an event about nothing', {}, subject(), NOTHING],
  ])('%s', (_, given, event, expected) => {
    expect(contextFor(given, event)).toEqual(expected)
  })

  test.each<[string, string, string, boolean]>([
    ['https://github.com', '', 'github.com', true],
    ['https://git.acme.example:8443', '', 'git.acme.example:8443', true],
    ['https://git.acme.example', 'git.acme.example', 'git.acme.example', true],
    ['not an address', '', 'github.com', true],
  ])('the host of %j, input %j', (serverUrl, given, host, onThisServer) => {
    const found = contextFor({ repositoryHost: given || null }, PULL_REQUEST, { ...SERVER, serverUrl })
    expect([found.repository.value.host, found.onThisServer]).toEqual([host, onThisServer])
  })

  test('an owner with slashes', () => {
    const found = contextFor({ repository: { owner: 'group/sub', name: 'rocket' } }, PULL_REQUEST, {
      ...SERVER,
      repository: 'group/sub/rocket',
    })
    expect(found).toEqual(
      context({ repository: fromInput({ host: 'github.com', owner: 'group/sub', name: 'rocket' }) }),
    )
  })

  test.each(['', 'rocket', '/rocket', 'acme/'])('no repository: GITHUB_REPOSITORY is %j', repository => {
    expect(rendered(contextOf(inputs(), PULL_REQUEST, { ...SERVER, repository }, V1).problems)).toEqual([
      {
        input: 'repository',
        message:
          'Input `repository` is empty, and GITHUB_REPOSITORY names no repository. Set `repository` to `owner/name`.',
      },
    ])
  })

  test('an input names the repository where GITHUB_REPOSITORY names none', () => {
    const found = contextOf(inputs(ELSEWHERE), PULL_REQUEST, { ...SERVER, repository: '' }, V1)
    expect(found).toEqual({ context: NO_EVENT, problems: [], isEventUsed: true })
  })

  test('a notice falls silent once its input is given', () => {
    const event = {
      ...TEST_BRANCH,
      notices: [
        { settledBy: 'target-branch' as const, text: 'The default branch is taken.' },
        { settledBy: 'pull-request' as const, text: 'There are several.' },
      ],
    }
    expect(contextFor({}, event).notices).toEqual(['The default branch is taken.', 'There are several.'])
    expect(contextFor({ targetBranch: 'main' }, event).notices).toEqual(['There are several.'])
    expect(contextFor({ targetBranch: 'main', pullRequest: 42 }, event).notices).toEqual([])
    expect(contextFor(ELSEWHERE, event).notices).toEqual([])
  })
})

describe('a bisection', () => {
  const id = `${TEST_RUN_ID}-bisection-2`
  const by = (source: SourceProfile, given: Partial<Inputs>, event: Subject) => {
    const { context: found } = contextOf(inputs(given), event, SERVER, source)
    return [found.testRunId?.value, found.isBisection, found.notices.map(each => asText(each))]
  }

  test.each<[string, Partial<Inputs>, Subject, string]>([
    ['an input', { testRunId: id }, PUSH, id],
    ['the name of its branch', {}, { ...TEST_BRANCH, isBisection: true }, TEST_RUN_ID],
  ])('has an id of its own in the v2 API, so the run that it splits is shown: by %s', (_, given, event, inV1) => {
    const told = `The run of a bisection has an id of its own, so the run that it splits is shown instead: \`${TEST_RUN_ID}\`.`
    expect(by(SOURCES['service-v2'], given, event)).toEqual([TEST_RUN_ID, true, [told]])
    expect(by(V1, given, event)).toEqual([inV1, false, []])
  })

  test('is none where an input names the run, on the branch of one', () => {
    const event = { ...TEST_BRANCH, isBisection: true }
    expect(by(SOURCES['service-v2'], { testRunId: TEST_RUN_ID }, event)).toEqual([TEST_RUN_ID, false, []])
  })
})

describe('which commit the service has to speak of', () => {
  test.each<[string, Partial<Inputs>, Subject, pullRequest: string | null, testRun: string | null]>([
    ['a pull request event', {}, PULL_REQUEST, HEAD, null],
    ['a pull request event and another pull request', { pullRequest: 7 }, PULL_REQUEST, null, null],
    ['a workflow run of a pull request', {}, { ...PULL_REQUEST, headSha: OTHER }, OTHER, null],
    ['a comment', {}, COMMENT, null, null],
    ['a run of two pull requests', {}, TWO_RUN, null, null],
    ['a run of two pull requests and one of them', { pullRequest: 43 }, TWO_RUN, HEAD, null],
    ['a run of two pull requests and a third one', { pullRequest: 7 }, TWO_RUN, null, null],
    ["the run of a fork's pull request and the one that an input names", { pullRequest: 42 }, FORK_RUN, HEAD, null],
    ['a push and a pull request', { pullRequest: 42 }, PUSH, null, null],
    ['a merge group', { pullRequest: 42 }, MERGE_GROUP, null, null],
    ['a test branch', {}, TEST_BRANCH, null, TIP],
    ['a test branch that was deleted', {}, { ...TEST_BRANCH, headSha: null }, null, null],
    ['a test run by an input', { testRunId: 'given' }, PULL_REQUEST, HEAD, null],
    ['a test run by an input, on a test branch', { testRunId: 'given' }, TEST_BRANCH, null, TIP],
    ['a test run by an input, on a push', { testRunId: 'given' }, PUSH, null, null],
    ['a pull request by an input, on a test branch', { pullRequest: 42 }, TEST_BRANCH, null, TIP],
  ])('%s', (_, given, event, pullRequestHead, testRunHead) => {
    const found = contextFor(given, event)
    const ofRun = found.kind === 'test-branch' ? found.headSha : null
    expect([found.pullRequestHead, ofRun]).toEqual([pullRequestHead, testRunHead])
  })
})

describe('planReads', () => {
  const auto = (...reads: Read[]): Plan => ({ reads, needed: [], from: 'auto' })
  const named = (...reads: Read[]): Plan => ({ reads, needed: reads, from: 'input' })
  const needing = (needed: Read[], ...reads: Read[]): Plan => ({ reads, needed, from: 'auto' })
  const BRANCH = context({ kind: 'branch', pullRequest: null })
  const BY_V2 = context({ source: SOURCES['service-v2'] })
  const BARE = context({ kind: 'other', pullRequest: null, targetBranch: null })
  const LACK = {
    'pull-request': 'needs a pull request, and a `push` event has none. Set `pull-request`, or run on `pull_request`.',
    'target-branch': 'needs a target branch, and a `push` event names none. Set `target-branch`.',
    'test-run-id':
      "needs a test run, and a `push` event that is not on a test branch of the queue names none. Set `test-run-id`, or run on the queue's test branches.",
    organization: "needs `organization`. Set it to the organization's slug, as its settings at the service show it.",
    'test-collection':
      'needs `test-collection`. Set it to the id of the test collection that holds the tests, as the service shows it.',
  }
  const missing = (input: keyof typeof LACK, because: string): Rendered<Problem> => ({
    input,
    message: `\`${because}\` ${LACK[input]}`,
    // The problem goes away if the secrets are withheld.
    ...(input === 'test-run-id' && { missing: true }),
  })

  test.each<[string, Partial<Inputs>, RunContext, Plan, Rendered<Problem>[]?]>([
    ['auto, on a pull request', {}, context(), auto('pull-request', 'queue')],
    ['auto, on a branch', {}, BRANCH, auto('queue')],
    ['auto, on a test branch', {}, testBranchContext(), auto('queue', 'test-run')],
    ['auto, on a tag', {}, BARE, auto()],
    ['auto, where the queue names the run', {}, BY_V2, auto('pull-request', 'queue', 'test-run')],
    [
      'a run that the queue names rests on the pull request and its place',
      { require: ['test-run-succeeded'], read: ['test-run'] },
      BY_V2,
      { reads: ['pull-request', 'queue', 'test-run'], needed: ['pull-request', 'queue', 'test-run'], from: 'input' },
    ],
    [
      'a limit with a collection',
      { maxQuarantined: 3, testCollection: 'aB3dE6gH', read: ['queue'] },
      BY_V2,
      { reads: ['queue', 'quarantined-tests'], needed: ['queue'], from: 'input' },
    ],
    [
      'quarantined tests without a collection',
      { read: ['quarantined-tests'] },
      BY_V2,
      named('quarantined-tests'),
      [{ ...missing('test-collection', 'read: quarantined-tests'), missing: true }],
    ],
    [
      'auto, where GitHub knows the branch',
      {},
      context({ targetBranch: null, askForBranch: true }),
      auto('pull-request', 'queue'),
    ],
    ['auto does not read quarantined tests', { organization: 'acme' }, context(), auto('pull-request', 'queue')],
    [
      'auto, everything given',
      { organization: 'acme' },
      context({ testRunId: fromInput('given') }),
      auto('pull-request', 'queue', 'test-run'),
    ],
    ['what is named', { read: ['queue'] }, context(), named('queue')],
    [
      'what is required is read in any case',
      { read: ['queue'], require: ['ready'] },
      context(),
      { reads: ['pull-request', 'queue'], needed: ['pull-request'], from: 'input' },
    ],
    [
      'quarantined tests, where they are named',
      { read: ['quarantined-tests'], organization: 'acme' },
      BARE,
      named('quarantined-tests'),
    ],
    [
      'quarantined tests, where a limit on them is given',
      { read: ['queue'], organization: 'acme', maxQuarantined: 3 },
      context(),
      { reads: ['queue', 'quarantined-tests'], needed: ['queue'], from: 'input' },
    ],
    [
      'a limit without the organization shows nothing',
      { read: ['queue'], maxQuarantined: 3 },
      context(),
      named('queue'),
    ],
    ['no limit', { read: ['queue'], organization: 'acme' }, context(), named('queue')],
    [
      'nothing, where report files of other legs decide',
      { mergeReports: ['*.json'], require: ['no-blocking-failures'] },
      context(),
      auto(),
    ],
    [
      'a condition of two reads, of which one lacks something',
      { require: ['not-submitted'] },
      BRANCH,
      needing(['pull-request', 'queue'], 'pull-request', 'queue'),
      [missing('pull-request', 'require: not-submitted')],
    ],
    [
      'ready, where there is no pull request',
      { require: ['ready'] },
      BRANCH,
      needing(['pull-request'], 'pull-request', 'queue'),
      [missing('pull-request', 'require: ready')],
    ],
    [
      'ready, where there is nothing',
      { require: ['ready'] },
      BARE,
      needing(['pull-request'], 'pull-request'),
      [missing('pull-request', 'require: ready'), missing('target-branch', 'require: ready')],
    ],
    [
      'a test run without an id',
      { require: ['test-run-succeeded'] },
      context(),
      needing(['test-run'], 'pull-request', 'queue', 'test-run'),
      [missing('test-run-id', 'require: test-run-succeeded')],
    ],
    [
      'nothing, where only tests are judged',
      { require: ['no-blocking-failures'], statusContext: 'gate', comment: 'always' },
      context({ testRunId: fromInput('given') }),
      auto(),
    ],
    [
      'the list alone, where only it is judged',
      { require: ['quarantine-within-limits'], organization: 'acme', maxQuarantined: 3 },
      context(),
      needing(['quarantined-tests'], 'quarantined-tests'),
    ],
    [
      'where only tests are judged on a test branch, the test run for a comment',
      { require: ['no-blocking-failures'], comment: 'on-failure' },
      testBranchContext(),
      auto('test-run'),
    ],
    ['and nothing without a comment', { require: ['no-blocking-failures'] }, testBranchContext(), auto()],
    [
      'what is named is read, also where only tests are judged',
      { require: ['no-blocking-failures'], read: ['queue'] },
      context(),
      { reads: ['queue'], needed: [], from: 'input' },
    ],
    [
      'the queue, where there is no branch',
      { require: ['queue-running'] },
      BARE,
      needing(['queue'], 'queue'),
      [missing('target-branch', 'require: queue-running')],
    ],
    [
      'a read that lacks something and that nothing requires',
      { read: ['test-run', 'pull-request'] },
      BARE,
      { reads: ['pull-request', 'test-run'], needed: ['test-run', 'pull-request'], from: 'input' },
      [
        missing('pull-request', 'read: pull-request'),
        missing('target-branch', 'read: pull-request'),
        missing('test-run-id', 'read: test-run'),
      ],
    ],
    [
      'quarantined tests without the organization',
      { read: ['quarantined-tests'] },
      context(),
      named('quarantined-tests'),
      // The input mostly comes from a variable, which an event without secrets does not get.
      [{ ...missing('organization', 'read: quarantined-tests'), missing: true }],
    ],
  ])('%s', (_, given, about, plan, problems = []) => {
    expect(rendered(planReads(inputs(given), about, 'push'))).toEqual({ plan, problems })
  })

  test.each<[string, Partial<Inputs>, string | null, string[]]>([
    [
      'an event whose name begins with a vowel',
      { require: ['ready'] },
      'issue_comment',
      [
        '`require: ready` needs a pull request, and an `issue_comment` event has none. Set `pull-request`, or run on `pull_request`.',
        '`require: ready` needs a target branch, and an `issue_comment` event names none. Set `target-branch`.',
      ],
    ],
    [
      'a run on a test branch, which is itself an event of a pull request',
      { read: ['pull-request'] },
      'pull_request',
      [
        '`read: pull-request` needs one pull request, and this run is on a test branch of the queue, which can test several. Set `pull-request`.',
        '`read: pull-request` needs a target branch, and a `pull_request` event names none. Set `target-branch`.',
      ],
    ],
    [
      'an event without a name',
      { read: ['queue'] },
      '',
      ['`read: queue` needs a target branch, and this event names none. Set `target-branch`.'],
    ],
    [
      'an event about another repository, which may well have what is needed',
      { require: ['ready'], read: ['test-run', 'quarantined-tests'] },
      null,
      [
        '`require: ready` needs a pull request, and the event, which is about another repository, says nothing of it. Set `pull-request`.',
        '`require: ready` needs a target branch, and the event, which is about another repository, says nothing of it. Set `target-branch`.',
        '`read: test-run` needs a test run, and the event, which is about another repository, says nothing of it. Set `test-run-id`.',
        "`read: quarantined-tests` needs `organization`. Set it to the organization's slug, as its settings at the service show it.",
      ],
    ],
  ])('missing inputs are reported for %s', (_, given, event, messages) => {
    expect(planReads(inputs(given), BARE, event).problems.map(({ message }) => asText(message))).toEqual(messages)
  })

  test("GitHub's own queue has no runs with an id", () => {
    const about = context({ ...BARE, source: SOURCES.github })
    const { problems } = planReads(inputs({ require: ['test-run-succeeded'] }), about, null)
    expect(asText(problems[0]?.message ?? '')).toBe(
      '`require: test-run-succeeded` needs a merge group, and the event, which is about another repository, says nothing of it. Set `pull-request`.',
    )
  })

  test('the state of the pull request tells whether to look for a run, and its failure fails no step', () => {
    expect(planReads(inputs({ read: ['test-run'] }), context(), 'pull_request')).toEqual({
      plan: { reads: ['pull-request', 'test-run'], needed: ['test-run'], from: 'input' },
      problems: [],
    })
  })

  test('each condition is read what decides it', () => {
    const everything = context({ testRunId: fromInput('given') })
    for (const condition of CONDITIONS) {
      const { plan } = planReads(inputs({ require: [condition], read: [] }), everything, 'push')
      expect(plan).toEqual({
        reads: CONDITION_NEEDS[condition],
        needed: CONDITION_NEEDS[condition],
        from: 'input',
      })
    }
  })
})

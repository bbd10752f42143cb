import { describe, expect, test } from 'vitest'
import type { Coverage, Failure } from '../../../src/facts/facts.ts'
import { coverageOf, type SeenCheck } from '../../../src/github/workflows/coverage.ts'
import { parseWorkflows } from '../../../src/github/workflows/workflow.ts'
import { asText } from '../../../src/text/message.ts'

/** Texts of workflow files by the name of the file. */
type Files = Record<string, string>

interface Besides {
  seen?: Partial<SeenCheck>[]
  unread?: string[]
  appId?: number
}

async function judge(name: string, files: Files, { seen = [], unread = [], appId }: Besides = {}): Promise<Coverage> {
  const texts = Object.entries(files).map(([file, text]) => ({ path: pathOf(file), text }))
  return coverageOf(
    { name, appId: appId ?? null },
    {
      targetBranch: 'main',
      workflows: await parseWorkflows(texts, 'main'),
      unread: unread.map(pathOf),
      seen: { value: seen.map(each => ({ name, appId: null, isByActions: null, file: null, ...each })) },
    },
  )
}

function pathOf(file: string): string {
  return `.github/workflows/${file}.yml`
}

/** The jobs of a file, each with its lines, behind the trigger. The first job is in line 3. */
type Jobs = Record<string, string>

function file(on: string, jobs: Jobs): string {
  const lines = Object.entries(jobs).map(([id, job]) => `  ${id}: { runs-on: x, ${job} }\n`)
  return `on: ${on}\njobs:\n${lines.join('')}`
}

const queue = (jobs: Jobs): Files => ({ ci: file('[pull_request, merge_group]', jobs) })
const pull = (jobs: Jobs): Files => ({ pr: file('pull_request', jobs) })
const called = (jobs: Jobs): Files => ({ called: file('workflow_call', jobs) })

const [ACTIONS, OTHER] = [15368, 7]
const LEGS = 'strategy: { matrix: { os: [linux, mac] } }'
const OPEN = `name: "unit \${{ matrix.os }}"`
const SKIPPED = `if: "github.event_name != 'merge_group'"`
const MAYBE = 'if: "needs.x.outputs.y"'
const CALLS = 'uses: ./.github/workflows/called.yml'
const BY_CI: Besides = { seen: [{ isByActions: true, file: pathOf('ci') }] }
const BY_APP: Besides = { seen: [{ appId: OTHER, isByActions: false }] }

describe('covered', () => {
  test.each<[string, string, Files, Besides?]>([
    ['a job by its id', 'unit', queue({ unit: '' })],
    ['a job by its name', 'Unit', queue({ unit: 'name: Unit' })],
    ['a leg of a matrix', 'unit (mac)', queue({ unit: LEGS })],
    ['a rule that names GitHub Actions', 'unit', queue({ unit: '' }), { appId: ACTIONS }],
    ['a job beside one without the trigger', 'unit', { ...pull({ unit: '' }), ...queue({ unit: '' }) }],
    ['a plain job that is skipped', 'unit', queue({ unit: SKIPPED })],
    ['a leg that always runs', 'unit (mac)', queue({ x: MAYBE, unit: `needs: x, if: always(), ${LEGS}` })],
    ["a caller's job", 'gate / unit', { ...queue({ gate: CALLS }), ...called({ unit: '' }) }],
    ["a caller's leg", 'a (linux) / b (mac)', { ...queue({ a: `${CALLS}, ${LEGS}` }), ...called({ b: LEGS }) }],
    ["a caller's job that is skipped", 'gate / unit', { ...queue({ gate: CALLS }), ...called({ unit: SKIPPED }) }],
    ['an app that was seen', 'unit', {}, { ...BY_APP, appId: OTHER }],
    ['a status that was seen', 'unit', {}, { seen: [{}] }],
    ['an app that was seen beside a job without the trigger', 'unit', pull({ unit: '' }), BY_APP],
    ['an open name that was seen', 'unit mac', queue({ unit: OPEN }), BY_CI],
    ['a leg that may be skipped, and was seen', 'unit (mac)', queue({ unit: `${MAYBE}, ${LEGS}` }), BY_CI],
    ['the same, where the file is not known', 'unit mac', queue({ unit: OPEN }), { seen: [{ isByActions: true }] }],
    [
      'GitHub Actions elsewhere, known by what was seen',
      'unit',
      queue({ unit: '' }),
      { seen: [{ name: 'lint', appId: OTHER, isByActions: true }], appId: OTHER },
    ],
  ])('%s', async (_, name, files, besides) => {
    expect((await judge(name, files, besides)).verdict).toBe('covered')
  })
})

describe('uncovered for want of the trigger', () => {
  const LACKS = '`on:` in `.github/workflows/ci.yml`, line 1 has no `merge_group`'
  const filtered = (key: string) =>
    `\`${key}\` of \`merge_group\` in \`.github/workflows/ci.yml\`, line 1 leaves \`main\` out`

  test.each<[string, string, string]>([
    ['push', LACKS, 'Write `on: [push, merge_group]` in `.github/workflows/ci.yml`, line 1.'],
    [
      '[push, pull_request]',
      LACKS,
      'Write `on: [push, pull_request, merge_group]` in `.github/workflows/ci.yml`, line 1.',
    ],
    ['{ push: }', LACKS, 'Add `merge_group:` below `on:` in `.github/workflows/ci.yml`, line 1.'],
    ['{ merge_group: { branches: [dev] } }', filtered('branches'), 'Add `- main` to `branches`.'],
    [
      '{ merge_group: { branches-ignore: [main] } }',
      filtered('branches-ignore'),
      'Take what matches `main` out of `branches-ignore`.',
    ],
  ])('%s', async (on, whyNotCovered, remedy) => {
    const found = await judge('unit', { ci: file(on, { unit: '' }) })
    expect({ ...found, whyNotCovered: asText(found.whyNotCovered ?? ''), remedy: asText(found.remedy ?? '') }).toEqual({
      name: 'unit',
      verdict: 'uncovered',
      job: { file: '.github/workflows/ci.yml', workflow: null, id: 'unit', line: 3 },
      triggerLine: 1,
      whyNotCovered,
      remedy,
      warnings: [],
    })
  })

  test.each<[string, string, Files, Besides?]>([
    [
      "a caller's job",
      'gate / unit',
      { ...pull({ gate: CALLS }), called: file('[merge_group, workflow_call]', { unit: '' }) },
    ],
    ['a job that was seen, and lost the trigger', 'unit', pull({ unit: '' }), BY_CI],
    ['a job of a name that was seen', 'unit', pull({ unit: '' }), { seen: [{}] }],
  ])('%s', async (_, name, files, besides) => {
    expect(await judge(name, files, besides)).toMatchObject({
      verdict: 'uncovered',
      job: { file: '.github/workflows/pr.yml' },
      triggerLine: 1,
    })
  })
})

test.each<[string, string, Files, string]>([
  ['a leg', 'unit (mac)', queue({ unit: `${SKIPPED}, ${LEGS}` }), 'ci'],
  [
    'a leg behind a filter that nobody can read',
    'unit (mac)',
    { ci: file('{ merge_group: { branches: ["+"] } }', { unit: `${SKIPPED}, ${LEGS}` }) },
    'ci',
  ],
  ['a caller', 'gate / unit', { ...queue({ gate: `${SKIPPED}, ${CALLS}` }), ...called({ unit: '' }) }, 'ci'],
  [
    'a called leg',
    'gate / unit (mac)',
    { ...queue({ gate: CALLS }), ...called({ unit: `${SKIPPED}, ${LEGS}` }) },
    'called',
  ],
])('uncovered, for an `if:` skips %s', async (_, name, files, blamed) => {
  const found = await judge(name, files, BY_CI)
  expect([found.verdict, found.triggerLine, asText(found.whyNotCovered ?? ''), asText(found.remedy ?? '')]).toEqual([
    'uncovered',
    null,
    `the \`if:\` in \`${pathOf(blamed)}\`, line 3 skips it on merge groups`,
    'Let the job run on `merge_group`, and skip its steps instead.',
  ])
})

test('uncovered, for a job that it needs is skipped', async () => {
  const found = await judge('unit (mac)', queue({ first: SKIPPED, unit: `needs: first, ${LEGS}` }))
  expect([found.verdict, asText(found.whyNotCovered ?? '')]).toEqual([
    'uncovered',
    `the \`needs:\` in \`${pathOf('ci')}\`, line 4 skips it on merge groups`,
  ])
})

describe('unknown', () => {
  const near = (name: string) => `no workflow has a job of that name; \`${name}\` is the nearest`
  const open = (id: string) =>
    `job \`${id}\` in \`.github/workflows/ci.yml\`, line 3 may report it, but the job's names are known only when it runs`
  const maySkip =
    'the `if:` in `.github/workflows/ci.yml`, line 3 can skip the job, which then reports under another name'
  const byNeeds = (line: number) => maySkip.replace('if:', 'needs:').replace('line 3', `line ${line}`)
  const unread = `\`${pathOf('big')}\` could not be read, and it may have a job of that name`
  const ofApp = 'its rule names an app, and no merge group has shown a check of that app'
  const long = 'x'.repeat(95)

  test.each<[string, string, Files, string, Besides?]>([
    ['nobody', 'unit', queue({ lint: '' }), 'no workflow has a job of that name, so an app may report it'],
    ['other letters', 'unit', queue({ Unit: '' }), near('Unit')],
    ['the name that pages show', 'CI / unit', { ci: `name: CI\n${file('push', { unit: '' })}` }, near('unit')],
    ['the bare name of a matrix', 'unit', queue({ unit: LEGS }), near('unit (linux)')],
    ['the inner name of a call', 'unit', { ...queue({ gate: CALLS }), ...called({ unit: '' }) }, near('gate / unit')],
    ['a broken file', 'unit', { big: '[' }, unread],
    ['a file that could not be read', 'unit', pull({ unit: '' }), unread, { unread: ['big'] }],
    ['an app', 'unit', queue({ unit: '' }), ofApp, { appId: OTHER }],
    ['an app, where another was seen', 'unit', {}, ofApp, { ...BY_APP, appId: 8 }],
    [
      'a job that is gone since it was seen',
      'unit',
      queue({ lint: '' }),
      'a merge group has shown it, but no workflow has a job of that name any more',
      BY_CI,
    ],
    ['an open name', 'unit mac', queue({ unit: OPEN }), open('unit')],
    [
      'an open name beside a job without the trigger',
      'unit a',
      { ...pull({ a: 'name: unit a' }), ...queue({ b: OPEN }) },
      open('b'),
    ],
    [
      'an open name that another file was seen to report',
      'unit a',
      { ci: queue({ b: OPEN })['ci'] ?? '' },
      open('b'),
      { seen: [{ isByActions: true, file: 'gone.yml' }] },
    ],
    [
      'what `include` adds',
      'unit (bsd)',
      queue({ unit: 'strategy: { matrix: { include: [{ os: bsd }] } }' }),
      open('unit'),
    ],
    ['a nested call', 'gate / a / b', { ...queue({ gate: CALLS }), ...called({ a: 'uses: ./b.yml' }) }, open('gate')],
    [
      'a call of another repository',
      'gate / unit',
      queue({ gate: 'uses: octo/x/.github/workflows/a.yml@v1' }),
      open('gate'),
    ],
    [
      'a call of a file that takes none',
      'gate / unit',
      { ...queue({ gate: CALLS }), called: file('push', { unit: '' }) },
      open('gate'),
    ],
    ['a name that GitHub shortens', `${long}123456`, queue({ [`${long}123456`]: '' }), open(`${long}123456`)],
    [
      "a caller's name that GitHub may shorten",
      `gate / ${long}`,
      { ...queue({ gate: CALLS }), ...called({ [long]: '' }) },
      open('gate'),
    ],
    [
      'a skipped matrix, which reports its bare name',
      'unit',
      { ...pull({ unit: '' }), ...queue({ unit: `${SKIPPED}, ${LEGS}` }) },
      open('unit'),
    ],
    ['a leg that may be skipped', 'unit (mac)', queue({ unit: `${MAYBE}, ${LEGS}` }), maySkip],
    [
      'a leg behind a job that may be',
      'c (mac)',
      queue({ a: MAYBE, b: 'needs: a, if: always()', c: `needs: b, ${LEGS}` }),
      byNeeds(5),
    ],
    [
      'a caller that may be',
      'gate / unit',
      { ...queue({ gate: `${MAYBE}, ${CALLS}` }), ...called({ unit: '' }) },
      maySkip,
    ],
    ['a leg behind no job', 'unit (mac)', queue({ unit: `needs: first, ${LEGS}` }), byNeeds(3)],
    [
      'a filter that nobody can read',
      'unit',
      { ci: file('{ merge_group: { branches: ["+"] } }', { unit: '' }) },
      `it is not clear whether \`on:\` in \`${pathOf('ci')}\`, line 1 includes groups of \`main\``,
    ],
  ])('%s', async (_, name, files, missing, besides) => {
    const found = await judge(name, files, besides)
    expect([found.verdict, asText(found.whyNotCovered ?? '')]).toEqual(['unknown', missing])
  })
})

describe('warnings', () => {
  const skip =
    'The `if:` in `.github/workflows/ci.yml`, line 3 can skip `unit` on merge groups; the queue takes that for passed.'

  const byNeeds = skip.replace('if:', 'needs:').replace('line 3', 'line 4')

  test.each<[string, Files, string[]]>([
    ['a plain job that an `if:` can skip', queue({ unit: MAYBE }), [skip]],
    ['a plain job behind one that can be skipped', queue({ first: MAYBE, unit: 'needs: first' }), [byNeeds]],
    ['an aggregate that always runs', queue({ first: MAYBE, unit: 'needs: first, if: "!cancelled()"' }), []],
    [
      'two workflows',
      { ...queue({ unit: '' }), ...pull({ unit: '' }) },
      ['More than one workflow has a job `unit`: `.github/workflows/ci.yml`, `.github/workflows/pr.yml`.'],
    ],
  ])('%s', async (_, files, warnings) => {
    expect((await judge('unit', files)).warnings.map(each => asText(each))).toEqual(warnings)
  })
})

test('merge groups that could not be read are the remedy of a check that no file has', async () => {
  const failure: Failure = { code: 'github-forbidden', message: 'GitHub refused.', remedy: '', outage: false }
  const workflows = await parseWorkflows([], 'main')
  const { remedy } = coverageOf(
    { name: 'unit', appId: null },
    { targetBranch: 'main', workflows, unread: [], seen: { failure } },
  )
  expect(asText(remedy ?? '')).toBe('The last merge groups could not be read: GitHub refused.')
})

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { conclude } from '../../src/gate/conclusion.ts'
import { outputsOf } from '../../src/publish/outputs.ts'
import { type PublishTargets, publish } from '../../src/publish/publish.ts'
import { reportDocument } from '../../src/publish/report.ts'
import { storyOf } from '../../src/publish/story.ts'
import type { Result } from '../../src/result.ts'
import { createLog } from '../../src/runner/log.ts'
import {
  conditionVerdict,
  context,
  facts,
  knowing,
  ofGroupChecks,
  ofPullRequest,
  ofQuarantined,
  ofQueue,
  ofRun,
  quarantinedTest,
  requirements,
  result,
  testBranchContext,
  uncovered,
  verdict,
} from '../builders.ts'
import { readCommandFile } from '../launcher/command-file.js'
import { toolkitInto } from '../toolkit.ts'
import { flaws } from './markup.ts'

const TITLE = 'title=Merge Queue Gate'

function outputsFailed(why: string): string {
  const what = `The outputs could not be written: ${why}. Steps that read them would find them empty.`
  return `::error ${TITLE}::${what}`
}

let folder = ''
let written: string[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'publish-'))
  writeFileSync(path.join(folder, 'output'), '')
  writeFileSync(path.join(folder, 'summary'), '')
  written = []
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

interface Published {
  lines: string[]
  outputs: Record<string, string>
  summary: string
  report: unknown
  succeeds: boolean
}

function published(given: Result, over: Partial<PublishTargets> = {}): Published {
  const reportFile = path.join(folder, 'report.json')
  const summaryFile = path.join(folder, 'summary')
  const log = createLog({
    annotations: true,
    toolkit: toolkitInto(line => written.push(`${line}\n`)),
  })
  const outputFile = path.join(folder, 'output')
  const succeeds = publish(storyOf(given), given, {
    log,
    reportFile,
    outputFile,
    summaryFile,
    summary: 'always',
    workspace: folder,
    ...over,
  })
  return {
    lines: written.join('').split(/\r?\n/).slice(0, -1),
    outputs: readCommandFile(readFileSync(path.join(folder, 'output'), 'utf8')),
    summary: readFileSync(summaryFile, 'utf8'),
    report: existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null,
    succeeds,
  }
}

const PAUSED = result({
  facts: facts({ ...ofPullRequest(), ...ofQueue({ state: 'paused' }) }),
  verdict: conclude(
    facts({ ...ofPullRequest(), ...ofQueue({ state: 'paused' }) }),
    context(),
    requirements({ require: ['ready', 'queue-running'], onUnavailable: 'fail' }),
  ),
  notices: ['The default branch is taken.'],
})

describe('where it goes', () => {
  test('a step that is held back', () => {
    const { lines, outputs, summary, report, succeeds } = published(PAUSED)
    expect(lines).toEqual([
      `::notice ${TITLE}::The default branch is taken.`,
      '#42 waits to be tested, place 1 of 1',
      'The queue of main is paused with 1 entry',
      '✓ ready is met. The base branch of #42 matches. #42 is mergeable. Its impacted targets are uploaded.',
      '✗ queue-running is not met.',
      '⛔ The queue of "main" is paused',
      `::error ${TITLE}%3A The queue of "main" is paused::Have the queue resumed, or wait until it is; then run the job again.`,
    ])
    expect(outputs).toEqual(outputsOf(PAUSED, path.join(folder, 'report.json')).values)
    expect(flaws(summary)).toEqual([])
    expect(report).toEqual(reportDocument(PAUSED))
    expect(succeeds).toBe(false)
  })

  test('a step that may go on', () => {
    const { lines, succeeds } = published(
      result({ verdict: verdict({ conclusion: 'passed', conditions: [conditionVerdict('ready')] }) }),
    )
    expect(lines).toEqual(['✓ ready is met. It holds.', '✅ #42 is ready'])
    expect(succeeds).toBe(true)
  })
})

describe('the summary', () => {
  test.each<[PublishTargets['summary'], boolean, boolean]>([
    ['always', true, true],
    ['always', false, true],
    ['on-failure', true, false],
    ['on-failure', false, true],
    ['never', true, false],
    ['never', false, false],
  ])('%s, success %s', (when, succeeds, expected) => {
    const { summary } = published(result({ verdict: verdict({ succeeds }) }), { summary: when })
    expect(summary !== '').toBe(expected)
  })

  test('stands after what is there, behind an empty line', () => {
    writeFileSync(path.join(folder, 'summary'), '| a | b |')
    const { summary } = published(result())
    expect(summary).toBe('| a | b |\n\n<h2>📋 Nothing was read</h2>\n')
  })

  test.each([0, 900 * 1024 - 3000, 900 * 1024 - 60, 1024 * 1024])(
    'with %d bytes that are there it takes no more than 900 KiB',
    before => {
      writeFileSync(path.join(folder, 'summary'), 'x'.repeat(before))
      const tests = Array.from({ length: 9000 }, (_, at) => quarantinedTest({ name: `${at} ${'ü'.repeat(90)}` }))
      const given = result(knowing({ ...ofQuarantined({ tests }), ...ofQueue() }))
      const { lines } = published(given)
      const size = statSync(path.join(folder, 'summary')).size
      expect(size).toBeLessThanOrEqual(Math.max(before, 900 * 1024))
      // A summary without room for the verdict is reported.
      if (size === before) expect(lines.join('\n')).toContain('The job summary is full')
    },
  )

  test('a missing file is no problem', () => {
    const { lines, succeeds } = published(result(), { summaryFile: null })
    expect(lines).toEqual(['📋 Nothing was read'])
    expect(succeeds).toBe(true)
  })
})

describe("a part that can't be written does not affect the rest", () => {
  test('the report', () => {
    mkdirSync(path.join(folder, 'taken'))
    const { lines, outputs, summary, succeeds } = published(result(), { reportFile: path.join(folder, 'taken') })
    expect(lines.filter(line => line.startsWith('::'))).toEqual([
      expect.stringMatching(/^::warning .*::The report file could not be written: /),
    ])
    expect(outputs['report-file']).toBe('')
    expect(outputs['conclusion']).toBe('reported')
    expect(summary).not.toBe('')
    expect(succeeds).toBe(true)
  })

  test('the summary', () => {
    const { lines, outputs, report } = published(result(), { summaryFile: folder })
    expect(lines.filter(line => line.startsWith('::'))).toEqual([
      `::warning ${TITLE}::The job summary could not be written: illegal operation on a directory (EISDIR).`,
    ])
    expect(outputs['conclusion']).toBe('reported')
    expect(report).not.toBeNull()
  })

  test('the outputs', () => {
    const { lines, summary, report, succeeds } = published(result(), { outputFile: folder })
    expect(lines.filter(line => line.startsWith('::'))).toEqual([
      outputsFailed('illegal operation on a directory (EISDIR)'),
    ])
    expect(summary).not.toBe('')
    expect(report).not.toBeNull()
    expect(succeeds).toBe(false)
  })

  test('outputs of a blocked step: both are reported', () => {
    const { lines, succeeds } = published(PAUSED, { outputFile: folder })
    expect(lines.filter(line => line.startsWith('::error'))).toEqual([
      outputsFailed('illegal operation on a directory (EISDIR)'),
      expect.stringContaining('Have the queue resumed, or wait until it is; then run the job again.'),
    ])
    expect(succeeds).toBe(false)
  })

  test('no file for the outputs', () => {
    const { lines, outputs, succeeds } = published(result(), { outputFile: null })
    expect(succeeds).toBe(true)
    expect(outputs).toEqual({})
    expect(lines.filter(line => line.startsWith('::'))).toEqual([
      `::warning ${TITLE}::The outputs could not be written: GITHUB_OUTPUT is not set.`,
    ])
  })

  test('no report file', () => {
    const { outputs, report, lines } = published(result(), { reportFile: null })
    expect([outputs['report-file'], report]).toEqual(['', null])
    expect(lines.filter(line => line.startsWith('::'))).toEqual([])
  })
})

test('a list that is too long for an output is empty, with a warning', () => {
  const pullRequests = Array.from({ length: 20_000 }, (_, at) => ({ number: at + 1, url: null, title: null }))
  const given = result({ context: testBranchContext(), facts: facts(ofRun({ pullRequests })) })
  const { lines, outputs } = published(given)
  expect(outputs['pull-requests']).toBe('')
  expect(lines.filter(line => line.startsWith('::'))).toEqual([
    `::warning ${TITLE}::The output pull-requests is empty: its list is too long for an output. See the report file.`,
  ])
})

test('an annotation stands at each `on:`, an error where the condition is required', () => {
  const other = { file: '.github/workflows/lint.yml', workflow: null, id: 'c', line: 9 }
  const checks = [uncovered('a'), uncovered('b'), uncovered('c', { job: other }), uncovered('d', { triggerLine: null })]
  const given = knowing(ofGroupChecks(checks))
  const required = verdict({ conditions: [conditionVerdict('merge-group-checks', { verdict: 'unmet' })] })
  const about = (kind: string, file: string, names: string) =>
    `::${kind} title=Merge Queue Gate%3A no trigger for merge groups,file=.github/workflows/${file},line=3::Merge groups will lack the required ${names}: ` +
    '`on:` in `ci.yml`, line 3 has no `merge_group`. Add `merge_group:` below `on:` in `ci.yml`, line 3.'
  for (const [kind, over] of [['warning', {}] as const, ['error', { verdict: required }] as const]) {
    written = []
    const { lines } = published(result({ ...given, ...over }))
    expect(lines.filter(line => line.includes('.yml,'))).toEqual([
      about(kind, 'ci.yml', '`a`, `b`'),
      about(kind, 'lint.yml', '`c`'),
    ])
  }
})

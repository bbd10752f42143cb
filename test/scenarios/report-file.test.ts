import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { queue } from './bodies.ts'
import { asks, NEVER_ASKED, ok, PULL_REQUEST, runScenario, scenario, scenarios } from './scenario.ts'

/** `report-file` as given, the report where it should be. */
const placed = (file: string, place: string) =>
  scenario({
    inputs: { 'report-file': file, read: 'queue' },
    answers: { getQueue: ok(queue()) },
    exit: 0,
    outputs: {
      ...PULL_REQUEST,
      conclusion: 'reported',
      'queue-state': 'running',
      'queue-length': '0',
      'report-file': place,
    },
    requests: [asks.queue()],
  })

/** `report-file` that leads out: a bad input, no report. */
const refused = (file: string) =>
  scenario({
    inputs: { 'report-file': file, read: 'queue' },
    exit: 1,
    outputs: { ...PULL_REQUEST, ...NEVER_ASKED, conclusion: 'failed', 'report-file': '' },
    reasons: ['bad-input'],
    requests: [],
    named: ['report-file'],
  })

scenarios('report-file', {
  'in the workspace': placed('report.json', '<folder>/workspace/report.json'),
  'in folders that are not there yet': placed(
    'out/of/queue/report.json',
    '<folder>/workspace/out/of/queue/report.json',
  ),
  'with a detour': placed('out/../report.json', '<folder>/workspace/report.json'),
  'in the temp folder': placed('../temp/report.json', '<folder>/temp/report.json'),
  'beside the workspace': refused('../report.json'),
  'far outside': refused('/etc/merge-queue-gate.json'),
  'the workspace itself': refused('.'),
  "the runner's own file for outputs": refused('../temp/_runner_file_commands/set_output_5f0c2a9e'),
  'the event file': refused('../temp/_github_workflow/event.json'),
  'a folder beside the workspace that begins like it': refused('../workspace-of-others/report.json'),
})

/** Folders with what links need, made before the run. */
function withFolders<T>(use: (places: { workspace: string; outside: string }) => Promise<T>): Promise<T> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'merge-queue-gate-links-')))
  const places = { workspace: join(base, 'workspace'), outside: join(base, 'outside') }
  mkdirSync(places.workspace)
  mkdirSync(places.outside)
  return use(places).finally(() => rmSync(base, { recursive: true }))
}

interface LinkCase {
  file: string
  prepare: (places: { workspace: string; outside: string }) => void
  /** Where the report has to be; null where it is refused. */
  report: string | null
}

const links: Record<string, LinkCase> = {
  'a folder that is a link out of the workspace': {
    file: 'out/report.json',
    prepare: ({ workspace, outside }) => symlinkSync(outside, join(workspace, 'out')),
    report: null,
  },
  'a file that is a link out of the workspace': {
    file: 'report.json',
    prepare: ({ workspace, outside }) => {
      writeFileSync(join(outside, 'report.json'), 'precious')
      symlinkSync(join(outside, 'report.json'), join(workspace, 'report.json'))
    },
    report: null,
  },
  'a link that leads nowhere': {
    file: 'report.json',
    prepare: ({ workspace, outside }) => symlinkSync(join(outside, 'missing.json'), join(workspace, 'report.json')),
    report: null,
  },
  'a folder where the file should be': {
    file: 'report.json',
    prepare: ({ workspace }) => mkdirSync(join(workspace, 'report.json')),
    report: null,
  },
  'a pipe where the file should be': {
    file: 'report.json',
    prepare: ({ workspace }) => void execFileSync('mkfifo', [join(workspace, 'report.json')]),
    report: null,
  },
  'a link that stays inside': {
    file: 'out/report.json',
    prepare: ({ workspace }) => {
      mkdirSync(join(workspace, 'real'))
      symlinkSync('real', join(workspace, 'out'))
    },
    report: 'real/report.json',
  },
  'a report of an earlier step': {
    file: 'report.json',
    prepare: ({ workspace }) => writeFileSync(join(workspace, 'report.json'), 'old'),
    report: 'report.json',
  },
}

test.concurrent.each(Object.entries(links).filter(([name]) => process.platform !== 'win32' || !name.includes('pipe')))(
  'report-file through links: %s',
  (_, { file, prepare, report }) =>
    withFolders(async places => {
      prepare(places)
      const values = scenario({
        inputs: { 'report-file': file, read: 'queue' },
        answers: { getQueue: ok(queue()) },
        env: { GITHUB_WORKSPACE: places.workspace },
        exit: 0,
        outputs: {},
        requests: [],
      })
      const { result, requests } = await runScenario(values)
      const { exitCode, outputs } = result
      const path = report === null ? '' : join(places.workspace, report)
      expect({
        exitCode,
        conclusion: outputs['conclusion'],
        reason: outputs['reason'],
        file: outputs['report-file'],
        requests: requests.length,
        outside: readOutside(places.outside),
      }).toEqual({
        exitCode: report === null ? 1 : 0,
        conclusion: report === null ? 'failed' : 'reported',
        reason: report === null ? 'bad-input' : '',
        file: path,
        requests: report === null ? 0 : 1,
        outside: file === 'report.json' && report === null ? readOutside(places.outside) : null,
      })
      if (path !== '') expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ schemaVersion: 1 })
    }),
)

/** What lies outside under the report's name. */
function readOutside(folder: string): string | null {
  const file = join(folder, 'report.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

test('each step has a report file of its own', async () => {
  const values = scenario({ inputs: { read: 'queue' }, exit: 0, outputs: {}, requests: [] })
  const runs = await Promise.all([runScenario(values), runScenario(values)])
  const files = runs.map(({ result }) => result.outputs['report-file'] ?? '')
  expect(runs.map(({ result }, at) => dirname(files[at] ?? '') === join(result.folder, 'temp'))).toEqual([true, true])
  expect(new Set(files.map(file => file.split('/').pop())).size).toBe(2)
})

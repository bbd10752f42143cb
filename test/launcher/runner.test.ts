import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readActionFile } from './action-file.js'
import { inputVariable, workflowEnvironment } from './environment.js'
import { runAction } from './runner.js'

const main = 'test/launcher/echo-action.js'
const event = { name: 'push', payload: { ref: 'refs/heads/main', after: 'a'.repeat(40) } }
const { inputs } = readActionFile(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'))

test('collects what the action leaves behind, and nothing stays', async () => {
  const result = await runAction({ main, event, summary: 'before\n', workspace: { 'sub/seed.txt': 'seed' } })
  const { stdout: _1, duration: _2, folder, ...rest } = result
  expect(rest).toEqual({
    exitCode: 3,
    signal: null,
    stderr: 'a warning\n',
    outputs: { 'report-file': join(folder, 'temp', 'report.json'), two: 'line 1\nline 2' },
    summary: 'before\n# Done\n',
    report: { schemaVersion: 1 },
    exported: { exported: '1' },
    saved: { saved: '1' },
    path: '/opt/tool\n',
    files: {
      'workspace/left-behind.txt': 'by the action',
      'workspace/sub/seed.txt': 'seed',
      'temp/report.json': '{"schemaVersion":1}',
    },
  })
  expect(existsSync(folder)).toBe(false)
})

test('gives the environment of the runner and nothing else', async () => {
  const { stdout, folder } = await runAction({
    main,
    event,
    inputs: { require: 'ready', 'not declared': 'x' },
    githubToken: 'github-$&-token',
    env: { EXTRA: '1', GITHUB_RUN_ID: '7', GITHUB_JOB: undefined },
  })
  const temp = join(folder, 'temp')
  const command = (name: string) => join(temp, '_runner_file_commands', `${name}_5f0c2a9e`)
  const { GITHUB_JOB: _, ...workflow } = workflowEnvironment(event)
  const seen = JSON.parse(stdout)
  expect(seen).toEqual({
    ...workflow,
    ...Object.fromEntries(Object.entries(inputs).map(([name, input]) => [inputVariable(name), input.default])),
    INPUT_LEG: 'gate',
    'INPUT_GITHUB-TOKEN': 'github-$&-token',
    INPUT_REQUIRE: 'ready',
    INPUT_NOT_DECLARED: 'x',
    EXTRA: '1',
    GITHUB_RUN_ID: '7',
    GITHUB_ENV: command('set_env'),
    GITHUB_OUTPUT: command('set_output'),
    GITHUB_PATH: command('add_path'),
    GITHUB_STATE: command('save_state'),
    GITHUB_STEP_SUMMARY: command('step_summary'),
    GITHUB_EVENT_PATH: join(temp, '_github_workflow', 'event.json'),
    GITHUB_WORKSPACE: join(folder, 'workspace'),
    PATH: process.env['PATH'],
    RUNNER_ARCH: process.arch.toUpperCase(),
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: 'stand-in runner',
    RUNNER_OS: expect.stringMatching(/^(Linux|macOS|Windows)$/),
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: join(folder, 'tools'),
  })
})

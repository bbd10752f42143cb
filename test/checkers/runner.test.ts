/**
 * The launcher plays those steps of the workflows that `npm run runner` can't judge, because act is not what GitHub
 * documents there (scripts/runner.ts has the list).
 */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadEvent } from '../events/index.js'
import { runAction } from '../launcher/runner.js'
import { EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { type Service, startService, TOKEN } from '../stand-in/service/server.js'
import { ACT, ROOT } from './workflows.ts'

interface Job {
  strategy?: { matrix: Record<string, string[]> }
  steps: { uses?: string; with?: Record<string, unknown> }[]
}

let service: Service
beforeAll(async () => {
  service = await startService({ state: exampleState({ now: Date.now() }) })
})
afterAll(() => service.close())

test('each leg of a matrix ends by its own verdict', async () => {
  const job = jobOf('matrix.yml')
  const branches = job.strategy?.matrix['branch'] ?? []
  const runs = await Promise.all(branches.map(branch => runGate(job, { branch })))
  const ends = runs.map(({ exitCode }, leg) => [branches[leg], exitCode])
  expect(Object.fromEntries(ends)).toEqual({ main: 0, 'release/1.4': 1, 'release/0.9': 1 })
})

test.each([
  ['failing-gate.yml', "#1208 can't be merged yet::#1208 is not mergeable: "],
  [
    'continue-on-error.yml',
    'The queue of "release/1.4" is paused::The queue of "release/1.4" neither starts tests nor merges while it is paused. ',
  ],
  ['wait.yml', "#1208 can't be merged yet::#1208 is not mergeable: "],
])('%s: the last line of the failing step is its annotation', async (workflow, message) => {
  const { exitCode, stdout } = await runGate(jobOf(workflow), {})
  expect(stdout.trimEnd().split('\n').at(-1)).toContain(`::error title=Merge Queue Gate%3A ${message}`)
  expect(exitCode).toBe(1)
})

function jobOf(workflow: string): Job {
  return parse(fs.readFileSync(path.join(ROOT, ACT, workflow), 'utf8')).jobs.gate
}

/** The step of a job that uses the action, with its inputs. */
function runGate(job: Job, matrix: Record<string, string>) {
  const { name, payload } = loadEvent('workflow-dispatch')
  const values: Record<string, string> = {
    'vars.QUEUE_ENDPOINT': service.url,
    'secrets.QUEUE_API_TOKEN': TOKEN,
    ...Object.fromEntries(Object.entries(matrix).map(([key, value]) => [`matrix.${key}`, value])),
  }
  const given = job.steps.find(({ uses }) => uses === './')?.with ?? {}
  const inputs = Object.entries(given).map(([key, text]) => {
    return [key, String(text).replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, expression) => values[expression] ?? '')]
  })
  return runAction({
    event: { name, payload },
    env: { GITHUB_REPOSITORY: `${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}` },
    inputs: Object.fromEntries(inputs),
  })
}

/** The self-test of the workflows, by the launcher: each of its steps ends as the workflow expects it to. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../checkers/workflows.ts'
import { loadEvent } from '../events/index.js'
import { runAction } from '../launcher/runner.js'
import { exampleState } from '../stand-in/service/scenario.js'
import { startService, TOKEN } from '../stand-in/service/server.js'

interface Step {
  id?: string
  uses?: string
  with?: Record<string, unknown>
  env?: Record<string, string>
}

test('each step of self-test.yml ends as it should', async () => {
  const workflow = parse(fs.readFileSync(path.join(ROOT, '.github/workflows/self-test.yml'), 'utf8'))
  expect(workflow.env.TOKEN).toBe(TOKEN)
  const steps: Step[] = workflow.jobs['self-test'].steps
  const service = await startService({ state: exampleState({ now: Date.now() }) })
  try {
    const values: Record<string, string> = { 'env.ENDPOINT': service.url, 'env.TOKEN': TOKEN }
    const ends = await Promise.all(steps.filter(({ uses }) => uses === './').map(step => endOf(step, values)))
    expect(`${ends.join('\n')}\n`).toBe(steps.at(-1)?.env?.['EXPECTED'])
  } finally {
    await service.close()
  }
})

/** `<id> <outcome> <conclusion> <reason>`, as the last step of the workflow has it. */
async function endOf({ id, with: given = {} }: Step, values: Record<string, string>): Promise<string> {
  const { name, payload } = loadEvent('push-main')
  const inputs = Object.entries(given).map(([key, text]) => {
    return [key, String(text).replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, expression) => values[expression] ?? '')]
  })
  const { exitCode, outputs } = await runAction({ event: { name, payload }, inputs: Object.fromEntries(inputs) })
  const outcome = exitCode === 0 ? 'success' : 'failure'
  return `${id} ${outcome} ${outputs['conclusion']} ${outputs['reason']}`.trimEnd()
}

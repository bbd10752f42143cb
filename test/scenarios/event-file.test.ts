import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { loadEvent } from '../events/index.js'
import { NEVER_ASKED, type Outputs, type Scenario, scenario, scenarios } from './scenario.ts'

const folder = mkdtempSync(join(tmpdir(), 'merge-queue-gate-event-'))
afterAll(() => rmSync(folder, { recursive: true }))

function pipe(): string {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  return path
}

/** The event can't be read, so nothing is known of what the run is about. */
function unreadable(payload: unknown, env: Record<string, string | undefined> = {}, outputs: Outputs = {}): Scenario {
  return scenario({
    event: { name: 'pull_request', payload },
    env: { GITHUB_REPOSITORY: 'acme/rocket', ...env },
    exit: 1,
    outputs: { ...NEVER_ASKED, conclusion: 'failed', ...outputs },
    reasons: ['bad-input'],
    requests: [],
  })
}

const { payload } = loadEvent('pull-request')

scenarios('event-file', {
  missing: unreadable(undefined),
  'broken off': unreadable(JSON.stringify(payload).slice(0, 2000)),
  ...(process.platform === 'win32' ? {} : { 'a pipe': unreadable(payload, { GITHUB_EVENT_PATH: pipe() }) }),
})

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCommandFile } from '../launcher/command-file.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'log-reader-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('outputs are written even if nobody reads the log', async () => {
  const output = path.join(folder, 'output')
  writeFileSync(output, '')
  const child = spawn(process.execPath, [path.resolve('src/index.ts')], {
    env: { GITHUB_OUTPUT: output, RUNNER_TEMP: folder, GITHUB_WORKSPACE: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.destroy()
  const exitCode = await new Promise(resolve => child.once('close', resolve))
  const { conclusion, reason } = readCommandFile(readFileSync(output, 'utf8'))
  expect({ exitCode, conclusion, reason }).toEqual({ exitCode: 1, conclusion: 'failed', reason: 'bad-input' })
})

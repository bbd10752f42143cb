import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences } from '../../scripts/differences.ts'
import { lendPackages } from '../../scripts/packages.ts'
import { ROOT } from '../checkers/workflows.ts'

let folder = ''
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'merge-queue-gate-build-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('another folder, language, time zone and home build the same bytes', () => {
  const here = build('here', { LC_ALL: 'C', TZ: 'UTC', HOME: folder })
  const there = build('a folder elsewhere, with ü/deeper', {
    ...{ LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
    ...{ HOME: path.join(folder, 'home'), USER: 'somebody', CI: 'true', NODE_ENV: 'development' },
  })
  expect(fs.readdirSync(here)).toContain('index.js')
  expect(differences(here, there)).toEqual([])
})

/** Builds a copy of the sources in a folder of its own; returns the folder of the bundle. */
function build(name: string, env: Record<string, string>): string {
  const clone = path.join(folder, name)
  for (const each of ['src', 'scripts', 'package.json', 'tsconfig.json', 'action.yml']) {
    fs.cpSync(path.join(ROOT, each), path.join(clone, each), { recursive: true })
  }
  lendPackages(ROOT, clone)
  const { PATH = '', SYSTEMROOT } = process.env
  execFileSync(process.execPath, ['scripts/build.ts'], {
    cwd: clone,
    env: { PATH, ...(SYSTEMROOT !== undefined && { SYSTEMROOT }), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return path.join(clone, 'dist')
}

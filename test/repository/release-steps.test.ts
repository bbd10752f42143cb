/**
 * The steps of `release.yml` that write, played as the runner plays them, with a `gh` that stands in for GitHub: a release
 * that goes wrong halfway, and one that something came in between of, leave nothing that says more than is true.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../checkers/workflows.ts'
import type { Repository } from './gh.ts'

interface Step {
  name: string
  run?: string
}

const THIS = '1'.repeat(40)
const OTHER = '2'.repeat(40)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'release-steps-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
fs.writeFileSync(
  path.join(folder, 'gh'),
  `#!/bin/sh\nexec '${process.execPath}' '${path.join(import.meta.dirname, 'gh.ts')}' "$@"\n`,
  { mode: 0o755 },
)

const steps: Step[] = parse(fs.readFileSync(path.join(ROOT, '.github/workflows/release.yml'), 'utf8')).jobs.publish
  .steps
const scripts = steps.filter(({ name, run }) => run !== undefined && !name.startsWith('The bundle'))

/** Plays what the job that publishes runs, to the first step that fails. */
function release(before: Repository, version = '1.2.0') {
  const state = path.join(folder, 'state.json')
  fs.writeFileSync(state, JSON.stringify(before))
  const env = { PATH: `${folder}:${process.env['PATH']}`, GH_STATE: state, VERSION: version }
  let failed: string | null = null
  for (const { name, run = '' } of scripts) {
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-c', run], {
      env: { ...env, GITHUB_SHA: THIS, GITHUB_REPOSITORY: 'o/r' },
      encoding: 'utf8',
    })
    if (status === 0) continue
    failed = `${name}: ${/^::error::(.*)$/m.exec(stdout)?.[1] ?? stderr.trim()}`
    break
  }
  return { failed, ...JSON.parse(fs.readFileSync(state, 'utf8')) }
}

// On Windows `bash` can be another system's; the job runs on Linux.
describe.runIf(process.platform !== 'win32')('what publishes', () => {
  test('the first release', () => {
    expect(release({ tags: {}, releases: [] })).toEqual({
      failed: null,
      tags: { 'v1.2.0': THIS, v1: THIS },
      releases: [{ tagName: 'v1.2.0', isDraft: false }],
    })
  })

  test('the next one, and one of another major version beside it', () => {
    const before = {
      tags: { 'v1.1.0': OTHER, v1: OTHER, 'v1.2.0-x': OTHER, 'v10.0.0': OTHER, v10: OTHER },
      releases: ['v1.1.0', 'v10.0.0'].map(tagName => ({ tagName, isDraft: false })),
    }
    expect(release(before)).toEqual({
      failed: null,
      tags: { ...before.tags, 'v1.2.0': THIS, v1: THIS },
      releases: [...before.releases, { tagName: 'v1.2.0', isDraft: false }],
    })
  })

  test('again, after the major tag could not be moved', () => {
    const before = { tags: { 'v1.2.0': THIS }, releases: [{ tagName: 'v1.2.0', isDraft: false }] }
    expect(release(before)).toEqual({ ...before, failed: null, tags: { ...before.tags, v1: THIS } })
  })

  test.each<[name: string, before: Repository, failed: RegExp]>([
    ['a tag that somebody made meanwhile', { tags: { 'v1.2.0': OTHER }, releases: [] }, /^The version.*a tag of 2{40}/],
    [
      'a draft that an earlier try left',
      { tags: {}, releases: [{ tagName: 'v1.2.0', isDraft: true }] },
      /^Publish.*Delete it/,
    ],
    [
      'a newer release: the major tag never goes back',
      {
        tags: { 'v1.2.0': THIS, 'v1.10.0': OTHER, v1: OTHER },
        releases: ['v1.10.0', 'v1.2.0'].map(tagName => ({ tagName, isDraft: false })),
      },
      /^Move.*v1\.10\.0/,
    ],
    ['GitHub that does not answer', { tags: {}, releases: [], isDown: true }, /^The version.*HTTP 503/s],
  ])('nothing is written: %s', (_, before, failed) => {
    expect(release(before)).toEqual({ ...before, failed: expect.stringMatching(failed) })
  })

  test('a tag that is made between the look and the release: the major tag stays', () => {
    const before: Repository = { tags: { v1: OTHER }, releases: [], tagMeanwhile: OTHER }
    expect(release(before)).toEqual({
      ...before,
      failed: expect.stringMatching(/^Move.*was released from 2{40}/),
      tags: { v1: OTHER, 'v1.2.0': OTHER },
      releases: [{ tagName: 'v1.2.0', isDraft: false }],
    })
  })
})

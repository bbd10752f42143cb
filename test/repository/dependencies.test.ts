import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  version: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const manifest: Record<string, Record<string, string>> = JSON.parse(read('package.json'))
const lock: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'))
const locked = Object.entries(lock.packages).filter(([place]) => place !== '')

/** Licences that go with MIT, and ask of a user no more than the notices in dist/licenses.txt. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT']

test('package.json names exact versions', () => {
  const direct = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap(kind =>
    Object.values(manifest[kind] ?? {}),
  )
  expect(direct.filter(version => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('the lockfile names no host, so that every registry will do, and pins every package by its hash', () => {
  expect(locked.filter(([, each]) => each.resolved !== undefined || each.link)).toEqual([])
  expect(locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
})

test('no install script runs, and no package of the bundle has one', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  expect(locked.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)).toEqual([])
})

test('the bundle holds packages of the lockfile, each with its notice, under licences that are allowed', () => {
  const notices = read('dist/licenses.txt').split(`\n${'-'.repeat(80)}\n\n`)
  for (const text of notices) {
    const [, name = '', version, licence = '', notice = ''] = /^(\S+) (\S+) \((.+)\)\n\n([\s\S]*)$/.exec(text) ?? []
    const pinned = locked.filter(([place, each]) => place.endsWith(`node_modules/${name}`) && each.version === version)
    expect(pinned, name).not.toEqual([])
    expect(ALLOWED, name).toContain(licence)
    expect(notice.trim(), name).not.toBe('')
  }
})

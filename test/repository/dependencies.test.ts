import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundledPackages } from '../../scripts/bundled.ts'
import { ROOT } from '../checkers/workflows.ts'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const manifest: Record<string, Record<string, string>> = JSON.parse(read('package.json'))
const lock: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'))
const direct = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap(kind =>
  Object.entries(manifest[kind] ?? {}),
)
const locked = Object.entries(lock.packages).filter(([place]) => place !== '')
const bundled = bundledPackages(path.join(ROOT, 'dist'))

/** Licences that go with MIT, and ask of a user no more than the notices in dist/licenses.txt. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT']

describe('docs/dev/dependencies.md', () => {
  const page = read('docs/dev/dependencies.md')

  test('has a row for each direct dependency', () => {
    const rows = page.split('\n').filter(line => line.startsWith('| `'))
    const named = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    const packages = named.filter(name => !/\.ts$|^zod\/mini$/.test(name ?? ''))
    expect(packages.toSorted()).toEqual(direct.map(([name]) => name).toSorted())
  })

  test('names only files that are there', () => {
    const names = [...page.matchAll(/`([\w/-]+\.(?:ts|md|txt|yaml))`/g)].map(([, name = '']) => name)
    const places = ['', 'src', 'scripts', 'dist']
    const lost = names.filter(name => !places.some(place => fs.existsSync(path.join(ROOT, place, name))))
    expect(lost).toEqual([])
  })
})

describe('package.json', () => {
  test('names exact versions', () => {
    expect(direct.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })
})

describe.each(['package-lock.json', 'scripts/mutants/package-lock.json'])('%s', file => {
  const lock: { packages: Record<string, Locked> } = JSON.parse(read(file))
  const locked = Object.entries(lock.packages).filter(([place]) => place !== '')
  const settings = read(path.join(path.dirname(file), '.npmrc'))

  test('names no host, so that every registry will do', () => {
    expect(locked.filter(([, each]) => each.resolved !== undefined || each.link)).toEqual([])
    expect(settings).toMatch(/^omit-lockfile-registry-resolved=true$/m)
    expect(settings).not.toMatch(/registry *=.*:|\/\//)
  })

  test('pins every package by its hash', () => {
    expect(locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  })

  test('no install script runs, and no package of the bundle has one', () => {
    expect(settings).toMatch(/^ignore-scripts=true$/m)
    expect(locked.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)).toEqual([])
  })
})

describe('the bundle', () => {
  test('holds something of each run-time dependency', () => {
    const unused = Object.keys(manifest['dependencies'] ?? {}).filter(name => !bundled.some(each => each.name === name))
    expect(unused).toEqual([])
  })

  test('holds packages of the lockfile, with licences that are allowed', () => {
    const found = bundled.map(({ name, version, licence }) => {
      const pinned = locked.filter(([place]) => place.endsWith(`node_modules/${name}`))
      return {
        name,
        isPinned: pinned.some(([, each]) => each.version === version && each.license === licence && !each.dev),
        isAllowed: ALLOWED.includes(licence),
      }
    })
    expect(found).toEqual(found.map(({ name }) => ({ name, isPinned: true, isAllowed: true })))
    expect(found).not.toEqual([])
  })
})

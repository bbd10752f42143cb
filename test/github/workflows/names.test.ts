import { describe, expect, test } from 'vitest'
import type { CheckNames } from '../../../src/github/workflows/names.ts'
import { job, workflow } from './workflow.ts'

const pattern = (prefix: string, suffix = '') => ({ prefix, suffix })

/** The names that are certain, and the pattern of those that are not. */
async function names(lines: string): Promise<Pick<CheckNames, 'certain' | 'pattern'>> {
  const found = (await job(lines)).checkNames
  return { certain: found.certain, pattern: found.pattern }
}

describe('a plain job is called', () => {
  test.each<[string, string[]]>([
    ['', ['a']],
    ['name: Unit tests', ['Unit tests']],
    ['name: "Unit: all"', ['Unit: all']],
    ['name: >-\n  Unit\n  tests', ['Unit tests']],
    ['name:', ['a']],
    ['name: ""', ['a']],
    ['name: 3.10', ['3.1']],
    ['name: true', ['true']],
    ['strategy: { fail-fast: false }', ['a']],
  ])('%j: %j', async (lines, certain) => {
    expect(await names(lines)).toEqual({ certain, pattern: null })
  })

  test.each<[string, ReturnType<typeof pattern>]>([
    // An expression.
    [`name: Unit \${{ inputs.x }} on \${{ inputs.y }} end`, pattern('Unit ', ' end')],
    [`name: \${{ inputs.x }}`, pattern('')],
    // Blanks around it.
    ['name: " x "', pattern('')],
    ['name: [x]', pattern('')],
  ])('%j: not known', async (lines, expected) => {
    expect(await names(lines)).toEqual({ certain: [], pattern: expected })
  })
})

describe('a matrix is called', () => {
  test.each<[string, string[]]>([
    ['os: [linux, mac]', ['a (linux)', 'a (mac)']],
    ['os: [linux, mac]\nnode: [18, 20]', ['a (linux, 18)', 'a (linux, 20)', 'a (mac, 18)', 'a (mac, 20)']],
    ['v: [3.10, "3.10", 007, true, 1.50]', ['a (3.1)', 'a (3.10)', 'a (7)', 'a (true)', 'a (1.5)']],
    ['v: ["", x, null]', ['a', 'a (x)', 'a']],
    ['os: [linux, mac]\nexclude: [{ os: MAC }]', ['a (linux)']],
    [
      'os: [linux, mac]\nnode: [18, 20]\nexclude: [{ os: mac, node: 18 }]',
      ['a (linux, 18)', 'a (linux, 20)', 'a (mac, 20)'],
    ],
  ])('%j: %j', async (matrix, certain) => {
    expect(await names(matrixOf(matrix))).toEqual({ certain, pattern: null })
  })

  test('with its literal name before the values', async () => {
    expect(await names(`name: Unit\n${matrixOf('os: [linux]')}`)).toEqual({ certain: ['Unit (linux)'], pattern: null })
  })

  test.each([
    'include: [{ os: linux }]',
    // GitHub calls the leg `a (linux, 1)`.
    'os: [linux]\ninclude: [{ os: linux, x: 1 }]',
    `os: [linux]\ninclude: \${{ fromJSON(inputs.more) }}`,
    `os: \${{ fromJSON(inputs.os) }}`,
    `os: ["\${{ inputs.os }}"]`,
    'os: [{ name: linux }]',
    'os: []',
    'os: linux',
    'v: [1.23456789012345678]',
    'os: [linux]\nexclude: [{ node: 18 }]',
    'os: [linux]\nexclude: [{}]',
    'os: [linux, mac]\nexclude: [{ os: linux, nosuch: [1] }]',
    'os: [linux, mac]\nexclude: [{ os: linux }, { os: [mac] }]',
    `os: [linux]\nexclude: \${{ fromJSON(inputs.not) }}`,
    'node: [18]\nexclude: [{ node: "18" }]',
    'os: [linux]\nexclude: [{ os: linux }]',
    `v: [${Array.from({ length: 257 }, (_, at) => at)}]`,
  ])('%j: not known', async matrix => {
    expect(await names(matrixOf(matrix))).toEqual({ certain: [], pattern: pattern('a (') })
  })

  test('by an expression: its beginning is known', async () => {
    const found = await names(`name: Unit \${{ matrix.os }}\n${matrixOf('os: [linux]')}`)
    expect(found).toEqual({ certain: [], pattern: pattern('Unit ') })
    expect((await names(`strategy: \${{ fromJSON(inputs.s) }}`)).pattern).toEqual(pattern('a ('))
  })
})

test('names are those of the jobs, in their order, with their lines', async () => {
  const { jobs, lineOf } = await workflow('on: push\njobs:\n  a: { runs-on: x }\n\n  b:\n    name: B\n')
  expect(jobs.map(({ id, checkNames: names }) => [id, lineOf('jobs', id), names.certain])).toEqual([
    ['a', 3, ['a']],
    ['b', 5, ['B']],
  ])
})

test('aliases count as what they stand for', async () => {
  expect(await names('name: &n Unit\nenv: { x: *n }')).toEqual({ certain: ['Unit'], pattern: null })
})

function matrixOf(lines: string): string {
  return `strategy:\n  matrix:\n${lines.replace(/^/gm, '    ')}`
}

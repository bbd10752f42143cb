import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { coverageOf } from '../../../src/github/workflows/coverage.ts'
import { parseWorkflows } from '../../../src/github/workflows/workflow.ts'

/** Few, so that jobs often have the name that is asked for. */
const WORDS = ['a', 'b', 'a (b)', 'a / b', 'A', '3.10', '3.1', '']
const word = fc.constantFrom(...WORDS)
const value = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.constantFrom<unknown>(3.1, true, null, { a: 'b' }, ['a'], `\${{ inputs.a }}`),
)

const item = fc.oneof({ weight: 9, arbitrary: value }, fc.dictionary(fc.constantFrom('x', 'y'), value, { minKeys: 1 }))
const matrix = fc.dictionary(
  fc.constantFrom('x', 'x', 'y', 'y', 'include', 'exclude'),
  fc.array(item, { minLength: 1, maxLength: 2 }),
)

interface JobFile {
  name?: unknown
  if?: string
  needs?: string
  strategy?: { matrix: Record<string, unknown[]> }
  uses?: string
}

/** With it or without. */
function maybe<Key extends string, Value>(
  key: Key,
  arbitrary: fc.Arbitrary<Value>,
): fc.Arbitrary<{ [Name in Key]?: Value }> {
  return fc
    .option(arbitrary, { freq: 2 })
    .map(made => (made === null ? {} : { [key]: made }) as { [Name in Key]?: Value })
}

const job: fc.Arbitrary<JobFile> = fc
  .tuple(
    maybe('name', value),
    maybe('if', fc.constantFrom("github.event_name == 'merge_group'", "github.event_name != 'merge_group'", 'needs.x')),
    maybe('needs', word),
    maybe('strategy', fc.record({ matrix })),
    maybe('uses', fc.constantFrom('./called.yml', 'octo/a/.github/workflows/b.yml@v1')),
  )
  .map(parts => Object.assign({}, ...parts))

const on = fc.constantFrom<unknown>('pull_request', ['push', 'merge_group'], ['workflow_call', 'merge_group'])
const file = fc.record({ on, jobs: fc.dictionary(fc.constantFrom('a', 'b', 'c'), job, { minKeys: 2 }) })

const VALUES = ['a', 'b', '3.1', '3.10', 'true']
const LEGS = ['', ...VALUES.map(each => ` (${each})`), ...VALUES.flatMap(x => VALUES.map(y => ` (${x}, ${y})`))]
const OWN = [...WORDS, 'c', 'true', `\${{ inputs.a }}`].flatMap(each => LEGS.map(leg => `${each}${leg}`))
/** The names that are asked about. */
const NAMES = [...OWN, ...OWN.flatMap(each => [`${each} / a`, `${each} / b (a)`])]

/** Whether GitHub might give this name to a check of the job. A name that an expression makes is nobody's. */
function mayBe(id: string, { name, strategy, uses }: JobFile, check: string): boolean {
  const own = name === undefined || name === null || name === '' ? id : String(name)
  if (own.includes('{{') || (name !== null && typeof name === 'object')) return false
  if (strategy?.matrix['include'] !== undefined) return false
  const names = strategy ? legs(strategy.matrix).map(values => (values === '' ? own : `${own} (${values})`)) : [own]
  if (uses === undefined) return names.includes(check)
  return uses === './called.yml' && names.some(caller => check.startsWith(`${caller} / `))
}

/** The values of all combinations of the lists, as names show them. */
function legs({ include: _, exclude: __, ...lists }: Record<string, unknown[]>): string[] {
  const all = Object.values(lists).reduce<string[][]>(
    (found, values) => found.flatMap(leg => values.map(each => [...leg, String(each ?? '')])),
    [[]],
  )
  return all.map(leg => leg.filter(each => each !== '').join(', '))
}

test('no check is called covered without a workflow for merge groups whose job has that name', async () => {
  let covered = 0
  await fc.assert(
    fc.asyncProperty(fc.record({ ci: file, called: file }), async files => {
      const texts = Object.entries(files).map(([path, content]) => ({ path: `${path}.yml`, text: stringify(content) }))
      const knowledge = {
        targetBranch: 'main',
        workflows: await parseWorkflows(texts, 'main'),
        unread: [],
        seen: { value: [] },
      }
      for (const name of NAMES) {
        const { verdict, job: by } = coverageOf({ name, appId: null }, knowledge)
        if (verdict !== 'covered') continue
        covered++
        const made = by?.file === 'ci.yml' ? files.ci : files.called
        expect(JSON.stringify(made.on)).toContain('merge_group')
        expect(made.jobs).toSatisfy(jobs => mayBe(by?.id ?? '', jobs[by?.id ?? ''] ?? {}, name))
      }
    }),
    { numRuns: 200 },
  )
  expect(covered).toBeGreaterThan(20)
})

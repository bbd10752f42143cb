import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONDITIONS, READS } from '../../src/facts/conditions.ts'
import { outputsOf } from '../../src/publish/outputs.ts'
import { INPUTS, TOKENS } from '../../src/setup/inputs.ts'
import { readInputs } from '../../src/setup/rules.ts'
import { result } from '../builders.ts'

interface ActionFile {
  name: string
  inputs: Record<string, { description: string; default: string; required?: boolean }>
  outputs: Record<string, { description: string }>
  runs: { using: string; main: string }
}

const action: ActionFile = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'))
const inputs = Object.entries(action.inputs)

describe('inputs', () => {
  test('it has each row of the table and the two tokens, and no other', () => {
    expect(inputs.map(([name]) => name).toSorted()).toEqual(INPUTS.toSorted())
  })

  const given = { endpoint: 'https://queue.example', organization: 'acme' } as Record<string, string>
  const empty = readInputs(name => given[name])

  test.each(
    inputs.filter(([name]) => !TOKENS.some(token => token === name) && name !== 'check-run-id' && name !== 'leg'),
  )('the default of %s is what an absent one means', (name, { default: value }) => {
    expect(typeof value).toBe('string')
    expect(value).not.toContain('${{')
    expect(readInputs(each => given[each] ?? (each === name ? value : undefined))).toEqual(empty)
  })

  test('the defaults are those of the interface', () => {
    const defaults: Record<string, string> = {
      'on-missing-token': 'fail',
      source: 'service',
      read: 'auto',
      require: 'none',
      'wait-timeout': '0s',
      'poll-interval': '15s',
      'request-timeout': '10s',
      'on-unavailable': 'fail',
      summary: 'always',
      annotations: 'true',
      comment: 'never',
      'dry-run': 'false',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
      'github-token': '${{ github.token }}',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
      leg: "${{ strategy.job-total > 1 && format('{0}-{1}', github.job, strategy.job-index) || github.job }}",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
      'check-run-id': '${{ job.check_run_id }}',
    }
    expect(Object.fromEntries(inputs.map(([name, input]) => [name, input.default]))).toEqual(
      Object.fromEntries(inputs.map(([name]) => [name, defaults[name] ?? ''])),
    )
  })

  test('a runner that does not know the check run leaves it unknown', () => {
    const idOf = (id: string) => readInputs(name => (name === 'check-run-id' ? id : given[name])).inputs.checkRunId
    expect(['77', '', 'null', '-1', '1e3'].map(idOf)).toEqual([77, null, null, null, null])
  })

  test('no input is marked required: the runner silently ignores the mark', () => {
    expect(inputs.filter(([, { required }]) => required !== undefined)).toEqual([])
  })

  test.each(CONDITIONS)('`require` names %s', condition => {
    const advice = 'Name it in the description of `require` in action.yml, then `npm run made`'
    expect(action.inputs['require']?.description, advice).toContain(`\`${condition}\``)
  })

  test.each(READS)('`read` names %s', read => {
    expect(action.inputs['read']?.description).toContain(`\`${read}\``)
  })

  test.each([
    ['on-missing-token', ['fail', 'skip']],
    ['on-unavailable', ['fail', 'warn']],
    ['summary', ['always', 'on-failure', 'never']],
    ['annotations', ['true', 'false']],
    ['comment', ['always', 'on-failure', 'never']],
    ['dry-run', ['true']],
  ])('%s names its values', (name, values) => {
    for (const value of values) expect(action.inputs[name]?.description).toContain(`\`${value}\``)
  })
})

describe('outputs', () => {
  test('the code sets every output, and no other, in this order', () => {
    expect(Object.keys(action.outputs)).toEqual(Object.keys(outputsOf(result(), null)))
  })
})

test.each([...inputs, ...Object.entries(action.outputs)])(
  '%s is described in whole sentences',
  (_, { description }) => {
    expect(description).toMatch(/^[A-Z`0].*\.$/)
    expect(description).not.toMatch(/ {2}|\n/)
  },
)

test('it runs on Node 24, from dist', () => {
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' })
})

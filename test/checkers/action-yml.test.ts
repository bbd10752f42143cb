import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONDITION_NAMES, READS } from '../../src/facts/facts.ts'
import { outputsOf } from '../../src/publish/outputs.ts'
import { INPUTS, readInputs } from '../../src/setup/inputs.ts'
import { result } from '../builders.ts'

interface ActionFile {
  inputs: Record<string, { description: string; default: string; required?: boolean }>
  outputs: Record<string, { description: string }>
  runs: { using: string; main: string }
}

const action: ActionFile = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'))
const inputs = Object.entries(action.inputs)

/** The defaults of the contract; all others are empty. */
const DEFAULTS: Record<string, string> = {
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
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
  'github-token': '${{ github.token }}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
  'check-run-id': '${{ job.check_run_id }}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
  'comment-key': '${{ github.workflow }}, ${{ github.job }}, ${{ strategy.job-index }}',
}

test('it has each row of the table of inputs and the two tokens, and no other, with these defaults', () => {
  const defaults = Object.fromEntries(inputs.map(([name, input]) => [name, input.default]))
  expect(defaults).toEqual(Object.fromEntries(INPUTS.map(name => [name, DEFAULTS[name] ?? ''])))
  // The runner silently ignores the mark.
  expect(inputs.filter(([, { required }]) => required !== undefined)).toEqual([])
})

test('a default is what an absent input means', () => {
  const fixed = inputs
    .map(([name, input]) => [name, input.default] as const)
    .filter(([, text]) => !text.includes('${{'))
  expect(readInputs(new Map(fixed))).toEqual(readInputs(new Map()))
})

test('the code sets every output, and no other', () => {
  expect(Object.keys(action.outputs).toSorted()).toEqual(Object.keys(outputsOf(result(), null).values).toSorted())
})

test.each([
  ['require', CONDITION_NAMES],
  ['read', READS],
  ['on-missing-token', ['fail', 'skip']],
  ['on-unavailable', ['fail', 'warn']],
  ['summary', ['always', 'on-failure', 'never']],
  ['annotations', ['true', 'false']],
  ['comment', ['always', 'on-failure', 'never']],
])('%s names its values', (name, values) => {
  const described = action.inputs[name]?.description ?? ''
  const missing = values.filter(value => !described.includes(`\`${value}\``))
  expect(missing, `Name it in the description of ${name} in action.yml, then npm run made`).toEqual([])
})

describe('descriptions', () => {
  test.each([...inputs, ...Object.entries(action.outputs)])('%s: whole sentences', (_, { description }) => {
    expect(description).toMatch(/^[A-Z`0].*\.$/)
    expect(description).not.toMatch(/ {2}|\n/)
  })
})

test('it runs on Node 24, from dist', () => {
  expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' })
})

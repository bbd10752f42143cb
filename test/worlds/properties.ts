import { readFileSync } from 'node:fs'
import { readActionFile } from '../launcher/action-file.js'
import type { Mismatch } from './oracle.ts'
import type { Ran } from './run.ts'
import type { GateWorld } from './world.ts'

const OUTPUTS = Object.keys(readActionFile(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')).outputs)

/** Checks the properties of every run, in any world. */
export function properties(world: GateWorld, ran: Ran): Mismatch[] {
  const found: Mismatch[] = []
  const expect = (holds: boolean, about: string, got: string, why: string) => {
    if (!holds) found.push({ kind: 'file', about, allowed: 'never', got, why })
  }
  expect(ran.thrown === null, 'thrown', String(ran.thrown), 'a run ends with a verdict, not with an exception')
  const absent = OUTPUTS.filter(name => ran.outputs[name] === undefined)
  expect(absent.length === 0, 'outputs', absent.join(', '), 'every output is written, empty where it is not determined')
  const odd = Object.entries(ran.outputs).filter(([, value]) => /^(undefined|null|NaN)$|\[object /.test(value))
  expect(odd.length === 0, 'outputs', odd.join('; '), 'an output that is not determined is empty')
  expect(ran.summary.trim() !== '', 'summary', 'empty', 'the summary is written')
  const report = ran.report as { conclusion?: unknown } | null
  expect(
    report !== null && report.conclusion === ran.outputs['conclusion'],
    'report',
    String(report?.conclusion),
    'the report is written and says the same conclusion',
  )
  const texts = [ran.log, ran.summary, JSON.stringify(ran.outputs), JSON.stringify(ran.report)].join('\n')
  expect(!/^\s+at .+:\d+:\d+\)?$/m.test(texts), 'stack trace', texts.match(/^\s+at .+$/m)?.[0] ?? '', 'no stack trace')
  expect(
    !texts.includes('internal-error') && !texts.includes('A defect of the action'),
    'internal-error',
    '',
    'no answer ends in an internal error',
  )
  const { conclusion } = ran.outputs
  const green =
    ['passed', 'reported', 'skipped'].includes(conclusion ?? '') ||
    (conclusion === 'unknown' && world.inputs['on-unavailable'] === 'warn')
  expect(ran.exit !== 0 || green, 'exit', `${conclusion}, exit 0`, 'exit 0 follows from the conclusion')
  const unmasked = texts
    .split('\n')
    .filter(line => !line.startsWith('::add-mask::'))
    .join('\n')
  for (const name of ['api-token', 'github-token']) {
    const token = world.inputs[name]
    expect(!token || !unmasked.includes(token), 'secret', name, 'a token is cut out everywhere')
  }
  for (const name of ['reasons', 'pull-requests', 'missing-statuses', 'failed-statuses']) {
    expect(
      isCompactList(ran.outputs[name] ?? ''),
      name,
      ran.outputs[name] ?? '',
      'JSON outputs are compact lists, or empty',
    )
  }
  return found
}

function isCompactList(text: string): boolean {
  if (text === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && JSON.stringify(value) === text
  } catch {
    return false
  }
}

import { expect, test } from 'vitest'
import { type Output, outputsOf as outputsIn } from '../../src/publish/outputs.ts'
import { reportSchema } from '../../src/publish/report-schema.ts'
import { result as anyResult } from '../builders.ts'
import { violationsOf } from '../checkers/github.ts'
import { maskLog } from '../launcher/log.js'
import type { RunResult } from '../launcher/runner.js'
import { GITHUB_TOKEN } from '../stand-in/github/state.js'
import { type LoggedRequest, TOKEN } from '../stand-in/service/server.js'
import type { Answer } from '../stand-in/service/state.js'
import { HEAD, type Json } from './bodies.ts'
import { runStep, type Step } from './step.ts'

const OUTPUTS = Object.keys(outputsIn(anyResult(), null).values) as Output[]

/** One that a case does not name is empty, but for `timed-out`: no case here waits. */
export type Outputs = Partial<Record<Output, string>>

/** A step, and all that has to come out. */
export interface Scenario extends Step {
  exit: 0 | 1
  /** Without the reasons, which follow. */
  outputs: Omit<Outputs, 'reason' | 'reasons'>
  /** The outputs that the case does not name may be anything. */
  hasOthers?: boolean
  /** The output `reasons` in short, `<condition>: <code>` or `<code>`; `reason` is the code of the first. */
  reasons?: string[]
  /** Sent to the service, sorted by path; those of one path in their order. */
  requests: ServiceRequest[]
  /** Sent to GitHub, as `GET /repos/…` or `graphql`; any, unless given, where GitHub is there. */
  githubRequests?: string[]
  /** The inputs that the failure messages name, a line each, in any order; `no input` for another message. */
  named?: string[]
}

export interface ServiceRequest {
  method: string
  path: string
  token: string | undefined
  body: unknown
}

export const ROCKET = { host: 'github.com', owner: 'acme', name: 'rocket' }

/** The requests, by the public description of the service: `docs/service.openapi.yaml`. */
export const asks = {
  pullRequest: (members: Json = {}) =>
    sent('getSubmittedPullRequest', { repo: ROCKET, pr: { number: 42 }, targetBranch: 'main', ...members }),
  queue: (members: Json = {}) => sent('getQueue', { repo: ROCKET, targetBranch: 'main', ...members }),
  testRun: (testRunId: string, members: Json = {}) =>
    sent('getMergeQueueTestingDetails', { repo: ROCKET, testRunId, targetBranch: 'main', ...members }),
  page: (token = '') =>
    sent('flaky-tests/list-quarantined-tests', {
      repo: ROCKET,
      org_url_slug: 'acme-org',
      page_query: { page_size: 100, page_token: token },
    }),
}

function sent(operation: string, body: Json): ServiceRequest {
  return { method: 'POST', path: `/v1/${operation}`, token: 'matches', body }
}

/** An answer of the service with a body that is sent as it stands. */
export function ok(body: unknown): Answer {
  return { status: 200, body }
}

/** A refusal in plain text, as the service has it. */
export function no(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, body, headers }
}

/** An outage that asks for more patience than a call has, so that no try follows and the case is quick. */
export function down(status: number): Answer {
  return no(status, 'try again later', { 'retry-after': '3600' })
}

/** The event fixture `pull-request`, as outputs. */
export const PULL_REQUEST: Outputs = {
  context: 'pull-request',
  'target-branch': 'main',
  'head-sha': HEAD,
  'pull-request': '42',
}

/** A step that ends before anything is asked can't have waited. */
export const NEVER_ASKED: Outputs = { 'timed-out': '' }

/** By the interface: any unmet is `failed`, else any unknown `unknown`, else `passed`; only the last one passes. */
export const CONCLUSIONS = {
  met: { exit: 0, conclusion: 'passed', ready: 'true' },
  unmet: { exit: 1, conclusion: 'failed', ready: 'false' },
  unknown: { exit: 1, conclusion: 'unknown', ready: 'unknown' },
} as const
export type Verdict = keyof typeof CONCLUSIONS

/** One case; a function, so that a misspelt member is an error where it stands. */
export function scenario(values: Scenario): Scenario {
  return values
}

/**
 * Registers the cases of a theme, each a run of the bundle. Exit code, outputs and requests are compared by the case
 * itself; the words that a user reads lie in `snapshots/<theme>.txt`.
 */
export function scenarios(theme: string, cases: Record<string, Scenario>): void {
  const words: Record<string, string> = {}

  test.concurrent.each(Object.entries(cases))(`${theme}: %s`, async (name, values) => {
    const { result, requests, github } = await runStep(values)
    const { exitCode, signal, stderr } = result
    words[name] = wordsOf(result)
    const actual = { exitCode, signal, stderr, outputs: outputsOf(result, values), requests: sentOf(requests) }
    expect({ ...actual, github: github.requests }).toEqual(expectedOf(values, github.requests))
    expect(await violationsOf(github)).toEqual([])
    expectReport(result)
    expectNoSecret(result, values.inputs?.['api-token'])
    if (values.named) expect(namedInputs(result)).toEqual(values.named.toSorted())
  })

  test(`${theme}: words`, async () => {
    const told = Object.keys(cases).map(name => `=== ${name}\n${words[name]}\n`)
    await expect(told.join('\n'), 'If that is meant: `npm run made`, then read the diff').toMatchFileSnapshot(
      `snapshots/${theme}.txt`,
    )
  })
}

function expectedOf(values: Scenario, any: string[]) {
  const { exit, outputs, hasOthers = false, reasons = [], requests, github, githubRequests } = values
  const usual = {
    ...Object.fromEntries(OUTPUTS.map(name => [name, ''])),
    'timed-out': 'false',
    source: requests.length > 0 ? 'service-v1' : '',
    'report-file': '<folder>/temp/merge-queue-gate-<id>.json',
    reason: reasons[0]?.replace(/^.*: /, '') ?? '',
  }
  return {
    ...{ exitCode: exit, signal: null, stderr: '', requests },
    outputs: { ...(hasOthers ? {} : usual), ...outputs, reasons },
    github: githubRequests ?? (github ? any : []),
  }
}

/** The cause is compared where a case names it: `test/gate/causes.test.ts` has a case for each. */
function outputsOf(result: RunResult, { outputs, hasOthers = false }: Scenario): Record<string, unknown> {
  const { reasons = 'none', 'report-file': file = 'none', diagnosis, ...others } = result.outputs
  const cause = outputs.diagnosis === undefined ? '' : diagnosis
  const all: Record<string, unknown> = { ...others, diagnosis: cause, 'report-file': normalised(file, result) }
  const named = hasOthers ? Object.fromEntries(Object.keys(outputs).map(name => [name, all[name]])) : all
  return { ...named, reasons: shortReasons(reasons) }
}

/** The codes with their conditions. The messages are checked to be one line each. */
function shortReasons(text: string): unknown {
  if (text === 'none') return text
  const reasons: { code: string; condition: string | null; message: string }[] = JSON.parse(text)
  expect(text).toBe(JSON.stringify(reasons))
  return reasons.map(reason => {
    expect(Object.keys(reason)).toEqual(['code', 'condition', 'message'])
    expect(reason.message).toMatch(/^\S.*\S$/)
    return reason.condition === null ? reason.code : `${reason.condition}: ${reason.code}`
  })
}

/** What only explains decides nothing and is left out: the live answers play it. */
function sentOf(requests: LoggedRequest[]): ServiceRequest[] {
  return requests
    .filter(
      ({ path, body }) => !Object.hasOwn(Object(body), 'includeTimeline') && !path.includes('queue-entry-history'),
    )
    .map(({ method, path, headers, body }) => {
      return { method, path, token: headers['x-api-token'] ?? headers['authorization'], body }
    })
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** The log without its groups: summary, comment and status render the same sentences. */
function wordsOf(result: RunResult): string {
  const log = maskLog(result.stdout)
    .replace(/^::group::[\s\S]*?^::endgroup::\n/gm, '')
    .split('\n')
    .filter(line => !line.startsWith('::debug::'))
  return normalised(log.join('\n').trimEnd(), result)
}

/** Texts without what differs from run to run. */
function normalised(text: string, { folder }: { folder: string }): string {
  return text
    .replaceAll(folder, '<folder>')
    .replace(/(?<=merge-queue-gate-)[\da-f]{13}(?=\.json)/g, '<id>')
    .replace(/(?<=127\.0\.0\.1:(?:&#8203;)?)\d+/g, '<port>')
    .replace(/\b\d+ (?:tries|try) in [\d.]+ s/g, 'N tries in T')
    .replace(/(?<=\bin )[\d.]+ s\b/g, 'T')
    .replace(/(?<=after )\d+(?= tries)/g, 'N')
    .replace(/(?<=, request \w+-)\d+/g, 'N')
}

/** The report file is there wherever the outputs name it, has the published shape and says what the outputs say. */
export function expectReport({ report, outputs }: RunResult): void {
  if (outputs['report-file'] === '') return
  const { conclusion, reasons } = reportSchema.parse(report)
  expect({
    conclusion,
    reasons: reasons.map(({ code, condition, message }) => ({ code, condition, message })),
  }).toEqual({ conclusion: outputs['conclusion'], reasons: JSON.parse(outputs['reasons'] ?? 'null') })
}

/**
 * No token is anywhere but in the commands that have it masked.
 *
 * @param given `api-token`, if it is not the usual one; the parts of a broken one count each
 */
export function expectNoSecret({ stdout, stderr, outputs, summary, files }: RunResult, given = ''): void {
  const log = stdout.split('\n').filter(line => !line.startsWith('::add-mask::'))
  const everything = JSON.stringify([log, stderr, outputs, summary, files])
  for (const token of [TOKEN, GITHUB_TOKEN, ...given.split(/\s+/).filter(part => part !== '')]) {
    for (const form of [token, Buffer.from(token).toString('base64').replace(/=+$/, '')]) {
      expect(everything).not.toContain(form)
    }
  }
}

/** The inputs that failure messages name: those that are wrong, and those that have to be set for another one. */
function namedInputs({ stdout }: RunResult): string[] {
  return (
    stdout
      .split('\n')
      // Past ten annotations, which is all that GitHub shows of a step, an error is a plain line.
      .filter(line => line.startsWith('::error') || line.startsWith('Error: '))
      .map(line => /^(?:::error .*?::|Error: )Input `([^`]+)`(?::| \w)/.exec(line)?.[1] ?? setBy(line))
      .toSorted()
  )
}

/** `require: ready` and the like need a value: the first input that the message says to set. */
function setBy(line: string): string {
  return /(?:::|Error: )`(?:require|read): .* Set `([^`]+)`/.exec(line)?.[1] ?? 'no input'
}

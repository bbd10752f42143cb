import { expect, test } from 'vitest'
import { type Output, outputsOf as outputsIn } from '../../src/publish/outputs.ts'
import { reportSchema } from '../../src/publish/report-schema.ts'
import { result as anyResult } from '../builders.ts'
import { type EventFixture, loadEvent } from '../events/index.js'
import { maskLog } from '../launcher/log.js'
import { type RunOptions, type RunResult, runAction } from '../launcher/runner.js'
import { GITHUB_TOKEN, type GitHubAnswer, type GitHubRequest, startGitHub } from '../stand-in/github/server.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import type { Answer, OperationName } from '../stand-in/service/state.js'
import { HEAD, type Json } from './bodies.ts'

const OUTPUTS = Object.keys(outputsIn(anyResult(), null).values) as Output[]

/** One that a case does not name is empty, but for `timed-out`: no case here waits. */
export type Outputs = Partial<Record<Output, string>>

/** A case with all that has to come out. */
export interface Scenario {
  /** `pull-request`, unless given: #42, mona/more-thrust into main. */
  event?: EventFixture | RunOptions['event']
  /** Beside `endpoint` and `api-token`, which every case has unless it takes them away with an empty text. */
  inputs?: Record<string, string>
  /** Answers of the service; anything that is not here is a 404 in plain text. */
  answers?: Partial<Record<OperationName, Answer | Answer[]>>
  /** GitHub's answer for #42. With it `github-token` is there, unless `githubToken` says otherwise. */
  github?: GitHubAnswer
  githubToken?: string
  env?: Record<string, string | undefined>
  /** Files of the workspace, text by path. */
  workspace?: Record<string, string>
  /** The summary file before the step. */
  summary?: string
  exit: 0 | 1
  /** Without the reasons, which follow. */
  outputs: Omit<Outputs, 'reason' | 'reasons'>
  /** The output `reasons` in short, `<condition>: <code>` or `<code>`; `reason` is the code of the first. */
  reasons?: string[]
  /** Sent to the service, sorted by path; those of one path in their order. */
  requests: ServiceRequest[]
  /** Requests to GitHub about #42. */
  githubRequests?: number
  /** The inputs that the failure messages name, a line each, in any order; `no input` for another message. */
  named?: string[]
  /** Repeated requests count once: how many tries fit in is a matter of chance. */
  retries?: boolean
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

/** The output `report-file`. */
export const REPORT_FILE = '<folder>/temp/merge-queue-gate-<id>.json'

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
  const runs = new Map<string, Promise<Ran>>()
  const runOf = (name: string, values: Scenario) => {
    const run = runs.get(name) ?? runScenario(values)
    runs.set(name, run)
    return run
  }
  const entries = Object.entries(cases)

  test.concurrent.each(entries)(`${theme}: %s`, async (name, values) => {
    const ran = await runOf(name, values)
    const { exitCode, signal, stderr } = ran.result
    const { outputs, requests, github } = ran
    expect({ exitCode, signal, stderr, outputs, requests, github }).toEqual(expectedOf(values))
    expectReport(ran.result)
    expectNoSecret(ran.result, values.inputs?.['api-token'])
    if (values.named) expect(namedInputs(ran.result)).toEqual(values.named.toSorted())
  })

  test(`${theme}: words`, async () => {
    const told = await Promise.all(
      entries.map(async ([name, values]) => `=== ${name}\n${wordsOf((await runOf(name, values)).result)}\n`),
    )
    await expect(told.join('\n'), MADE_ANEW).toMatchFileSnapshot(`snapshots/${theme}.txt`)
  })
}

/** Advice where a snapshot differs or is not there. */
export const MADE_ANEW = 'If that is meant: `npm run made`, then read the diff'

/** A run with its texts made comparable. */
export interface Ran {
  result: RunResult
  outputs: Record<string, unknown>
  requests: ServiceRequest[]
  github: GitHubRequest[]
}

export async function runScenario(values: Scenario, options: Partial<RunOptions> = {}): Promise<Ran> {
  const { event = 'pull-request', github, githubToken, summary, workspace } = values
  const loaded = typeof event === 'string' ? loadEvent(event) : { ...event, env: {} }
  const service = await startService({ state: { repositories: [], answers: values.answers ?? {} } })
  const standIn = await startGitHub({ pullRequests: github ? { 'acme/rocket#42': github } : {} })
  try {
    const result = await runAction({
      event: loaded,
      inputs: inputsOf(values, service.url),
      env: { GITHUB_API_URL: standIn.url, ...loaded.env, ...values.env },
      githubToken: githubToken ?? (github ? GITHUB_TOKEN : ''),
      ...(summary === undefined ? {} : { summary }),
      ...(workspace === undefined ? {} : { workspace }),
      ...options,
    })
    return {
      result,
      outputs: outputsOf(result, values),
      requests: requestsOf(service.requests, values.retries ?? false),
      github: standIn.requests,
    }
  } finally {
    await Promise.all([service.close(), standIn.close()])
  }
}

/** `<service>` in an endpoint is the service's own address. */
function inputsOf({ inputs = {} }: Scenario, url: string): Record<string, string> {
  const { endpoint = '<service>' } = inputs
  return { 'api-token': TOKEN, ...inputs, endpoint: endpoint.replace('<service>', url) }
}

function expectedOf({ exit, outputs, reasons = [], requests, githubRequests = 0 }: Scenario) {
  const request = { method: 'GET', path: '/repos/acme/rocket/pulls/42', token: 'matches' }
  return {
    exitCode: exit,
    signal: null,
    stderr: '',
    outputs: {
      ...Object.fromEntries(OUTPUTS.map(name => [name, ''])),
      'timed-out': 'false',
      source: requests.length > 0 ? 'service-v1' : '',
      'report-file': REPORT_FILE,
      reason: reasons[0]?.replace(/^.*: /, '') ?? '',
      reasons,
      ...outputs,
    },
    requests,
    github: Array.from({ length: githubRequests }, () => request),
  }
}

/** The cause is compared where a case names it: `test/gate/causes.test.ts` has a case for each. */
function outputsOf(result: RunResult, { outputs }: Scenario): Record<string, unknown> {
  const { reasons = 'none', 'report-file': file = 'none', diagnosis, ...others } = result.outputs
  const cause = outputs.diagnosis === undefined ? '' : diagnosis
  return { ...others, diagnosis: cause, reasons: shortReasons(reasons), 'report-file': normalised(file, result) }
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

function isExplaining({ path, body }: { path: string; body: unknown }): boolean {
  const isTimeline = typeof body === 'object' && body !== null && 'includeTimeline' in body
  return isTimeline || path.includes('queue-entry-history')
}

function requestsOf(
  requests: { method: string; path: string; headers: Record<string, string>; body: unknown }[],
  once: boolean,
): ServiceRequest[] {
  const log = requests
    // What only explains decides nothing: the live answers play it.
    .filter(each => !isExplaining(each))
    .map(({ method, path, headers, body }) => {
      return { method, path, token: headers['x-api-token'] ?? headers['authorization'], body }
    })
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  if (!once) return log
  const seen = new Set<string>()
  return log.filter(request => seen.size < seen.add(JSON.stringify(request)).size)
}

/** The log without its groups: summary, comment and status render the same sentences. */
export function wordsOf(result: RunResult): string {
  const log = maskLog(result.stdout)
    .replace(/^::group::[\s\S]*?^::endgroup::\n/gm, '')
    .split('\n')
    .filter(line => !line.startsWith('::debug::'))
  return normalised(log.join('\n').trimEnd(), result)
}

/** Texts without what differs from run to run. */
export function normalised(text: string, { folder }: { folder: string }): string {
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

/** Plays a live answer through the whole action in this process: virtual time, and the file answers for the service. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { HttpAnswer, HttpRequest } from '../../src/http/exchange.ts'
import { main } from '../../src/main.ts'
import { readCommandFile } from '../launcher/command-file.js'
import { inputVariables, workflowEnvironment } from '../launcher/environment.js'
import { type VirtualClock, virtualClock } from '../poll/clock.ts'
import { answered } from '../sources/doubles.ts'
import { toolkitInto } from '../toolkit.ts'

export interface LiveAnswer {
  /** The situation in one sentence. */
  what: string
  api: 'v1' | 'v2'
  /** Bodies by operation; `$byNumber` and `$byId` hold one for each thing asked about, `$status` and `$text` no JSON. */
  answers: Record<string, Body>
  cases: LiveCase[]
}

type Body = Record<string, unknown>

export interface LiveCase {
  require: string
  inputs?: Record<string, string>
  /** The event; a dispatched workflow where there is none. */
  on?: { eventName: string; event: unknown; env: Record<string, string> }
  files?: Record<string, string>
  expect: {
    conclusion: string | string[]
    outputs?: Record<string, string>
    /** The least number of polls. */
    polls?: number
    /** Patterns that the log has to hold, or must not hold. */
    tells?: string
    says?: string
    not?: string
  }
}

export interface Played {
  conclusion: string
  outputs: Record<string, string>
  polls: number
  log: string
  summary: string
}

/** Two minutes after the newest time of the answers. */
export const NOW = Date.parse('2026-11-26T10:42:00Z')
const DISPATCHED = {
  eventName: 'workflow_dispatch',
  event: { ref: 'refs/heads/main', repository: { full_name: 'acme/shop', default_branch: 'main' } },
  env: {},
}

/** Runs the action on a case, with the answers of the file. */
export function play({ api, answers }: LiveAnswer, given: LiveCase): Promise<Played> {
  return playAgainst(request => answerOf(answers, request), api, given)
}

/** Runs the action on a case. */
export async function playAgainst(
  answer: (request: HttpRequest) => HttpAnswer,
  api: LiveAnswer['api'],
  { require, inputs, on = DISPATCHED, files = {} }: Omit<LiveCase, 'expect'>,
): Promise<Played> {
  const folder = mkdtempSync(path.join(tmpdir(), 'live-'))
  const clock = virtualClock(NOW)
  const lines: string[] = []
  let polls = 0
  try {
    writeFileSync(path.join(folder, 'event.json'), JSON.stringify(on.event))
    for (const [name, text] of Object.entries({ output: '', summary: '', ...files })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    const world = {
      environment: environmentOf(folder, on, { require, ...inputs, 'api-token': KEYS[api] }),
      clock,
      toolkit: toolkitInto(line => lines.push(line)),
      random: () => 0.5,
      createExchange: () => async (request: HttpRequest) => {
        if (isPoll(request)) polls++
        return answer(request)
      },
      signal: new AbortController().signal,
    }
    await untilSettled(main(world), clock)
    const outputs = readCommandFile(readFileSync(path.join(folder, 'output'), 'utf8'))
    const summary = readFileSync(path.join(folder, 'summary'), 'utf8')
    return { conclusion: outputs['conclusion'] ?? '', outputs, polls, log: lines.join('\n'), summary }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const KEYS = { v1: 'the-key-of-tests', v2: 'acme_v2_thekeyoftests' }

function environmentOf(folder: string, on: NonNullable<LiveCase['on']>, given: Record<string, string>) {
  return {
    ...workflowEnvironment({ name: on.eventName, payload: on.event }),
    ...on.env,
    ...inputVariables({ endpoint: 'https://queue.example.com', ...given }),
    GITHUB_EVENT_NAME: on.eventName,
    GITHUB_EVENT_PATH: path.join(folder, 'event.json'),
    GITHUB_OUTPUT: path.join(folder, 'output'),
    GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: folder,
  }
}

/** Every poll of these cases asks about the pull request, or the queue, once; what explains is no poll. */
function isPoll({ url, body }: HttpRequest): boolean {
  const { includeTimeline } = JSON.parse(body ?? '{}')
  return !includeTimeline && /\/(?:getSubmittedPullRequest|pull-requests)$/.test(url.pathname)
}

function answerOf(answers: LiveAnswer['answers'], { url, body }: HttpRequest): HttpAnswer {
  const { pr, testRunId, includeTimeline } = JSON.parse(body ?? '{}')
  const segments = url.pathname.split('/').slice(2)
  const [collection = '', id = '', ...more] = segments
  const name = body === null ? [collection, ...(id ? ['{id}'] : []), ...more].join('/') : (segments.at(-1) ?? '')
  const given = partOf(answers[name], String(pr?.number), testRunId ?? id)
  if (given === undefined)
    return body === null ? answered(404, { error: { code: 'NOT_FOUND' } }) : answered(404, 'Not Found')
  if (typeof given['$status'] === 'number') return answered(given['$status'], given['$text'] ?? '')
  const { timeline, ...without } = given
  return answered(200, includeTimeline ? { ...without, timeline } : without)
}

/** The body for the thing asked about. */
function partOf(body: Body | undefined, number: string, id: string): Body | undefined {
  const byNumber = body?.['$byNumber'] as Record<string, Body> | undefined
  const byId = (body?.['$byId'] ?? (body && id in body ? body : undefined)) as Record<string, Body> | undefined
  if (byNumber) return byNumber[number]
  if (byId) return byId[id]
  return body && Object.keys(body).length > 0 ? body : undefined
}

/** Moves the time on while nothing else is left to do; files and modules take real time. */
async function untilSettled(work: Promise<unknown>, clock: VirtualClock): Promise<void> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  work.then(settle, settle)
  while (!isSettled) {
    for (let turn = 0; turn < 5 && !isSettled; turn++) await setTimeout(1)
    if (!isSettled) clock.step()
  }
  await work
}

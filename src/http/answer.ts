import { isUtf8 } from 'node:buffer'
import type { Failure } from '../facts/facts.ts'
import { formatDuration } from '../text/duration.ts'
import { asText, code, type Message, plain, say } from '../text/message.ts'
import { type Clean, cleanStart, cleanTexts } from '../text/outside.ts'
import { ExchangeError, type HttpAnswer, isOutageStatus } from './exchange.ts'

/** How requests and errors of the service's two APIs differ. */
export interface ServiceApi {
  /** The headers that every request needs, the token among them. */
  headers(token: string): Record<string, string>
  /** The service's error in a body, with the text to show; null if a server in front of the service wrote the body. */
  errorIn(body: string): { code: string; text: string } | null
}

export interface Problem {
  kind: ProblemKind
  /** Completes the sentence that the host begins: ` answered 503`. */
  sentenceEnd: Message
  /** The start of the body; empty if it says nothing. */
  excerpt?: string
  /** Replaces the headline of the kind. */
  headline?: Message
}

interface AnswerContext {
  clean: Clean
  api: ServiceApi
  /** The service has answered this step before, so its host exists, whatever the name server says now. */
  hasAnswered: boolean
}

/** The JSON of an answer, the service's "there is none", or why neither came. */
type Interpreted = { json: unknown } | { absent: true } | Problem

/** Makes facts of an answer's JSON; throws a DocumentError if the JSON has the wrong shape. */
export type Reader<T> = (json: unknown) => T

function permanent(reason: Failure['code'], remedy: Message): Omit<Failure, 'message'> {
  return { code: reason, remedy, outage: false }
}

function outage(remedy: Message, headline?: string): Omit<Failure, 'message'> {
  return { code: 'service-unavailable', remedy, outage: true, ...(headline !== undefined && { headline }) }
}

const CHECK_ADDRESS = say`Check that ${code('endpoint')} is the address of the service`
const CHECK_REACH = say`Check ${code('endpoint')}, and that the runner can reach it`

/** The kinds of problems, each with its remedy. An outage is tried again, a permanent problem is not. */
const FAILURE_BY_KIND = {
  'token-refused': permanent('token-refused', 'Check that its secret holds a valid key of the right organization.'),
  'request-refused': permanent(
    'request-refused',
    say`Check ${code('endpoint')}, ${code('repository')}, ${code('target-branch')}, and ${code('organization')} or ${code('test-collection')}.`,
  ),
  'rate-limited': outage(
    say`The whole organization shares this limit. Run the job again later, or with a longer ${code('poll-interval')} where steps wait.`,
    "The queue's service limits requests",
  ),
  unavailable: outage('Run the job again when the service is back.', "The queue's service is not available"),
  network: outage(say`${CHECK_REACH}; if both are right, run the job again when the service is back.`),
  'time-out': outage(say`${CHECK_REACH}; if both are right, raise ${code('request-timeout')}.`),
  proxy: permanent('service-unavailable', 'Set that proxy variable to an http or https URL, or remove it.'),
  'host-not-found': permanent(
    'host-not-found',
    say`Check ${code('endpoint')}, and a proxy variable if one names this host. If ${code('endpoint')} comes from ${code('vars.X')}, check that variable.`,
  ),
  'too-large': permanent('answer-too-large', say`${CHECK_ADDRESS}.`),
  redirected: permanent(
    'redirected',
    say`Set ${code('endpoint')} to the final address; redirects are not followed, so that the token stays where it belongs.`,
  ),
  certificate: permanent(
    'certificate-invalid',
    "Have the certificate and its chain corrected. If an authority of your own signed it, name the file of that authority's certificate in NODE_EXTRA_CA_CERTS.",
  ),
  contract: permanent('contract-broken', say`${CHECK_ADDRESS}; if it is, report this with the log.`),
}

type ProblemKind = keyof typeof FAILURE_BY_KIND

export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(asText(failure.message))
    this.failure = failure
  }
}

/**
 * The failure of a call, with a sentence such as `queue.example.com answered 503, 5 times in 3.3 s.`
 *
 * @param host with its port if the port is not the usual one
 */
export function toFailure(problem: Problem, host: string, attempts: number, elapsedMs: number): Failure {
  const { kind, sentenceEnd, excerpt = '', headline } = problem
  const tries = attempts < 2 ? '' : `, ${attempts} times in ${formatDuration(elapsedMs)}`
  const message = say`${host}${sentenceEnd}${tries}${excerpt === '' ? '' : `: "${excerpt}"`}.`
  return { ...FAILURE_BY_KIND[kind], message, ...(headline !== undefined && { headline }) }
}

/** What an answer, or an exchange without one, means. Tokens are cut out of all texts. */
export function interpret(outcome: HttpAnswer | ExchangeError, context: AnswerContext): Interpreted {
  if (outcome instanceof ExchangeError) {
    const kind = outcome.kind === 'host-not-found' && context.hasAnswered ? 'network' : outcome.kind
    return { kind, sentenceEnd: `: ${outcome.message}` }
  }
  return outcome.status === 200 ? interpretBody(outcome.body, context) : interpretStatus(outcome, context)
}

/** The problem with an answer that is not as the service's API describes it. */
export function brokenContract(what: Message, excerpt = ''): Problem {
  return { kind: 'contract', sentenceEnd: say`: unexpected response, ${what}`, excerpt }
}

function interpretBody(body: Buffer, { clean }: AnswerContext): Interpreted {
  if (!isUtf8(body)) return brokenContract('invalid UTF-8')
  const text = body.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return brokenContract('an empty body')
  try {
    return { json: cleanTexts(JSON.parse(text), clean) }
  } catch {
    return brokenContract(isPage(text) ? 'a web page' : 'not JSON', excerptOf(text, clean))
  }
}

/** Excerpts are taken from at most this many characters of a body. */
const LONGEST_START = 50_000

function interpretStatus({ status, headers, body }: HttpAnswer, { clean, api }: AnswerContext): Interpreted {
  const text = cleanStart(body.toString('utf8'), LONGEST_START, clean)
  const apiError = api.errorIn(text)
  const excerpt = excerptOf(apiError?.text ?? text, clean)
  if (status === 429) return { kind: 'rate-limited', sentenceEnd: ' answered 429 (rate limited)', excerpt }
  if (status === 401 || status === 403 || apiError?.code === 'INSUFFICIENT_PERMISSIONS') {
    return { kind: 'token-refused', sentenceEnd: say` refused ${code('api-token')} (${status})` }
  }
  if (status === 404 && (isPage(text) || /html/i.test(headers['content-type'] ?? ''))) {
    const headline = say`${code('endpoint')} is not the queue's service`
    return { kind: 'contract', sentenceEnd: ' answered 404 with a web page', headline }
  }
  if (status === 404 && apiError === null) {
    return { kind: 'contract', sentenceEnd: ' answered 404 without an error code of the service', excerpt }
  }
  if (status === 404) return { absent: true }
  if (isOutageStatus(status)) return { kind: 'unavailable', sentenceEnd: ` answered ${status}`, excerpt }
  if (status >= 300 && status < 400) {
    const target = headers.location === undefined ? '' : ` to ${plain(clean(headers.location), 120)}`
    return { kind: 'redirected', sentenceEnd: ` redirected (${status})${target}` }
  }
  if (status >= 400) return { kind: 'request-refused', sentenceEnd: ` answered ${status}`, excerpt }
  return brokenContract(`the status ${status}`, excerpt)
}

/** The start of a body as one harmless line; empty for a web page, because the service writes none. */
export function excerptOf(body: string, clean: Clean): string {
  const text = cleanStart(body, LONGEST_START, clean)
  // A token with blanks may be broken over lines, so the text is cleaned again as one line.
  const start = plain(clean(text.replace(/\s+/g, ' ')), 200)
  // A start without a letter, such as `{}`, says nothing.
  return isPage(text) || !/\p{L}/u.test(start) ? '' : start
}

function isPage(text: string): boolean {
  return /^\s*<|<(?:!doctype|html|head|body)\b/i.test(text.slice(0, 2000))
}

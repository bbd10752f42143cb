import { isUtf8 } from 'node:buffer'
import type { Failure } from '../facts/facts.ts'
import { formatDuration } from '../text/duration.ts'
import { asText, code, type Message, plain, say } from '../text/message.ts'
import { type Clean, cleanStart, cleanTexts } from '../text/outside.ts'
import { ExchangeError, type HttpAnswer, isOutageStatus } from './exchange.ts'

/** Differences between the service's two APIs in transport. */
export interface ServiceApi {
  /** Headers of every request, with the credential. */
  headers(token: string): Record<string, string>
  /** The service's error in a body, with the text worth showing; null if a server in front of the service wrote it. */
  errorIn(body: string): { code: string; text: string } | null
}

/** A call got no usable answer. */
export interface Problem {
  kind: FailureKind
  /** What happened, worded to follow the host. */
  what: Message
  /** The start of the body; empty if it says nothing. */
  excerpt?: string
  headline?: Message
}

interface Means {
  clean: Clean
  api: ServiceApi
  /** The service has answered this step at least once, so its host exists, whatever its name server says now. */
  reached: boolean
}

type Interpreted = { json: unknown } | { absent: true } | Problem

/** Makes facts of an answer's JSON; throws a DocumentError if it has the wrong shape. */
export type Reader<T> = (json: unknown) => T

function refusal(code: Failure['code'], remedy: Message): Omit<Failure, 'message'> {
  return { code, remedy, outage: false }
}

function outage(remedy: Message, headline?: string): Omit<Failure, 'message'> {
  return { code: 'service-unavailable', remedy, outage: true, ...(headline !== undefined && { headline }) }
}

const CHECK_ADDRESS = say`Check that ${code('endpoint')} is the address of the service`
const CHECK_REACH = say`Check ${code('endpoint')}, and that the runner can reach it`

/** The kinds of calls without a usable answer, each with its remedy. An outage, a refusal and a "no" are three things. */
const FAILURES = {
  'token-refused': refusal('token-refused', 'Check that its secret holds a valid key of the right organization.'),
  'request-refused': refusal(
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
  proxy: refusal('service-unavailable', 'Set the variable to an http or https URL, or remove it.'),
  'host-not-found': refusal(
    'host-not-found',
    say`Check ${code('endpoint')}, and a proxy variable if one names this host. If it comes from ${code('vars.X')}, check that variable.`,
  ),
  'too-large': refusal('answer-too-large', say`${CHECK_ADDRESS}.`),
  redirected: refusal(
    'redirected',
    say`Set ${code('endpoint')} to the final address; redirects are not followed, so that the token stays where it belongs.`,
  ),
  certificate: refusal(
    'certificate-invalid',
    "Have the certificate and its chain corrected. If an authority of your own signed it, name the file of that authority's certificate in NODE_EXTRA_CA_CERTS.",
  ),
  contract: refusal('contract-broken', say`${CHECK_ADDRESS}; if it is, report this with the log.`),
}

type FailureKind = keyof typeof FAILURES

/** A read of the service failed. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** As data, for the facts. */
  readonly failure: Failure

  constructor(failure: Failure) {
    super(asText(failure.message))
    this.failure = failure
  }
}

/**
 * A failed call as data, with a sentence such as `queue.example.com answered 503, 5 times in 3.3 s.` The log names the
 * operation.
 *
 * @param host with its port if that is not the usual one
 */
export function failureOf(problem: Problem, host: string, attempts: number, elapsedMs: number): Failure {
  const { kind, what, excerpt = '', headline } = problem
  const tries = attempts < 2 ? '' : `, ${attempts} times in ${formatDuration(elapsedMs)}`
  const message = say`${host}${what}${tries}${excerpt === '' ? '' : `: "${excerpt}"`}.`
  return { ...FAILURES[kind], message, ...(headline !== undefined && { headline }) }
}

/** The JSON of an answer, the service's "there is none", or the problem that the outcome of an exchange means. */
export function interpret(outcome: HttpAnswer | ExchangeError, means: Means): Interpreted {
  if (outcome instanceof ExchangeError) {
    const kind = outcome.kind === 'host-not-found' && means.reached ? 'network' : outcome.kind
    return { kind, what: `: ${outcome.message}` }
  }
  return outcome.status === 200 ? documentOf(outcome.body, means) : meaningOf(outcome, means)
}

/** An answer that is not as the service's API describes it. */
export function unexpected(what: Message, excerpt = ''): Problem {
  return { kind: 'contract', what: say`: unexpected response, ${what}`, excerpt }
}

function documentOf(body: Buffer, { clean }: Means): Interpreted {
  if (!isUtf8(body)) return unexpected('invalid UTF-8')
  const text = body.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return unexpected('an empty body')
  try {
    return { json: cleanTexts(JSON.parse(text), clean) }
  } catch {
    return unexpected(isPage(text) ? 'a web page' : 'not JSON', excerptOf(text, clean))
  }
}

function meaningOf({ status, headers, body }: HttpAnswer, { clean, api }: Means): Interpreted {
  const text = cleanStart(body.toString('utf8'), LONGEST_START, clean)
  const apiError = api.errorIn(text)
  const excerpt = excerptOf(apiError?.text ?? text, clean)
  if (status === 429) return { kind: 'rate-limited', what: ' answered 429 (rate limited)', excerpt }
  if (status === 401 || status === 403 || apiError?.code === 'INSUFFICIENT_PERMISSIONS') {
    return { kind: 'token-refused', what: say` refused ${code('api-token')} (${status})` }
  }
  if (status === 404 && (isPage(text) || /html/i.test(headers['content-type'] ?? ''))) {
    const headline = say`${code('endpoint')} is not the queue's service`
    return { kind: 'contract', what: ' answered 404 with a web page', headline }
  }
  if (status === 404 && apiError === null) {
    return { kind: 'contract', what: ' answered 404 without an error code of the service', excerpt }
  }
  if (status === 404) return { absent: true }
  if (isOutageStatus(status)) return { kind: 'unavailable', what: ` answered ${status}`, excerpt }
  if (status >= 300 && status < 400) {
    const target = headers.location === undefined ? '' : ` to ${plain(clean(headers.location), 120)}`
    return { kind: 'redirected', what: ` redirected (${status})${target}` }
  }
  if (status >= 400) return { kind: 'request-refused', what: ` answered ${status}`, excerpt }
  return unexpected(`the status ${status}`, excerpt)
}

/** Excerpts are taken from at most this many characters of a body. */
const LONGEST_START = 50_000

/** The start of a body as one harmless line; empty for a web page, which something else than the service wrote. */
export function excerptOf(body: string, clean: Clean): string {
  const text = cleanStart(body, LONGEST_START, clean)
  // Blanks can part a token, so it is cleaned again without them.
  const start = plain(clean(text.replace(/\s+/g, ' ')), 200)
  // A start without a letter, such as `{}`, says nothing.
  return isPage(text) || !/\p{L}/u.test(start) ? '' : start
}

function isPage(text: string): boolean {
  return /^\s*<|<(?:!doctype|html|head|body)\b/i.test(text.slice(0, 2000))
}

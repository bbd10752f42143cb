import { isUtf8 } from 'node:buffer'
import type { Failure } from '../facts/facts.ts'
import { formatDuration } from '../text/duration.ts'
import { asText, code, type Message, plain, say } from '../text/message.ts'
import { type Clean, cleanStart, cleanTexts, DocumentError } from '../text/outside.ts'
import { ExchangeError, type HttpAnswer, isOutageStatus } from './exchange.ts'

/** Differences between the service's two APIs in transport. */
export interface ServiceApi {
  /** Headers of every request, with the credential. */
  headers(token: string): Record<string, string>
  /** The service's error in a body, with the text worth showing; null if a server in front of the service wrote it. */
  errorIn(body: string): { code: string; text: string } | null
}

/** What is told of a failed call beside the failure. */
interface Call {
  /** The host that was asked, with its port if that is not the usual one. */
  host: string
  attempts: number
  elapsedMs: number
  /** The service has answered this step at least once, so its host exists, whatever its name server says now. */
  reached: boolean
}

interface Means {
  clean: Clean
  api: ServiceApi
}

type Interpreted = { json: unknown } | { absent: true } | ServiceError

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
  'not-found': refusal('not-found', say`Check ${code('repository')} and ${code('target-branch')}.`),
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

/** A call of the service got no usable answer. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind: FailureKind
  /** The failure as data, for the facts. */
  readonly failure: Failure

  /** @param told what is told of the failure beside, or in place of, what its kind tells */
  constructor(kind: FailureKind, told: Pick<Failure, 'message'> & Partial<Failure>) {
    super(asText(told.message))
    this.kind = kind
    this.failure = { ...FAILURES[kind], ...told }
  }
}

/** The JSON of an answer, the service's "there is none", or the error that the outcome of an exchange means. */
export function interpret(outcome: HttpAnswer | ExchangeError, call: Call, means: Means): Interpreted {
  if (outcome instanceof ExchangeError) {
    const kind = outcome.kind === 'host-not-found' && call.reached ? 'network' : outcome.kind
    return new ServiceError(kind, { message: sentenceOn(`: ${outcome.message}`, call) })
  }
  return outcome.status === 200 ? documentOf(outcome.body, call, means) : meaningOf(outcome, call, means)
}

/** What a reader makes of an answer's JSON. Throws a ServiceError if the answer has another shape. */
export function readAnswer<T>(json: unknown, reader: Reader<T>, call: Call): T {
  try {
    return reader(json)
  } catch (error) {
    throw error instanceof DocumentError ? unexpected(error.sentence, call) : error
  }
}

function unexpected(what: Message, call: Call, excerpt = ''): ServiceError {
  return new ServiceError('contract', { message: sentenceOn(say`: unexpected response, ${what}`, call, excerpt) })
}

function documentOf(body: Buffer, call: Call, { clean }: Means): Interpreted {
  if (!isUtf8(body)) return unexpected('invalid UTF-8', call)
  const text = body.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return unexpected('an empty body', call)
  try {
    return { json: cleanTexts(JSON.parse(text), clean) }
  } catch {
    return unexpected('not JSON', call, excerptOf(text, clean))
  }
}

function meaningOf({ status, headers, body }: HttpAnswer, call: Call, { clean, api }: Means): Interpreted {
  const text = cleanStart(body.toString('utf8'), LONGEST_START, clean)
  const own = api.errorIn(text)
  const excerpt = excerptOf(own?.text ?? text, clean)
  const error = (kind: FailureKind, what: string, more: Partial<Failure> = {}) =>
    new ServiceError(kind, { message: sentenceOn(what, call, excerpt), ...more })
  if (status === 429) return error('rate-limited', ' answered 429 (rate limited)')
  if (status === 401 || status === 403 || own?.code === 'INSUFFICIENT_PERMISSIONS') {
    const message = say`The service refused ${code('api-token')} (${status}).`
    return new ServiceError('token-refused', { message })
  }
  if (status === 404 && (isPage(text) || /html/i.test(headers['content-type'] ?? ''))) {
    const headline = say`${code('endpoint')} is not the queue's service`
    return error('contract', ' answered 404 with a web page', { headline })
  }
  if (status === 404 && own === null) return error('contract', ' answered 404 without an error code of the service')
  if (status === 404) return { absent: true }
  if (isOutageStatus(status)) return error('unavailable', ` answered ${status}`)
  if (status >= 300 && status < 400) {
    const target = headers.location === undefined ? '' : ` to ${plain(clean(headers.location), 120)}`
    return new ServiceError('redirected', { message: sentenceOn(` redirected (${status})${target}`, call) })
  }
  if (status >= 400) return error('request-refused', ` answered ${status}`)
  return error('contract', `: unexpected status ${status}`)
}

/**
 * A sentence such as `queue.example.com answered 503, 5 times in 3.3 s.` The log names the operation.
 *
 * @param what the sentence after the host
 */
function sentenceOn(what: Message, { host, attempts, elapsedMs }: Call, excerpt = ''): Message {
  const tries = attempts < 2 ? '' : `, ${attempts} times in ${formatDuration(elapsedMs)}`
  return say`${host}${what}${tries}${excerpt === '' ? '' : `: "${excerpt}"`}.`
}

/** Excerpts are taken from at most this many characters of a body. */
const LONGEST_START = 50_000

/** The start of a body as one harmless line. Tokens are cut out before and after the tags: a tag can split a token. */
export function excerptOf(body: string, clean: Clean): string {
  const whole = cleanStart(body, LONGEST_START, clean)
  const text = isPage(whole) ? wordsOfPage(whole) : whole
  const start = plain(clean(text.replace(/\s+/g, ' ')), 200)
  // A start without a letter, such as `{}`, says nothing.
  return /\p{L}/u.test(start) ? start : ''
}

/** True for a web page, which comes from something else than the service. */
function isPage(text: string): boolean {
  return /^\s*<|<(?:!doctype|html|head|body)\b/i.test(text.slice(0, 2000))
}

/** Proxies answer with HTML, whose text says more than its tags. */
function wordsOfPage(page: string): string {
  return page
    .slice(0, 20_000)
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^>]*>?/g, ' ')
}

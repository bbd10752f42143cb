import { isUtf8 } from 'node:buffer'
import { plain } from '../text/escape.ts'
import { code, type Message, say } from '../text/message.ts'
import { type Clean, cleanStart, parseClean } from '../text/secret.ts'
import { type CallDetails, type FailureKind, ServiceError } from './errors.ts'
import { ExchangeError, type HttpAnswer, isOutageStatus } from './exchange.ts'

/** An answer, with the details for a possible error. */
export interface Answered {
  json: unknown
  details: CallDetails
}

/** Differences between the service's two APIs in transport. */
export interface ServiceApi {
  version: 'v1' | 'v2'
  /** Headers of every request, with the credential. */
  headers(token: string): Record<string, string>
  /** True if a 404 with this body is the service's "there is none"; else something else answers at that address. */
  isOwnNotFound(body: string): boolean
  /** True if an error with this body refuses the credential, whatever its status; a 429 never does. */
  refusesKey(body: string): boolean
  /** The part of an error's body that is worth showing. */
  textOf(body: string): string
}

interface Interpreter {
  clean: Clean
  api: ServiceApi
}

/** The document of an answer, or the error that the outcome of an exchange means. */
export function interpret(
  outcome: HttpAnswer | ExchangeError,
  details: CallDetails,
  reading: Interpreter,
): Answered | ServiceError {
  if (outcome instanceof ExchangeError) return errorOfExchange(outcome, details)
  if (outcome.status === 200) return documentOf(outcome.body, details, reading)
  const text = cleanStart(outcome.body.toString('utf8'), LONGEST_START, reading.clean)
  const excerpt = excerptOf(reading.api.textOf(text), reading.clean)
  return errorOfStatus(outcome, text, { ...details, excerpt }, reading)
}

function documentOf(body: Buffer, details: CallDetails, { clean }: Interpreter): Answered | ServiceError {
  const unexpected = (what: string, excerpt = '') =>
    new ServiceError('contract', `: unexpected response, ${what}`, { ...details, excerpt })
  if (!isUtf8(body)) return unexpected('invalid UTF-8')
  const text = body.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return unexpected('an empty body')
  try {
    return { json: parseClean(text, clean), details }
  } catch {
    return unexpected('not JSON', excerptOf(text, clean))
  }
}

function errorOfStatus(
  { status, headers }: HttpAnswer,
  text: string,
  details: CallDetails,
  { clean, api }: Interpreter,
): ServiceError {
  const error = (kind: FailureKind, what: string) => new ServiceError(kind, what, details)
  if (status === 429) return error('rate-limited', ' answered 429 (rate limited)')
  if (status === 401 || status === 403 || api.refusesKey(text)) {
    const whole = say`The service refused ${code('api-token')} (${status}).`
    const remedy = `Check that its secret holds a valid ${api.version} key of the organization that owns the repository.`
    return new ServiceError('token-refused', '', details, { whole, remedy })
  }
  if (status === 404) {
    if (/html/i.test(headers['content-type'] ?? '') || isPage(text)) return pageNotFound(details)
    if (api.isOwnNotFound(text)) return error('not-found', ' answered 404')
    return error('contract', ' answered 404 without an error code of the service')
  }
  if (isOutageStatus(status)) return error('unavailable', ` answered ${status}`)
  if (status >= 300 && status < 400) {
    const target = headers.location === undefined ? '' : ` to ${plain(clean(headers.location), 120)}`
    return new ServiceError('redirected', ` redirected (${status})${target}`, { ...details, excerpt: '' })
  }
  if (status >= 400) return error('request-refused', ` answered ${status}`)
  return error('contract', `: unexpected status ${status}`)
}

/** A web page comes from something else than the service. */
function pageNotFound(details: CallDetails): ServiceError {
  return new ServiceError('contract', ' answered 404 with a web page', details, {
    headline: say`${code('endpoint')} is not the queue's service`,
    remedy: say`Correct ${code('endpoint')}.`,
  })
}

function errorOfExchange(cause: ExchangeError, details: CallDetails): ServiceError {
  const { kind, message } = cause
  const error = (what: Message) => new ServiceError(kind, what, details, { cause })
  switch (kind) {
    case 'host-not-found': {
      const whole = say`Could not find the host${message}, which the input ${code('endpoint')} or a proxy variable names.`
      return new ServiceError(details.reached ? 'network' : kind, '', details, { whole, cause })
    }
    case 'time-out':
      return error(' gave no complete answer in time')
    case 'too-large':
      return error(`: response too large, ${message}`)
    case 'certificate':
      return error(`: the certificate does not verify (${message})`)
    case 'network':
      return error(`: ${message}`)
    case 'contract':
      return error(`: unexpected response, ${message}`)
    case 'proxy': {
      const whole = say`The service can't be reached, and the variable ${code(message)} is no http or https URL.`
      const remedy = say`Set ${code(message)} to an http or https URL, or remove it.`
      return new ServiceError(kind, '', details, { whole, remedy, cause })
    }
  }
}

/** Excerpts are taken from at most this many characters of a body. */
const LONGEST_START = 50_000

/** The start of a body as one harmless line. Tokens are cut out before and after the tags: a tag can split a token. */
export function excerptOf(body: string, clean: Clean): string {
  const whole = cleanStart(body, LONGEST_START, clean)
  const text = isPage(whole) ? wordsOfPage(whole) : whole
  const start = plain(cleanStart(text.replace(/\s+/g, ' '), 4000, clean), 200)
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

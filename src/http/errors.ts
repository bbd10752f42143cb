import type { CallRecord } from '../facts/facts.ts'
import type { Failure } from '../facts/reading.ts'
import { formatDuration } from '../text/duration.ts'
import { plain } from '../text/escape.ts'
import { asText, code, type Message, say } from '../text/message.ts'
import { type Clean, cleanStart } from '../text/secret.ts'

export interface CallDetails extends CallRecord {
  /** Start of the last answer's body, at most 200 characters, without the tokens; empty if there is nothing to show. */
  excerpt: string
  /** The host that was asked, with its port if that is not the usual one. */
  host: string
  /** The service has answered this step at least once. */
  reached: boolean
  /** `on-unavailable` is `warn` already, so the remedy does not name it. */
  allowsOutage: boolean
}

/**
 * The kinds of calls without a usable answer, each with its remedy. `unreached` is the remedy if the service has never
 * answered this step, `ifAllowed` if the step has `on-unavailable: warn`, which covers outages only.
 */
export const FAILURES = {
  'token-refused': {
    code: 'token-refused',
    remedy: say`Check the secret in ${code('api-token')}.`,
    outage: false,
  },
  'not-found': {
    code: 'not-found',
    remedy: say`Run the job again; if this persists, check ${code('repository')} and ${code('target-branch')}.`,
    outage: false,
  },
  'request-refused': {
    code: 'request-refused',
    remedy: say`Check ${code('endpoint')}, ${code('repository')}, ${code('target-branch')}, and ${code('organization')} or ${code('test-collection')}.`,
    outage: false,
  },
  'rate-limited': {
    code: 'service-unavailable',
    headline: "The queue's service limits requests",
    ...orAllow(
      say`The whole organization shares this limit. Run the job again later, or with a longer ${code('poll-interval')} where steps wait`,
    ),
    outage: true,
  },
  unavailable: {
    code: 'service-unavailable',
    headline: "The queue's service is not available",
    ...orAllow('Run the job again when the service is back'),
    outage: true,
  },
  'host-not-found': {
    code: 'host-not-found',
    remedy: say`Check ${code('endpoint')}. If it comes from ${code('vars.X')}, check that variable.`,
    outage: false,
  },
  network: {
    code: 'service-unavailable',
    ...orAllow('Run the job again when the service is back'),
    unreached: say`Check ${code('endpoint')}, and that the runner can reach it.`,
    outage: true,
  },
  'time-out': {
    code: 'service-unavailable',
    ...orAllow(say`Raise ${code('request-timeout')}`),
    unreached: say`Check ${code('endpoint')}, and that the runner can reach it; if both are right, raise ${code('request-timeout')}.`,
    outage: true,
  },
  'too-large': {
    code: 'answer-too-large',
    remedy: say`Check that ${code('endpoint')} is the address of the service.`,
    outage: false,
  },
  redirected: {
    code: 'redirected',
    remedy: say`Set ${code('endpoint')} to the final address; redirects are not followed, so that the token stays where it belongs.`,
    outage: false,
  },
  certificate: {
    code: 'certificate-invalid',
    remedy:
      "Have the certificate and its chain corrected. If an authority of your own signed it, name the file of that authority's certificate in NODE_EXTRA_CA_CERTS.",
    outage: false,
  },
  contract: {
    code: 'contract-broken',
    remedy: say`Check that ${code('endpoint')} is the address of the service; if it is, report this with the request from the log (Requests).`,
    outage: false,
  },
} as const satisfies Record<
  string,
  Pick<Failure, 'code' | 'remedy' | 'outage'> & {
    unreached?: Message
    ifAllowed?: Message
    headline?: string
  }
>

/** A remedy that also offers `on-unavailable: warn`, and the bare remedy for a step that has set it already. */
function orAllow(remedy: Message) {
  return {
    remedy: say`${remedy}, or set ${code('on-unavailable: warn')} (the step then succeeds unchecked).`,
    ifAllowed: say`${remedy}.`,
  }
}

export type FailureKind = keyof typeof FAILURES

/** A call of the service got no usable answer. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind: FailureKind
  readonly details: CallDetails
  readonly sentence: Message
  readonly remedy: Message | null
  readonly headline: Message | null

  /**
   * @param what the sentence after the host (` answered 503`), or a whole sentence
   * @param options `remedy` and `headline` if they are not those of the kind
   */
  constructor(
    kind: FailureKind,
    what: Message | { whole: Message },
    details: CallDetails,
    options?: ErrorOptions & { remedy?: Message | null; headline?: Message },
  ) {
    const sentence = typeof what === 'object' && 'whole' in what ? what.whole : sentenceOn(what, details)
    super(asText(sentence), options)
    this.sentence = sentence
    this.kind = kind
    this.details = details
    this.remedy = options?.remedy ?? null
    this.headline = options?.headline ?? null
  }
}

/** The failure as data, for the facts. */
export function failureOf({ kind, sentence, details, remedy: given, headline: own }: ServiceError): Failure {
  const { code, remedy, outage, ...more } = FAILURES[kind]
  const usual = 'ifAllowed' in more && details.allowsOutage ? more.ifAllowed : remedy
  const instead = 'unreached' in more && !details.reached ? more.unreached : usual
  const headline = own ?? ('headline' in more ? more.headline : null)
  return { code, message: sentence, remedy: given ?? instead, outage, ...(headline !== null && { headline }) }
}

/** Excerpts are taken from at most this many characters of a body. */
export const LONGEST_START = 50_000

/** The start of a body as one harmless line. Tokens are cut out before and after the tags: a tag can split a token. */
export function excerptOf(body: string, clean: Clean): string {
  const whole = cleanStart(body, LONGEST_START, clean)
  // Proxies answer with HTML, whose text says more than its tags.
  const text = /<(?:!doctype|html|head|body)\b/i.test(whole.slice(0, 2000))
    ? whole
        .slice(0, 20_000)
        .replace(/<(style|script)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
        .replace(/<[^>]*>?/g, ' ')
    : whole
  const start = plain(cleanStart(text.replace(/\s+/g, ' '), 4000, clean), 200)
  // A start without a letter, such as `{}`, says nothing.
  return /\p{L}/u.test(start) ? start : ''
}

/** A sentence such as `queue.example.com answered 503, five times in 3.3 s.` The log names the operation. */
function sentenceOn(what: Message, { host, attempts, elapsedMs, excerpt }: CallDetails): Message {
  const often = TIMES[attempts] ?? `${attempts} times`
  const tries = attempts < 2 ? '' : `, ${often} in ${formatDuration(elapsedMs)}`
  return say`${host}${what}${tries}${excerpt === '' ? '' : `: "${excerpt}"`}.`
}

const TIMES = ['', '', 'twice', 'three times', 'four times', 'five times']

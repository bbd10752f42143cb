import type { CallRecord, Failure } from '../facts/facts.ts'
import { formatDuration } from '../text/duration.ts'
import { asText, code, type Message, say } from '../text/message.ts'

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

interface Kind extends Pick<Failure, 'code' | 'remedy' | 'outage'> {
  headline?: string
  /** The remedy if the service has never answered this step. */
  unreached?: Message
  /** The remedy if the step has `on-unavailable: warn`, which covers outages only. */
  ifAllowed?: Message
}

/** A failure that no waiting and no `on-unavailable` changes. */
function refusal(code: Failure['code'], remedy: Message, headline?: string): Kind {
  return { code, remedy, outage: false, ...(headline !== undefined && { headline }) }
}

/** An outage. Its remedy also offers `on-unavailable: warn`, unless the step has set it already. */
function outage(remedy: Message, more: Pick<Kind, 'headline' | 'unreached'> = {}): Kind {
  const orAllow = say`${remedy}, or set ${code('on-unavailable: warn')} (the step then succeeds unchecked).`
  return { code: 'service-unavailable', remedy: orAllow, ifAllowed: say`${remedy}.`, outage: true, ...more }
}

const LATER = 'Run the job again when the service is back'
const CHECK_ADDRESS = say`Check ${code('endpoint')}, and that the runner can reach it`

/** The kinds of calls without a usable answer, each with its remedy. An outage, a refusal and a "no" are three things. */
export const FAILURES = {
  'token-refused': refusal('token-refused', say`Check the secret in ${code('api-token')}.`),
  'not-found': refusal(
    'not-found',
    say`Run the job again; if this persists, check ${code('repository')} and ${code('target-branch')}.`,
  ),
  'request-refused': refusal(
    'request-refused',
    say`Check ${code('endpoint')}, ${code('repository')}, ${code('target-branch')}, and ${code('organization')} or ${code('test-collection')}.`,
  ),
  'rate-limited': outage(
    say`The whole organization shares this limit. Run the job again later, or with a longer ${code('poll-interval')} where steps wait`,
    { headline: "The queue's service limits requests" },
  ),
  unavailable: outage(LATER, { headline: "The queue's service is not available" }),
  network: outage(LATER, { unreached: say`${CHECK_ADDRESS}.` }),
  'time-out': outage(say`Raise ${code('request-timeout')}`, {
    unreached: say`${CHECK_ADDRESS}; if both are right, raise ${code('request-timeout')}.`,
  }),
  proxy: refusal(
    'service-unavailable',
    'Set the variable to an http or https URL, or remove it.',
    'A proxy variable is wrong',
  ),
  'host-not-found': refusal(
    'host-not-found',
    say`Check ${code('endpoint')}. If it comes from ${code('vars.X')}, check that variable.`,
  ),
  'too-large': refusal('answer-too-large', say`Check that ${code('endpoint')} is the address of the service.`),
  redirected: refusal(
    'redirected',
    say`Set ${code('endpoint')} to the final address; redirects are not followed, so that the token stays where it belongs.`,
  ),
  certificate: refusal(
    'certificate-invalid',
    "Have the certificate and its chain corrected. If an authority of your own signed it, name the file of that authority's certificate in NODE_EXTRA_CA_CERTS.",
  ),
  contract: refusal(
    'contract-broken',
    say`Check that ${code('endpoint')} is the address of the service; if it is, report this with the request from the log (Requests).`,
  ),
}

export type FailureKind = keyof typeof FAILURES

/** What is told of a failed call, where it is not what its kind tells. */
interface Wording {
  /** The whole sentence, in place of one that begins with the host. */
  whole?: Message
  remedy?: Message
  headline?: Message
}

/** A call of the service got no usable answer. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind: FailureKind
  readonly details: CallDetails
  /** The failure as data, for the facts. */
  readonly failure: Failure

  /** @param what the sentence after the host, such as ` answered 503` */
  constructor(kind: FailureKind, what: Message, details: CallDetails, wording: Wording & ErrorOptions = {}) {
    const message = wording.whole ?? sentenceOn(what, details)
    super(asText(message), wording)
    this.kind = kind
    this.details = details
    const { code, outage, headline: usual, ...usually }: Kind = FAILURES[kind]
    const headline = wording.headline ?? usual
    const remedy = wording.remedy ?? remedyOf(usually, details)
    this.failure = { code, message, remedy, outage, ...(headline !== undefined && { headline }) }
  }
}

function remedyOf({ remedy, unreached, ifAllowed }: Omit<Kind, 'code' | 'outage'>, details: CallDetails): Message {
  if (unreached !== undefined && !details.reached) return unreached
  return details.allowsOutage ? (ifAllowed ?? remedy) : remedy
}

/** A sentence such as `queue.example.com answered 503, five times in 3.3 s.` The log names the operation. */
function sentenceOn(what: Message, { host, attempts, elapsedMs, excerpt }: CallDetails): Message {
  const often = TIMES[attempts] ?? `${attempts} times`
  const tries = attempts < 2 ? '' : `, ${often} in ${formatDuration(elapsedMs)}`
  return say`${host}${what}${tries}${excerpt === '' ? '' : `: "${excerpt}"`}.`
}

const TIMES = ['', '', 'twice', 'three times', 'four times', 'five times']

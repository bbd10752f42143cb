import crypto from 'node:crypto'

/** The run that wrote a comment. Ids of runs grow, and attempts with each re-run. */
export interface RunOrder {
  /** A text that isn't digits counts as the oldest. */
  run: string
  attempt: string
}

export interface Marker extends RunOrder {
  key: string
}

const NAME = 'merge-queue-gate'
/** A name in which a token was cut out of what GitHub gave back: that token is a part of our own. */
const CUT_NAME = String.raw`[a-z-]*(?:\*\*\*|…)[a-z-]*`
/** Only at the very start: a marker that is quoted further down marks nothing. */
const MARKER = new RegExp(`^<!-- (?:${NAME}|${CUT_NAME}) key=([\\da-f]{32}) run=(\\d{1,20}) attempt=(\\d{1,9}) -->`)
/** The link to the run differs in each run, and is no content. */
const RUN_LINK = /\/actions\/runs\/\d+(?:\/attempts\/\d+)?/g

/** The key as the marker holds it: hashed, so that no key can end the HTML comment. */
export function hashedKey(key: string): string {
  return crypto.createHash('sha256').update(key).digest('hex').slice(0, 32)
}

export function markerText({ key, run, attempt }: Marker): string {
  return `<!-- ${NAME} key=${key} run=${digits(run)} attempt=${digits(attempt)} -->`
}

export function markerOf(body: string): Marker | null {
  const [, key, run, attempt] = MARKER.exec(body) ?? []
  return key === undefined || run === undefined || attempt === undefined ? null : { key, run, attempt }
}

export function isNewer(one: RunOrder, other: RunOrder): boolean {
  const [a, b] = [BigInt(digits(one.run)), BigInt(digits(other.run))]
  return a === b ? BigInt(digits(one.attempt)) > BigInt(digits(other.attempt)) : a > b
}

/** Whichever run says it. */
export function isSameContent(one: string, other: string): boolean {
  return contentOf(one) === contentOf(other)
}

/** GitHub may change line breaks and blanks at the ends. */
function contentOf(body: string): string {
  return body.replace(MARKER, '').replaceAll('\r\n', '\n').replace(RUN_LINK, '').trim()
}

function digits(text: string): string {
  return /^\d{1,20}$/.test(text) ? text : '0'
}

/**
 * What people read. The one place that escapes: titles, branch and test names, excerpts of answers and values of inputs
 * pass through here on their way into the log, an annotation, the summary or the report.
 */

/** Words in code font or with a link, or both. Words and address may come from outside. */
export interface MarkedPart {
  readonly words: string
  readonly isCode: boolean
  readonly address?: string
}

/** A text is never interpreted: only {@link code} and {@link link} make code and links. */
type Part = string | MarkedPart

/** A sentence for people: a text, or parts that each target renders in its way. */
export type Message = string | { readonly parts: readonly Part[] }

/** What to do. `JUST_WAIT` means that time alone may help; its words depend on `wait-timeout`. */
export type Remedy = Message | typeof JUST_WAIT
export const JUST_WAIT = 'wait'

/** The most characters that a message may have in the log, the outputs and the report. */
const TEXT_LIMIT = 4000
const NAME_LIMIT = 200
const HTML_LIMIT = 1500

/** A message: `` say`#${5} failed: ${code('ci', url)}.` `` */
export function say(words: TemplateStringsArray, ...values: readonly (Message | Part | number)[]): Message {
  return together(words.flatMap((word, at) => [word, ...values.slice(at, at + 1)]))
}

/** A name in code font, with a link to its address if that is a web address. */
export function code(name: string, address: string | null = null): MarkedPart {
  const part = { words: plain(name, NAME_LIMIT), isCode: true }
  return address !== null && isWebAddress(address) ? { ...part, address } : part
}

/** A link, or only its words if there is no web address. */
export function link(words: string, address: string | null): Part {
  return address !== null && isWebAddress(address) ? { words: plain(words), isCode: false, address } : plain(words)
}

/** Text from outside in quotation marks, for a sentence of our own. */
export function quoted(text: string): string {
  return `"${plain(text, 120)}"`
}

/** `a, b and c`. */
export function listOf(items: readonly (Message | Part)[], beforeLast: 'and' | 'or' = 'and'): Message {
  const last = items.at(-1)
  if (last === undefined || items.length === 1) return together(items)
  return say`${together(items.slice(0, -1), ', ')} ${beforeLast} ${last}`
}

/** `a, b and 3 more`. */
export function shortList<Item>(items: readonly Item[], most: number, write: (item: Item) => Message | Part): Message {
  const left = items.length - most
  const first = together(items.slice(0, most).map(write), ', ')
  return left > 0 ? say`${first} and ${grouped(left)} more` : first
}

/** A number with commas between the thousands, without Intl, which takes long to load. */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Messages joined; neighbouring texts become one, so that no command or reference hides between two texts. */
export function together(messages: readonly (Message | Part | number)[], between = ''): Message {
  const parts: Part[] = []
  for (const part of messages.flatMap((each, at) => [at === 0 ? '' : between, ...partsOf(each)])) {
    const before = parts.at(-1)
    if (typeof part === 'string' && typeof before === 'string') parts.splice(-1, 1, before + part)
    else if (part !== '') parts.push(part)
  }
  const [first = '', ...others] = parts
  return typeof first === 'string' && others.length === 0 ? first : { parts }
}

/** Sentences joined by blanks; empty ones are skipped. */
export function sentences(...all: readonly Message[]): Message {
  const said = all.filter(each => each !== '')
  return together(said, ' ')
}

export function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function partsOf(message: Message | Part | number): readonly Part[] {
  if (typeof message === 'number') return [String(message)]
  return typeof message === 'object' && 'parts' in message ? message.parts : [message]
}

/** One harmless line for the log, the outputs and the report: names in backticks, their addresses in brackets. */
export function asText(message: Message | Part, limit = TEXT_LIMIT): string {
  // Only words count towards the limit. Addresses are never cut: a cut one would lead elsewhere.
  return plain(cut(message, limit).map(textOf).join(''), Number.POSITIVE_INFINITY)
}

function textOf(part: Part): string {
  const bare = wordsOf(part).replaceAll('`', "'")
  if (typeof part === 'string') return bare
  const words = part.isCode ? `\`${bare}\`` : bare
  return part.address === undefined ? words : `${words} (${part.address})`
}

/** HTML for the summary and the comment, in which nothing from outside is markup or a reference. */
export function asHtml(message: Message | Part, limit = HTML_LIMIT): string {
  return cut(message, limit).map(htmlOf).join('')
}

function htmlOf(part: Part): string {
  const words = escapeHtml(madeVisible(wordsOf(part)))
  if (typeof part === 'string') return unreferenced(words)
  // In code font GitHub makes no references, and people copy names from there, so those stay unchanged.
  const marked = part.isCode ? `<code>${words}</code>` : unreferenced(words)
  return part.address === undefined ? marked : `<a href="${escapeHtml(part.address)}">${marked}</a>`
}

/** One harmless line without backticks and addresses, for a commit status. */
export function asWords(message: Message | Part): string {
  return plain(partsOf(message).map(wordsOf).join(''), TEXT_LIMIT)
}

function wordsOf(part: Part): string {
  return typeof part === 'string' ? part : part.words
}

/** As many parts as fit. A text can be cut; a name or a link is complete or left out. */
function cut(message: Message | Part, limit: number): Part[] {
  const kept: Part[] = []
  let left = limit
  for (const part of partsOf(message)) {
    const { length } = wordsOf(part)
    if (length > left) return [...kept, typeof part === 'string' ? `${shorten(part, Math.max(0, left - 1))}…` : '…']
    kept.push(part)
    left -= length
  }
  return kept
}

/** A copy of the data in which each message with parts is replaced by its text. Strings stay as they are. */
export function rendered<T>(data: T): T {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.map(rendered) as T
  if ('parts' in data) return asText(data as Message) as T
  return Object.fromEntries(Object.entries(data).map(([name, member]) => [name, rendered(member)])) as T
}

/** A number with its noun: `1 entry`, `4,312 entries`. */
export function count(amount: number, one: string, many: string): string {
  return `${grouped(amount)} ${amount === 1 ? one : many}`
}

/** The most characters that a piece of outside text may have on a line of the log or in a cell. */
const LINE_LIMIT = 300

/** Nearly all texts are printable ASCII, so their characters need not be looked at one by one. */
const ORDINARY = /^[ -~]*$/
const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
/**
 * Controls, and characters that reverse or hide text and are not seen themselves: bidi marks, zero-width characters,
 * fillers, tags. Variation selectors stay, for they shape emoji.
 */
const INVISIBLE = /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/**
 * One line of text in which neither a terminal nor the runner finds a command.
 *
 * The runner takes a line for a command if it starts with `::`, even after blanks, or holds `##[` anywhere
 * (actions/runner, ActionCommand.cs).
 *
 * @param limit the most characters that the result may have; a text that was cut ends in `…`
 */
export function plain(text: string, limit = LINE_LIMIT): string {
  // Cut first, so that a text of megabytes costs nothing. `text.length` is compared, too, as `trim` shortens.
  const visible = madeVisible(text.slice(0, limit + 1))
    .trim()
    .replace(/^::/, ': :')
  return visible.length <= limit && text.length <= limit ? visible : `${shorten(visible, limit - 1)}…`
}

/** Text without characters that nobody sees, and without commands inside; the blanks around it stay. */
function madeVisible(text: string): string {
  if (ORDINARY.test(text)) return text.replaceAll('##[', '## [')
  return text
    .replaceAll('##[', '## [')
    .toWellFormed()
    .replace(LINE_BREAKS, ' ⏎ ')
    .replace(/\t/g, ' ')
    .replace(INVISIBLE, codePointOf)
}

/** Lines in code font, indented as they are. An empty line would end the block of HTML, so none is left empty. */
export function codeLines(text: string): string {
  const lines = text.split('\n').map(line => `${line.slice(0, line.search(/[^ ]|$/))}${escapeHtml(plain(line))}`)
  return `<pre>${lines.map(line => (line.trim() === '' ? '&nbsp;' : line)).join('\n')}</pre>`
}

/** Escapes HTML markup and nothing else, which is all that an address needs. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Texts that GitHub would turn into links (`@team`, `#1`, also in `owner/repo#1`, `GH-1`, and 7 digits or more of a
 * commit) or into an emoji (`:a:`, also in a Rust path such as `shop::a::test`). A zero-width space prevents that; in a
 * commit id it follows every six digits. Addresses are matched to stay as they are: with a space they lead elsewhere.
 */
const REFERENCES =
  /(?<![^\s(])https?:\/\/[\da-z-]+(?:\.[\da-z-]+)+(?::\d+)?(?:\/[\w./%~:-]*)?|@(?=\w)|(?<!&)#(?=\d)|(?<![\da-z])gh-(?=\d)|:(?=(?!\d\d:)[\w+-]+:)|(?<![\da-z])[\da-f]{7,}(?![\da-z])/gi

function unreferenced(escaped: string): string {
  return escaped.replace(REFERENCES, found => {
    if (/^http/i.test(found)) return found
    const isCommit = found.length >= 7
    return isCommit ? found.replace(/.{6}(?=.)/g, `$&${ZERO_WIDTH_SPACE}`) : `${found}${ZERO_WIDTH_SPACE}`
  })
}

const ZERO_WIDTH_SPACE = '&#8203;'

/** True if this is a plain web address, which is safe as the target of a link once it is escaped for HTML. */
function isWebAddress(address: string): boolean {
  return address.length <= 2000 && /^https?:\/\/[\w.[\]:-]+(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/.test(address)
}

function codePointOf(invisible: string): string {
  return `<U+${(invisible.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
}

/** The beginning of a text, never cut between the two units of one character. */
function shorten(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
}

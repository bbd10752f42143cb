/**
 * Text from outside, made harmless. The one place that escapes: titles, branch and test names, excerpts of answers
 * and values of inputs pass through here on their way into the log, an annotation, the summary or the report.
 */

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
  // Cut first, so that a text of megabytes costs nothing; no replacement below makes it shorter.
  const visible = madeVisible(text.slice(0, limit + 1))
    .trim()
    .replace(/^::/, ': :')
  return visible.length <= limit && text.length <= limit ? visible : `${shorten(visible, limit - 1)}…`
}

/** Text without characters that nobody sees, and without commands inside; the blanks around it stay. */
export function madeVisible(text: string): string {
  if (ORDINARY.test(text)) return text.replaceAll('##[', '## [')
  return text
    .replaceAll('##[', '## [')
    .toWellFormed()
    .replace(LINE_BREAKS, ' ⏎ ')
    .replace(/\t/g, ' ')
    .replace(INVISIBLE, nameOf)
}

/** Lines in code font, indented as they are. An empty line would end the block of HTML, so none is left empty. */
export function codeLines(text: string): string {
  const lines = text.split('\n').map(line => `${line.slice(0, line.search(/[^ ]|$/))}${escapeHtml(plain(line))}`)
  return `<pre>${lines.map(line => (line.trim() === '' ? '&nbsp;' : line)).join('\n')}</pre>`
}

/** Escapes HTML markup and nothing else, which is all that an address needs. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Texts that GitHub would turn into links (`@team`, `#1`, also in `owner/repo#1`, `GH-1`, and 7 digits or more of a
 * commit) or into an emoji (`:a:`, also in a Rust path such as `shop::a::test`). A zero-width space prevents that; in a
 * commit id it follows every six digits. Addresses are matched to stay as they are: with a space they lead elsewhere.
 */
const REFERENCES =
  /(?<![^\s(])https?:\/\/[\da-z-]+(?:\.[\da-z-]+)+(?::\d+)?(?:\/[\w./%~:-]*)?|(@)(?=\w)|(?<!&)(#)(?=\d)|(?<![\da-z])(gh-)(?=\d)|(:)(?=(?!\d\d:)[\w+-]+:)|(?<![\da-z])[\da-f]{7,}(?![\da-z])/gi

export function unreferenced(escaped: string): string {
  return escaped.replace(REFERENCES, (found, ...signs: (string | undefined)[]) => {
    if (signs.slice(0, 4).some(sign => sign !== undefined)) return `${found}${NOTHING}`
    return /^http/i.test(found) ? found : found.replace(/.{6}(?=.)/g, `$&${NOTHING}`)
  })
}

const NOTHING = '&#8203;'

/** True if this is a plain web address, which is safe as the target of a link once it is escaped for HTML. */
export function isWebAddress(address: string): boolean {
  return address.length <= 2000 && /^https?:\/\/[\w.[\]:-]+(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/.test(address)
}

function nameOf(invisible: string): string {
  return `<U+${(invisible.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
}

/** The beginning of a text, never cut between the two units of one character. */
export function shorten(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
}

import { asHtml, grouped } from '../../text/message.ts'

/**
 * HTML in the job summary. Up to the next empty line, GitHub finds no Markdown in an HTML block (CommonMark, 4.6), so
 * nothing in a cell can become a link, an image or a heading.
 */

/** A row of a table, whose cells are HTML already. */
export function row(cells: readonly string[], tag: 'td' | 'th' = 'td'): string {
  return `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
}

/** Two columns of names and values; null values are left out. */
export function properties(pairs: readonly (readonly [string, string | null])[]): string {
  const rows = pairs.flatMap(([name, value]) => (value === null ? [] : [row([`<b>${name}</b>`, value])]))
  return `<table>${rows.join('\n')}</table>`
}

/** A table of at most `MOST_ROWS` and `MOST_CHARACTERS`. Further rows are not even made, but counted below it. */
export function table<Item>(head: readonly string[], items: readonly Item[], rowOf: (item: Item) => string): string {
  const kept: string[] = []
  let size = 0
  for (const item of items.slice(0, MOST_ROWS)) {
    const made = rowOf(item)
    size += made.length
    if (size > MOST_CHARACTERS) break
    kept.push(made)
  }
  const more = items.length - kept.length
  const note = more > 0 ? `<p><i>and ${grouped(more)} more, see the report file</i></p>` : ''
  if (kept.length === 0) return note
  return `<table>${row(head, 'th')}\n${kept.join('\n')}</table>${note && `\n${note}`}`
}

const MOST_ROWS = 1000
const MOST_CHARACTERS = 100_000

/** Lines that are HTML already. */
export function bullets(lines: readonly string[]): string {
  return `<ul>\n${lines.map(line => `<li>${line}</li>`).join('\n')}\n</ul>`
}

export function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n${content}\n</details>`
}

export const VERDICT_ICONS = { unmet: '❌', unknown: '❓', met: '✅' }

/** The icon of a value. The service chose the value, so it may be a name such as `constructor`. */
export function iconOf(icons: Readonly<Record<string, string>>, value: string | null): string {
  return (value !== null && Object.hasOwn(icons, value) && icons[value]) || '❓'
}

/** Text that stays on one line, however narrow its column gets. */
export function unbroken(text: string): string {
  return asHtml(text, 100).replaceAll(' ', '&nbsp;')
}

import { grouped } from '../../text/message.ts'

// Each text that is passed in or returned here is HTML. GitHub finds no Markdown in an HTML block up to its first empty
// line (CommonMark, 4.6), so nothing in a cell can become a link, an image or a heading.

/** The most characters of the rows of a table. */
const TABLE_LIMIT = 100_000

/** A table. Rows beyond the limit are not made; a line below the table gives their number. */
export function table<Item>(
  head: readonly string[],
  items: readonly Item[],
  cellsOf: (item: Item, at: number) => readonly string[],
): string {
  const kept: string[] = []
  let size = 0
  for (const [at, item] of items.entries()) {
    const next = row('td', cellsOf(item, at))
    size += next.length
    if (size > TABLE_LIMIT) break
    kept.push(next)
  }
  const more = items.length - kept.length
  const note = more > 0 ? `<p><i>and ${grouped(more)} more, see the report file</i></p>` : ''
  if (kept.length === 0) return note
  return `<table>${row('th', head)}\n${kept.join('\n')}</table>${note && `\n${note}`}`
}

function row(tag: 'td' | 'th', cells: readonly string[]): string {
  return `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
}

export function bullets(lines: readonly string[]): string {
  return `<ul>\n${lines.map(line => `<li>${line}</li>`).join('\n')}\n</ul>`
}

export function details(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n${content}\n</details>`
}

export const VERDICT_ICONS = { unmet: '❌', unknown: '❓', met: '✅' }

/** The icon of a value, `❓` if it has none. The source chose the value, so it may be a word such as `constructor`. */
export function iconOf(icons: Readonly<Record<string, string>>, value: string | null): string {
  return (Object.hasOwn(icons, value ?? '') && icons[value ?? '']) || '❓'
}

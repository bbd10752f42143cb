import { grouped } from '../../message.ts'

/**
 * HTML in the job summary. GitHub renders HTML blocks without looking for Markdown in them as long as there is no empty
 * line (CommonMark, 4.6), so nothing that stands in a cell can become a link, an image or a heading.
 */

/** A table as far as it fits. */
export interface Fitted {
  html: string
  /** Bytes in UTF-8. */
  size: number
}

/** A row of cells; cells are HTML. */
export function row(cells: readonly string[], tag: 'td' | 'th' = 'td'): string {
  return `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
}

/** Two columns of names and values; values that are null are left out. */
export function properties(pairs: readonly (readonly [string, string | null])[]): string {
  const rows = pairs.filter(([, value]) => value !== null).map(([name, value]) => row([`<b>${name}</b>`, value ?? '']))
  return `<table>${rows.join('\n')}</table>`
}

/**
 * A table with as many rows as fit into `room` bytes; the others are counted under it.
 *
 * @param rows made one by one, so that rows nobody sees cost nothing
 */
export function fittedTable(head: readonly string[], rows: Iterable<string>, total: number, room: number): Fitted {
  const opening = `<table>${row(head, 'th')}`
  const closing = '</table>'
  const kept: string[] = []
  let size = Buffer.byteLength(opening) + closing.length + MORE_SIZE
  for (const each of rows) {
    const next = size + Buffer.byteLength(each) + 1
    if (next > room) break
    size = next
    kept.push(each)
  }
  const more = total - kept.length
  const note = more > 0 ? `\n<p><i>and ${grouped(more)} more, see the report file</i></p>` : ''
  return { html: kept.length === 0 ? note.trim() : `${opening}\n${kept.join('\n')}${closing}${note}`, size }
}

/** The first of many cells in one; the others are counted. */
export function few(cells: readonly string[], separator: string): string {
  const more = cells.length - CELLS_SHOWN
  const note = more > 0 ? [`<i>and ${grouped(more)} more, see the report file</i>`] : []
  return [...cells.slice(0, CELLS_SHOWN), ...note].join(separator)
}

/** A part that opens on a click. */
export function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n${content}\n</details>`
}

/** Cells that {@link few} shows. */
const CELLS_SHOWN = 50

/** Bytes that the note under a table can take. */
const MORE_SIZE = 80

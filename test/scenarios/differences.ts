/** A case of a theme: its name, and a text of it. */
export type Told = readonly [name: string, text: string]

/**
 * The texts of a theme as a file to be reviewed: the first one whole, of each other one the lines that the first one
 * has not. Its heading says where they stand, by the numbers of the lines in the file, in the order of the new lines:
 * `3-5→2` for two lines in the place of the lines 3 to 5, `7→0` for a line that is gone, `9+→1` for one after line 9.
 * `¶` is an empty line after a line. A text that is no different from an earlier one names it.
 */
export function differencesOf([first, ...others]: readonly Told[]): string {
  if (!first) return ''
  const [name, text] = first
  const base = linesOf(text)
  // The heading is the file's first line, and a line takes one more for each empty one after it.
  const numbers = [2]
  for (const line of base) numbers.push((numbers.at(-1) ?? 0) + line.split('¶').length)
  const seen = new Map([[text, name]])
  const parts = others.map(([name, text]) => {
    const earlier = seen.get(text)
    if (earlier !== undefined) return `=== ${name} · as: ${earlier}\n`
    seen.set(text, name)
    const changes = changesOf(base, linesOf(text))
    const places = changes.map(({ from, to, lines }) => `${placeOf(from, to, numbers)}→${lines.length}`)
    return `${[`=== ${name} · ${places.join(' ')}`, ...changes.flatMap(({ lines }) => lines)].join('\n')}\n`
  })
  return `=== ${name}\n${text}\n\n${parts.join('')}`
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return text.split(/(?<=\n)(?!\n)/).map(line => line.trimEnd() + ' ¶'.repeat(line.split('\n').length - 1).slice(2))
}

interface Change {
  /** The first line of the base that is gone, and the first after it that stays: equal where none is gone. */
  from: number
  to: number
  lines: string[]
}

/** The shortest way from one list of lines to another, by the longest lines that both have in the same order. */
function changesOf(base: string[], lines: string[]): Change[] {
  const common = Array.from({ length: base.length + 1 }, () => new Array<number>(lines.length + 1).fill(0))
  const commonAt = (at: number, place: number) => common[at]?.[place] ?? 0
  for (let at = base.length - 1; at >= 0; at--) {
    for (let place = lines.length - 1; place >= 0; place--) {
      const row = common[at] as number[]
      row[place] =
        base[at] === lines[place]
          ? commonAt(at + 1, place + 1) + 1
          : Math.max(commonAt(at + 1, place), commonAt(at, place + 1))
    }
  }
  const changes: Change[] = []
  let change: Change | undefined
  for (let at = 0, place = 0; at < base.length || place < lines.length; ) {
    if (at < base.length && base[at] === lines[place]) {
      at++
      place++
      change = undefined
      continue
    }
    if (!change) {
      change = { from: at, to: at, lines: [] }
      changes.push(change)
    }
    if (at < base.length && commonAt(at + 1, place) >= commonAt(at, place + 1)) change.to = ++at
    else change.lines.push(lines[place++] as string)
  }
  return changes
}

function placeOf(from: number, to: number, numbers: number[]): string {
  if (from === to) return `${numbers[from - 1] ?? 1}+`
  return to - from === 1 ? `${numbers[from]}` : `${numbers[from]}-${numbers[to - 1]}`
}

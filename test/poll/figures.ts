import { appendFileSync } from 'node:fs'

/** File that figures are written to; none are, unless it is named. */
const FILE = process.env['WAIT_FIGURES'] ?? ''

/** Whether figures that take long are wanted. */
export const wantsFigures = FILE !== ''

/** Writes one line, with the figures of a row in columns. */
export function figure(title: string, columns: Record<string, string | number> = {}): void {
  if (!wantsFigures) return
  const cells = Object.entries(columns).map(([name, value]) => `${name} ${value}`)
  appendFileSync(FILE, `${[title, ...cells].join(' | ')}\n`)
}

/** Of sorted or unsorted numbers: mean, median, 95 of 100, the largest. */
export function spread(values: readonly number[], unit = 1000): Record<'mean' | 'median' | 'p95' | 'max', string> {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const mean = sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length)
  const shown = (value: number) => (value / unit).toFixed(2)
  return { mean: shown(mean), median: shown(at(0.5)), p95: shown(at(0.95)), max: shown(at(1)) }
}

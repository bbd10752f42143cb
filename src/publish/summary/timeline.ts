import { formatDuration } from '../../duration.ts'
import { html } from '../../escape.ts'
import type { Result } from '../result.ts'
import { count } from '../wording.ts'
import { fittedTable, folded, row } from './table.ts'

/** What changed during the wait, as far as it fits into `room` bytes; null where the step asked once. */
export function timelinePart({ timeline, polls, timedOut, startedAt, endedAt }: Result, room: number): string | null {
  if (timeline.length === 0) return null
  const took = `${formatDuration(endedAt - startedAt)}, ${count(polls, 'poll', 'polls')}`
  const heading = timedOut ? `⌛ The wait ran out after ${took}` : `⏱️ Waited ${took}`
  const rows = timeline.map(({ elapsedMs, what }) => row([formatDuration(elapsedMs), html(what)]))
  return folded(heading, fittedTable(['After', 'What changed'], rows, rows.length, room).html)
}

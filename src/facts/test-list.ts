import type * as z from 'zod/mini'
import type { quarantinedTest } from './schema/service.ts'
import { timeOf } from './time.ts'

export type QuarantinedTest = z.output<typeof quarantinedTest>

export interface QuarantineAge {
  /** Milliseconds; null where no readable time is given, or one that lies ahead. */
  ms: number | null
  /** The test is at least this old: only the last update of its status is known. */
  atLeast: boolean
}

/** @param now milliseconds since the epoch */
export function ageOf({ quarantinedAt, statusLastUpdatedAt }: QuarantinedTest, now: number): QuarantineAge {
  const since = timeOf(quarantinedAt)
  const time = since ?? timeOf(statusLastUpdatedAt)
  return { ms: time === null || time > now ? null : now - time, atLeast: since === null && time !== null }
}

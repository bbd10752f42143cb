import type { Clock } from '../clock.ts'
import { isOtherCommit } from '../facts/commit.ts'
import type { Facts } from '../facts/facts.ts'

/** Milliseconds before each further try. GitHub takes some seconds for a fresh pull request. */
const PAUSES_MS = [1000, 2000, 3000]

type View = Facts['github']

/** True if GitHub still computes the mergeability or shows another head. A closed pull request has no mergeability. */
export function isComputing(reading: View, commit: string | null): boolean {
  if (reading.kind !== 'read' || !reading.value.open) return false
  return reading.value.mergeable === null || isOtherCommit(reading.value.headSha, commit)
}

/** Start and end of the wait for GitHub's mergeability. */
export interface Settling {
  /** The head that GitHub's view has to show; null for any. */
  commit?: string | null
  /** A reading that takes the place of the first read. */
  known?: View | null
  /** Aborts at the deadline of a wait; the last reading stays. */
  over?: AbortSignal | undefined
}

/**
 * Reads a pull request until GitHub has computed its mergeability, which the first read starts: at most four reads,
 * with 6 s between them in all. If a further read fails or the wait ends, the previous reading stays. Throws what
 * `read` throws, and the reason of a cancellation.
 *
 * @param signal aborts on cancellation, and at the deadline of a wait
 */
export async function readSettled(
  read: () => View | Promise<View>,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal | undefined,
  { commit = null, known, over }: Settling = {},
): Promise<View> {
  let latest = known ?? (await read())
  try {
    for (const pause of PAUSES_MS) {
      if (!isComputing(latest, commit)) break
      await clock.sleep(pause, signal)
      const next = await read()
      if (next.kind !== 'read') break
      latest = next
    }
  } catch (error) {
    if (!over?.aborted || error !== over.reason) throw error
  }
  return latest
}

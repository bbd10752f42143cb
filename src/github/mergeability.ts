import type { Clock } from '../clock.ts'

/** Milliseconds before each further try. GitHub takes some seconds for a fresh pull request. */
const PAUSES_MS = [1000, 2000, 3000]

/** A reading of a pull request, of whichever reader. */
type Reading =
  | { kind: 'not-asked' }
  | { kind: 'failed' }
  | { kind: 'read'; value: { open: boolean; mergeable: boolean | null } }

/**
 * Reads a pull request until GitHub has computed its mergeability, which the first read sets off: at most four times
 * within 6 s and what the reads take. What is still being computed then stays null. A further read that fails leaves
 * what was read before. Throws what `read` throws, and the signal's reason.
 */
export async function readSettled<R extends Reading>(
  read: () => Promise<R>,
  clock: Pick<Clock, 'sleep'>,
  signal?: AbortSignal,
): Promise<R> {
  let latest = await read()
  for (const pause of PAUSES_MS) {
    // Of a closed one GitHub computes nothing.
    if (latest.kind !== 'read' || latest.value.mergeable !== null || !latest.value.open) break
    await clock.sleep(pause, signal)
    const next = await read()
    if (next.kind !== 'read') break
    latest = next
  }
  return latest
}

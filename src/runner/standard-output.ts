import fs from 'node:fs'
import { errorCode } from '../error-code.ts'

/** Milliseconds until a full pipe is tried again. */
const PAUSE = 5
/** The runner kills a cancelled step after ten seconds, and this one can't hear of it while it tries. */
const PATIENCE = 5000

/**
 * Gives what writes a line to the standard output, and comes back when it is written. `process.stdout` would do it too:
 * a stream for which Node loads a good part of its network code, for a few lines.
 *
 * @param patience milliseconds for which a full pipe is tried, all in all; what does not fit then is lost
 */
export function createPrint(patience = PATIENCE): (line: string) => void {
  let left = patience
  return line => {
    const bytes = Buffer.from(`${line}\n`)
    for (let at = 0; at < bytes.length; ) {
      const written = write(bytes, at)
      at += written
      if (written > 0) continue
      // A pipe that somebody made non-blocking, and whose reader is slower than we are, or gone to sleep for good.
      if (left <= 0) return
      left -= PAUSE
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    }
  }
}

/** The number of bytes that could be written. */
function write(bytes: Buffer, at: number): number {
  try {
    return fs.writeSync(1, bytes, at)
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return 0
    // Nobody reads any more, or the disk is full: outputs, summary and report still find their readers.
    return bytes.length - at
  }
}

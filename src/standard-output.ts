import fs from 'node:fs'

/** Milliseconds until a full pipe is tried again. */
const PAUSE = 5

/**
 * Writes a line to the standard output, and comes back when it is written. `process.stdout` would do it too: a stream
 * for which Node loads a good part of its network code, for a few lines.
 */
export function print(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let at = 0; at < bytes.length; ) at += write(bytes, at)
}

/** The number of bytes that could be written. */
function write(bytes: Buffer, at: number): number {
  try {
    return fs.writeSync(1, bytes, at)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // A pipe that somebody made non-blocking, and whose reader is slower than we are.
    if (code === 'EAGAIN') return paused()
    // Nobody reads any more; outputs, summary and report still find their readers.
    return bytes.length - at
  }
}

function paused(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
  return 0
}

import fs from 'node:fs'
import path from 'node:path'
import type { ReportProblem } from '../facts/test-report.ts'
import { errorCode } from '../http/error-code.ts'
import { decoderFor } from './encoding.ts'
import { XmlError, type XmlReader } from './xml.ts'

export interface ReportPlaces {
  /** Absolute; relative paths start here. */
  workspace: string
  /** The runner's temp folder, which may hold reports, too. */
  temp?: string
}

export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly kind: ReportProblem['kind']

  constructor(kind: ReportProblem['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Larger chunks survive into V8's old generation and raise peak memory. */
const CHUNK_BYTES = 64 * 1024

/**
 * Feeds a file to an XML reader, chunk by chunk. `opened` gets the time of the file's last write, in milliseconds since
 * 1970.
 * Throws a {@link ReportError} if the file is missing, not regular, not text, not XML, or changes meanwhile; on
 * an abort, throws the signal's reason.
 */
export async function feedReport(
  file: string,
  { workspace }: ReportPlaces,
  reader: XmlReader,
  opened: (modifiedAt: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  let handle: fs.promises.FileHandle | null = null
  try {
    // A pipe can take the place of a file that was found, and opening the pipe must not wait for a writer.
    const flags = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)
    handle = await fs.promises.open(path.resolve(workspace, file), flags)
    const before = await handle.stat({ bigint: true })
    if (!before.isFile()) throw new ReportError('malformed', 'it is not a regular file')
    opened(Number(before.mtimeMs))
    if (before.size === 0n) throw new ReportError('malformed', 'it is empty (0 bytes)')
    await feedAll(handle, reader, signal)
  } catch (error) {
    throw asReportError(error)
  } finally {
    await handle?.close()
  }
}

/** Turns XML and system errors into a {@link ReportError}; others, such as an abort, stay as they are. */
function asReportError(error: unknown): unknown {
  if (error instanceof XmlError) {
    return new ReportError('malformed', `line ${error.line}, column ${error.column}: ${error.message}`)
  }
  const code = errorCode(error)
  return code === '' ? error : new ReportError('malformed', `it can't be read (${code})`)
}

async function feedAll(handle: fs.promises.FileHandle, reader: XmlReader, signal?: AbortSignal): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let decoder: ReturnType<typeof decoderFor> | null = null
  for (let isLast = false; !isLast; ) {
    signal?.throwIfAborted()
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES)
    isLast = bytesRead === 0
    const bytes = chunk.subarray(0, bytesRead)
    try {
      decoder ??= decoderFor(bytes)
      reader.write(decoder.decode(bytes, { stream: !isLast }))
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error
      throw new ReportError('malformed', 'it is not in the encoding that it claims')
    }
  }
  reader.end()
}

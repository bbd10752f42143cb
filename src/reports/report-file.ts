import fs from 'node:fs'
import { errorCode } from '../http/exchange.ts'
import { ReportError, type XmlReader } from './xml.ts'

export interface ReportPlaces {
  /** Absolute; relative paths start here. */
  workspace: string
  /** The runner's temp folder, which may hold reports, too. */
  temp?: string
}

/** Larger chunks survive into V8's old generation and raise peak memory. */
const CHUNK_BYTES = 64 * 1024

/**
 * Feeds a file to an XML reader, chunk by chunk. Returns the time of the file's last write, in milliseconds since 1970.
 * Throws a {@link ReportError} if the file is missing, not regular or not XML; on an abort, throws the signal's reason.
 */
export async function feedReport(file: string, reader: XmlReader, signal?: AbortSignal): Promise<number> {
  let handle: fs.promises.FileHandle | null = null
  try {
    // A pipe can take the place of a file that was found, and opening the pipe must not wait for a writer.
    const flags = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)
    handle = await fs.promises.open(file, flags)
    const stat = await handle.stat()
    if (!stat.isFile()) throw new ReportError('malformed', 'it is not a regular file')
    if (stat.size === 0) throw new ReportError('malformed', 'it is empty (0 bytes)')
    await feedAll(handle, reader, signal)
    return stat.mtimeMs
  } catch (error) {
    const code = errorCode(error)
    throw code === '' ? error : new ReportError('malformed', `it can't be read (${code})`)
  } finally {
    await handle?.close()
  }
}

async function feedAll(handle: fs.promises.FileHandle, reader: XmlReader, signal?: AbortSignal): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let decoder: ReturnType<typeof decoderFor> | null = null
  for (let isLast = false; !isLast; ) {
    signal?.throwIfAborted()
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES)
    isLast = bytesRead === 0
    const bytes = chunk.subarray(0, bytesRead)
    decoder ??= decoderFor(bytes)
    reader.write(decoder.decode(bytes, { stream: !isLast }))
  }
  reader.end()
}

/** The decoder by the byte order mark of a file, else by its XML declaration, else UTF-8. It never refuses bytes. */
function decoderFor(start: Buffer): InstanceType<typeof TextDecoder> {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start.toString('latin1', 0, 1024))
  const declared = declaration?.[1] ?? 'utf-8'
  // Whatever was read byte by byte is not UTF-16, also where .NET says so.
  if (/^utf-?16/i.test(declared)) return new TextDecoder('utf-8')
  try {
    return new TextDecoder(declared)
  } catch {
    throw new ReportError('malformed', 'its XML declaration names an encoding that is not known')
  }
}

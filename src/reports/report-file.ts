import fs from 'node:fs'
import path from 'node:path'
import { errorCode } from '../error-code.ts'
import type { ReportProblem } from '../facts/test-report.ts'
import { isInside } from '../runner/files.ts'
import { chooseDecoder, type Decoder, EncodingError, HEAD_BYTES } from './encoding.ts'
import { XmlError, type XmlReader } from './xml.ts'

/** Where test reports may lie. */
export interface ReportPlaces {
  /** Absolute; relative paths start here. */
  workspace: string
  /** The runner's temp folder; reports may lie in it, too. */
  temp?: string
}

/** Why a report can't be read, or not to its end. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly kind: ReportProblem['kind']

  constructor(kind: ReportProblem['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** What is read at once. */
const BLOCK_BYTES = 1024 * 1024
/** What is parsed at once: larger texts would not be young when they are garbage, and memory would grow. */
const CHUNK_BYTES = 64 * 1024

export interface FeedOptions {
  /** Told when the file was written last, in milliseconds since 1970. */
  opened: (modifiedAt: number) => void
  signal?: AbortSignal | undefined
}

/**
 * Feeds a file to an XML reader, one block being read while the one before is parsed.
 *
 * @throws {ReportError} if it is not there, no regular file, outside, not text, not XML, or changed meanwhile; and
 * what `signal` was aborted with
 */
export async function feedReport(
  file: string,
  places: ReportPlaces,
  reader: XmlReader,
  { opened, signal }: FeedOptions,
): Promise<void> {
  const handle = await openReport(file, places)
  try {
    const before = await stampOf(handle)
    opened(before.modifiedAt)
    if (before.size === 0n) throw new ReportError('malformed', 'it is empty (0 bytes)')
    await feedAll(handle, reader, signal)
    const after = await stampOf(handle)
    if (after.version !== before.version) throw new ReportError('malformed', 'it changed while it was read')
  } catch (error) {
    throw told(error)
  } finally {
    await handle.close()
  }
}

/** The one kind of error that callers know; an abort passes as it is. */
function told(error: unknown): unknown {
  if (error instanceof XmlError) {
    return new ReportError('malformed', `line ${error.line}, column ${error.column}: ${error.message}`)
  }
  const code = errorCode(error)
  return code === '' ? error : new ReportError('malformed', `it can't be read (${code})`)
}

async function openReport(file: string, places: ReportPlaces): Promise<fs.promises.FileHandle> {
  const real = realReport(file, places)
  try {
    // Whatever takes the file's place in the meantime: opening a pipe may not wait.
    const handle = await fs.promises.open(real, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0))
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    throw new ReportError('malformed', `it can't be read (${errorCode(error) || 'unknown error'})`)
  }
  throw new ReportError('malformed', 'it is not a regular file')
}

/**
 * The real path of a report, after all links. Whoever opens it looks whether it is a regular file.
 *
 * @throws {ReportError} if it is not there, or outside of the places
 */
export function realReport(file: string, places: ReportPlaces): string {
  const real = realPath(path.resolve(places.workspace, file))
  if (real === null) throw new ReportError('missing', 'it does not exist, or is a link that leads nowhere')
  if (!isWithin(real, places)) {
    throw new ReportError('outside', 'it lies outside the workspace and the temp folder of the runner')
  }
  return real
}

/** Null where nothing is there, or nothing that may be looked at. */
export function realPath(file: string): string | null {
  try {
    return fs.realpathSync.native(file)
  } catch {
    return null
  }
}

/** @param real after all links */
export function isWithin(real: string, { workspace, temp }: ReportPlaces): boolean {
  return isInside(real, workspace) || (temp !== undefined && isInside(real, temp))
}

interface Stamp {
  size: bigint
  /** Device, node, size and times: another version of the file has others. */
  version: string
  /** Milliseconds since 1970. */
  modifiedAt: number
}

async function stampOf(handle: fs.promises.FileHandle): Promise<Stamp> {
  const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs } = await handle.stat({ bigint: true })
  return { size, version: [dev, ino, size, mtimeNs, ctimeNs].join(':'), modifiedAt: Number(mtimeMs) }
}

async function feedAll(handle: fs.promises.FileHandle, reader: XmlReader, signal?: AbortSignal): Promise<void> {
  let current = Buffer.allocUnsafe(BLOCK_BYTES)
  let next = Buffer.allocUnsafe(BLOCK_BYTES)
  let bytes = await fill(handle, current)
  const decode = decoderOf(bytes)
  while (bytes.length > 0) {
    const following = fill(handle, next)
    // Parsing may throw before this is awaited.
    following.catch(() => undefined)
    signal?.throwIfAborted()
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      write(reader, decode, bytes.subarray(at, at + CHUNK_BYTES))
    }
    bytes = await following
    const spare = current
    current = next
    next = spare
  }
  write(reader, decode, Buffer.alloc(0), true)
  reader.end()
}

/** Reads until the buffer is full or the file ends. */
async function fill(handle: fs.promises.FileHandle, buffer: Buffer): Promise<Buffer> {
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}

function decoderOf(bytes: Buffer): Decoder {
  try {
    return chooseDecoder(bytes.subarray(0, HEAD_BYTES))
  } catch (error) {
    if (error instanceof EncodingError) throw new XmlError(error.message, { line: 1, column: 1 })
    throw error
  }
}

function write(reader: XmlReader, decode: Decoder, bytes: Buffer, isLast = false): void {
  try {
    reader.write(decode(bytes, isLast))
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    // The byte order mark has no column.
    reader.write(error.before.replace(/^\ufeff/, ''))
    throw new XmlError(error.message, reader.place())
  }
}

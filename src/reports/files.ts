import fs from 'node:fs'
import path from 'node:path'
import { create } from '@actions/glob'
import type { ReportProblem } from '../facts/test-report.ts'
import { errorCode } from '../http/exchange.ts'
import { isInside } from '../runner/runner.ts'
import { code, say } from '../text/message.ts'
import { ReportError, type XmlReader } from './xml.ts'

export interface ReportPlaces {
  /** Absolute; relative paths start here. */
  workspace: string
  /** The runner's temp folder, which may hold reports, too. */
  temp?: string
}

interface GlobbedReports {
  /** Absolute and sorted; a file that several lines match, or several links lead to, occurs once. */
  paths: string[]
  /** Lines that match no file (`missing`), lead outside (`outside`), or can't be searched (`unsearched`). */
  problems: ReportProblem[]
}

/**
 * Finds test reports by the globs of an input, one a line, as GitHub's toolkit reads them: `!` excludes files of the
 * lines before it, `#` begins a comment, a folder stands for all its files. Links are followed; the search of a line
 * ends at the first file outside the workspace and the runner's temp folder.
 */
export async function globReports(lines: readonly string[], places: ReportPlaces): Promise<GlobbedReports> {
  const patterns = lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('#'))
  const found = new Map<string, string>()
  const problems: ReportProblem[] = []
  for (const [at, line] of patterns.entries()) {
    if (line.startsWith('!')) continue
    const exclusions = patterns.slice(at + 1).filter(each => each.startsWith('!'))
    const problem = await search([line, ...exclusions], places, found)
    if (problem) problems.push({ ...problem, message: say`${code('junit-paths')}: ${code(line)} ${problem.message}` })
  }
  return { paths: [...found.values()].toSorted(), problems }
}

/** Adds the files that a line matches, by their real paths. Returns its problem, worded to follow the line itself. */
async function search(
  patterns: readonly string[],
  { workspace, temp }: ReportPlaces,
  found: Map<string, string>,
): Promise<ReportProblem | null> {
  const rooted = patterns.map(each => rootedAt(workspace, each)).join('\n')
  const globber = await create(rooted, { followSymbolicLinks: true, matchDirectories: false })
  let matches = 0
  try {
    for await (const file of globber.globGenerator()) {
      const real = fs.realpathSync.native(file)
      const isWithin = isInside(real, workspace) || (temp !== undefined && isInside(real, temp))
      if (!isWithin) return { kind: 'outside', message: OUTSIDE }
      if (!found.has(real) || file === real) found.set(real, file)
      matches++
    }
  } catch (error) {
    return { kind: 'unsearched', message: `can't be searched (${errorCode(error) || 'unknown error'})` }
  }
  return matches > 0 ? null : { kind: 'missing', message: 'matches no file (write one glob a line)' }
}

const OUTSIDE = 'leads outside the workspace and the temp folder of the runner'

/** An absolute glob: the toolkit would start a relative one at the process's folder. */
function rootedAt(workspace: string, line: string): string {
  if (line.startsWith('!')) return `!${rootedAt(workspace, line.slice(1).trim())}`
  if (/^~(?:[\\/]|$)/.test(line)) return line
  // In brackets, a character stands for itself.
  const literal = workspace.replace(/[[?*]/g, '[$&]')
  // The toolkit understands `.` and `..` only at the very start.
  return path.normalize(path.isAbsolute(line) ? line : `${literal}/${line}`)
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
    let decoder: InstanceType<typeof TextDecoder> | null = null
    for await (const chunk of handle.createReadStream({ highWaterMark: CHUNK_BYTES })) {
      signal?.throwIfAborted()
      decoder ??= decoderFor(chunk)
      reader.write(decoder.decode(chunk, { stream: true }))
    }
    reader.write(decoder?.decode() ?? '')
    reader.end()
    return stat.mtimeMs
  } catch (error) {
    const code = errorCode(error)
    throw code === '' ? error : new ReportError('malformed', `it can't be read (${code})`)
  } finally {
    await handle?.close()
  }
}

/** The decoder by the byte order mark of a file, else by its XML declaration, else UTF-8. It never refuses bytes. */
function decoderFor(start: Buffer): InstanceType<typeof TextDecoder> {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start.toString('latin1', 0, 1024))
  const declared = declaration?.[1] ?? 'utf-8'
  try {
    // Whatever was read byte by byte is not UTF-16, also where .NET says so.
    return new TextDecoder(/^utf-?16/i.test(declared) ? 'utf-8' : declared)
  } catch {
    throw new ReportError('malformed', 'its XML declaration names an encoding that is not known')
  }
}

import fs from 'node:fs'
import path from 'node:path'

/** A file or path that can't be used. The message is the end of a sentence, without any of the file's content. */
export class FileError extends Error {
  override readonly name = 'FileError'
}

/** The most bytes of an event file: GitHub's webhooks have at most 25 MB. */
const EVENT_LIMIT = 64 * 1024 * 1024

/** The text of a file that the runner wrote. Pipes and devices are refused: reading them could wait for ever. */
export function readRunnerFile(file: string): string {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats) throw new FileError('does not exist')
  if (!stats.isFile()) throw new FileError('is not a regular file')
  if (stats.size > EVENT_LIMIT) throw new FileError('is over 64 MiB')
  return fs.readFileSync(file, 'utf8')
}

/** Writes a text and a line break, or nothing: to a temporary file, which is then renamed, or deleted on failure. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`
  makeFolder(path.dirname(file))
  fs.rmSync(draft, { force: true })
  try {
    // `wx` follows no link that somebody made in the meantime.
    fs.writeFileSync(draft, text, { flag: 'wx' })
    // Joining the two would hold a long text in memory twice.
    fs.appendFileSync(draft, '\n')
    fs.renameSync(draft, file)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
}

/** Makes a folder and those above it. Node's own `recursive` never ends if the system refuses, as in `/proc`. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  fs.mkdirSync(folder)
}

/** True if a path without links lies in a folder, whose own links are followed. */
export function isInside(file: string, folder: string): boolean {
  if (folder === '' || !fs.existsSync(folder)) return false
  // The native call is a single one; Node's own code looks at each part of the path.
  const relative = path.relative(fs.realpathSync.native(path.resolve(folder)), file)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

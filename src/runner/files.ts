import fs from 'node:fs'
import path from 'node:path'

/** A file or path that can't be used. The message is the end of a sentence, without any of the file's content. */
export class FileError extends Error {
  override readonly name = 'FileError'
}

/** The most bytes of an event file: GitHub's webhooks have at most 25 MB. */
const EVENT_LIMIT = 64 * 1024 * 1024

/** Reads a JSON document that the runner wrote. Pipes and devices are refused: reading them could wait for ever. */
export function readJsonFile(file: string): unknown {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats) throw new FileError('does not exist')
  if (!stats.isFile()) throw new FileError('is not a regular file')
  if (stats.size > EVENT_LIMIT) throw new FileError('is over 64 MiB')
  const text = fs.readFileSync(file, 'utf8')
  if (text.trim() === '') throw new FileError('is empty')
  try {
    return JSON.parse(text)
  } catch {
    // V8's message would quote the text around the error.
    throw new FileError('is not JSON')
  }
}

/**
 * The path for writing a file, with all links resolved: inside one of the folders, and either free or a regular file.
 * A relative path starts from `base`.
 */
export function writablePath(file: string, base: string, folders: readonly string[]): string {
  const wanted = path.resolve(base, file)
  const real = path.join(realFolder(path.dirname(wanted)), path.basename(wanted))
  const stats = fs.lstatSync(real, { throwIfNoEntry: false })
  const target = stats?.isSymbolicLink() ? realTarget(real) : real
  const existing = fs.statSync(target, { throwIfNoEntry: false })
  if (existing?.isDirectory()) throw new FileError('is a folder; give a file name')
  if (!folders.some(folder => isInside(target, folder))) {
    throw new FileError("lies outside the workspace and the runner's temp folder; give a file inside one of them")
  }
  if (existing && !existing.isFile()) throw new FileError('exists and is not a regular file')
  return target
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

/** The real path of a folder, whose last parts need not exist yet. */
function realFolder(folder: string): string {
  const stats = fs.lstatSync(folder, { throwIfNoEntry: false })
  if (stats) return realTarget(folder)
  const parent = path.dirname(folder)
  return parent === folder ? folder : path.join(realFolder(parent), path.basename(folder))
}

function realTarget(link: string): string {
  try {
    // The native call is a single one; Node's own code looks at each part of the path.
    return fs.realpathSync.native(link)
  } catch {
    throw new FileError('is a link that leads nowhere')
  }
}

/** True if a path without links lies in a folder; the last parts of the folder need not exist. */
export function isInside(file: string, folder: string): boolean {
  if (folder === '') return false
  const relative = path.relative(realFolder(path.resolve(folder)), file)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

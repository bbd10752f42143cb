import fs from 'node:fs'
import path from 'node:path'
import { debug, endGroup, error, info, notice, setSecret, startGroup, warning } from '@actions/core'

export const toolkit = { debug, endGroup, error, info, notice, setSecret, startGroup, warning }
export type Toolkit = typeof toolkit

/** The text of an input; its variable keeps hyphens. GitHub's runner fills in the defaults, other runners may not. */
export function inputOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return environment[`INPUT_${name.toUpperCase()}`]
}

/** The texts of all inputs by name, in lower case and in alphabetical order; those that the workflow left out, too. */
export function inputsIn(environment: NodeJS.ProcessEnv): Map<string, string> {
  const variables = Object.entries(environment).map(([name, text = '']) => [name.toLowerCase(), text] as const)
  const inputs = variables.filter(([name]) => /^input_./s.test(name))
  return new Map(inputs.map(([name, text]) => [name.slice('input_'.length), text] as const).toSorted(byName))
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1
}

/**
 * Hands outputs to the runner through the file that GITHUB_OUTPUT names: all in one write, so that a later step never
 * finds only some of them. Throws if they could not be written.
 */
export function appendOutputs(file: string, outputs: Readonly<Record<string, string>>): void {
  // A pipe may have no reader, and then the step would wait for ever.
  const there = fs.statSync(file, { throwIfNoEntry: false })
  if (there && !there.isFile()) throw new FileError('is not a regular file')
  fs.appendFileSync(file, outputLines(outputs))
}

/** Each value stands between two lines that none of the values holds, so no value can begin another output. */
export function outputLines(outputs: Readonly<Record<string, string>>): string {
  const all = Object.entries(outputs)
  const isTaken = (line: string) => all.some(([, value]) => value.includes(line))
  let delimiter = 'END_OF_OUTPUT'
  for (let at = 1; isTaken(delimiter); at++) delimiter = `END_OF_OUTPUT_${at}`
  return all.map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`).join('')
}

/** A file or path that can't be used. The message is the end of a sentence, without any of the file's content. */
export class FileError extends Error {
  override readonly name = 'FileError'
}

/** GitHub's webhooks have at most 25 MB. */
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

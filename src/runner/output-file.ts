import fs from 'node:fs'
import { FileError } from './files.ts'

/**
 * Hands outputs to the runner, all in one write: GITHUB_OUTPUT, as the toolkit writes it (actions/toolkit,
 * packages/core, file-command.ts). Throws where not all of it could be written.
 *
 * @param file value of GITHUB_OUTPUT
 */
export function appendOutputs(file: string, outputs: Readonly<Record<string, string>>): void {
  // Nobody may read a pipe, and then the step would wait for ever.
  const there = fs.statSync(file, { throwIfNoEntry: false })
  if (there && !there.isFile()) throw new FileError('is not a regular file')
  fs.appendFileSync(file, outputLines(outputs))
}

/**
 * Each value between two lines that occur in none of the values, so that no value can end itself and begin another
 * output. All values are there before the line is chosen, so it need not be a random one.
 */
export function outputLines(outputs: Readonly<Record<string, string>>): string {
  const all = Object.entries(outputs)
  const isTaken = (line: string) => all.some(([, value]) => value.includes(line))
  let delimiter = 'END_OF_OUTPUT'
  for (let at = 1; isTaken(delimiter); at++) delimiter = `END_OF_OUTPUT_${at}`
  return all.map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`).join('')
}

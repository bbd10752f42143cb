import fs from 'node:fs'
import { FileError } from './files.ts'

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

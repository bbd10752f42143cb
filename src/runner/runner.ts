import fs from 'node:fs'
import path from 'node:path'
import { endGroup, error, info, notice, setSecret, startGroup, warning } from '@actions/core'
import { type Clean, parseClean } from '../text/secret.ts'

export const toolkit = { endGroup, error, info, notice, setSecret, startGroup, warning }
export type Toolkit = typeof toolkit

/** The texts of all inputs by name, in lower case and in alphabetical order. A variable keeps the hyphens of its input. */
export function inputsIn(environment: NodeJS.ProcessEnv): Map<string, string> {
  const inputs = Object.entries(environment).flatMap(([variable, text = '']) => {
    const name = /^input_(.+)$/is.exec(variable)?.[1]
    return name === undefined ? [] : [[name.toLowerCase(), text] as const]
  })
  return new Map(inputs.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The JSON of a file that the runner wrote, cleaned of tokens. */
export function readJson(file: string, clean: Clean): unknown {
  return parseClean(fs.readFileSync(file, 'utf8'), clean)
}

/**
 * Hands outputs to the runner through the file that GITHUB_OUTPUT names: all in one write, so that a later step never
 * finds only some of them. Each value stands between two lines that none of the values holds, so no value can begin
 * another output. Throws if they could not be written.
 */
export function appendOutputs(file: string, outputs: Readonly<Record<string, string>>): void {
  const all = Object.entries(outputs)
  const isTaken = (line: string) => all.some(([, value]) => value.includes(line))
  let end = 'END_OF_OUTPUT'
  for (let at = 1; isTaken(end); at++) end = `END_OF_OUTPUT_${at}`
  fs.appendFileSync(file, all.map(([name, value]) => `${name}<<${end}\n${value}\n${end}\n`).join(''))
}

/** True if a path without links lies in a folder, whose own links are followed. */
export function isInside(file: string, folder: string): boolean {
  if (folder === '' || !fs.existsSync(folder)) return false
  // The native call is a single one; Node's own code looks at each part of the path.
  const relative = path.relative(fs.realpathSync.native(path.resolve(folder)), file)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

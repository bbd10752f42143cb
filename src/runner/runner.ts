import fs from 'node:fs'
import path from 'node:path'
import { endGroup, error, info, notice, setSecret, startGroup, warning } from '@actions/core'
import { type Clean, cleanTexts } from '../text/outside.ts'

export const toolkit = { endGroup, error, info, notice, setSecret, startGroup, warning }
export type Toolkit = typeof toolkit

/** Input texts by lower-case name, in alphabetical order. The variable of `junit-paths` is `INPUT_JUNIT-PATHS`. */
export function inputsIn(environment: NodeJS.ProcessEnv): Map<string, string> {
  const inputs = new Map<string, string>()
  for (const variable of Object.keys(environment).toSorted()) {
    const name = /^input_(.+)$/is.exec(variable)?.[1]
    if (name !== undefined) inputs.set(name.toLowerCase(), environment[variable] ?? '')
  }
  return inputs
}

/** The JSON of a file that the runner wrote, cleaned of tokens. */
export function readJson(file: string, clean: Clean): unknown {
  return cleanTexts(JSON.parse(fs.readFileSync(file, 'utf8')), clean)
}

/**
 * Hands outputs to the runner through the file that GITHUB_OUTPUT names: all in one write, so that a later step never
 * finds only some of them. Each value stands between two lines that none of the values holds, so no value can begin
 * another output. Throws if they could not be written.
 */
export function appendOutputs(file: string, outputs: Readonly<Record<string, string>>): void {
  const values = Object.values(outputs).join('\n')
  let end = 'END_OF_OUTPUT'
  while (values.includes(end)) end += '_'
  fs.appendFileSync(
    file,
    Object.entries(outputs)
      .map(([name, value]) => `${name}<<${end}\n${value}\n${end}\n`)
      .join(''),
  )
}

/** True if a file lies in a folder. Links in the folder's path are followed; the file's path must be free of them. */
export function isInside(file: string, folder: string): boolean {
  if (folder === '' || !fs.existsSync(folder)) return false
  // `realpathSync` itself would make a system call for each part of the path.
  const relative = path.relative(fs.realpathSync.native(path.resolve(folder)), file)
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

import { parse } from 'yaml'

/**
 * @typedef {object} ActionFile
 * @property {Record<string, {description: string, default: string}>} inputs
 * @property {Record<string, {description: string}>} outputs
 * @property {string} main  Path of the script, from the folder of the action.
 */

/**
 * Reads an action.yml. An input without a default has the empty one, as the runner has it; every scalar is a string.
 *
 * @param {string} source
 * @returns {ActionFile}
 */
export function readActionFile(source) {
  const { inputs = {}, outputs = {}, runs } = parse(source, { schema: 'failsafe' })
  if (typeof runs?.main !== 'string') throw new Error('action.yml: runs.main is missing')
  const names = Object.keys(inputs)
  return {
    inputs: Object.fromEntries(names.map(name => [name, { default: '', ...inputs[name] }])),
    outputs,
    main: runs.main,
  }
}

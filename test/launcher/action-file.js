/**
 * @typedef {object} ActionFile
 * @property {Record<string, {description: string, default: string}>} inputs
 */

/**
 * Reads an action.yml with one `key: value` a line, as ours is kept: the demo runs before any package is installed, a
 * YAML library included. An input without a default has the empty one, as the runner has it.
 *
 * @param {string} source
 * @returns {ActionFile}
 */
export function readActionFile(source) {
  /** @type {Record<string, any>} */
  const root = {}
  const open = [root]
  for (const line of source.split(/\r?\n/).filter(each => !/^ *(?:#|$)/.test(each))) {
    const [, indent = '', key, value] = /^((?: {2})*)([\w-]+):(?: (.+))?$/.exec(line) ?? []
    const parent = open[indent.length / 2]
    if (key === undefined || !parent) throw new Error(`action.yml: expected \`key: value\`: ${line}`)
    open.length = indent.length / 2 + 1
    parent[key] = value === undefined ? {} : value.startsWith('"') ? JSON.parse(value) : value
    if (value === undefined) open.push(parent[key])
  }
  const { inputs = {} } = root
  const names = Object.keys(inputs)
  return {
    inputs: Object.fromEntries(names.map(name => [name, { default: '', ...inputs[name] }])),
  }
}

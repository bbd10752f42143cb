/**
 * @typedef {object} ActionFile
 * @property {Record<string, {description: string, default: string}>} inputs
 * @property {Record<string, {description: string}>} outputs
 * @property {string} main  Path of the script, from the folder of the action.
 *
 * @typedef {{[key: string]: string | Tree}} Tree
 */

/**
 * Reads an action.yml. An input without a default has the empty one, as the runner has it.
 *
 * @param {string} source
 * @returns {ActionFile}
 */
export function readActionFile(source) {
  const tree = parseTree(source)
  const main = branch(tree, 'runs')['main']
  if (typeof main !== 'string') throw new Error('action.yml: runs.main is missing')
  return {
    inputs: entries(tree, 'inputs', input => ({ ...described(input), default: leaf(input, 'default') })),
    outputs: entries(tree, 'outputs', described),
    main,
  }
}

/**
 * Parses the part of YAML that action.yml keeps to: mappings, indented by two blanks a level, one `key: scalar` or
 * `key:` a line; scalars quoted, or plain where YAML can only take them for a string; comments on lines of their own.
 * Anything else is an error: a line half understood would give the action another default than the runner gives it.
 *
 * @param {string} source
 * @returns {Tree}
 */
export function parseTree(source) {
  /** @type {Tree} */
  const root = {}
  /** @type {Tree[]} */
  const open = [root]
  source.split(/\r?\n/).forEach((line, index) => {
    if (/^ *(#|$)/.test(line)) return
    /** @param {string} problem */
    const fail = problem => new Error(`action.yml:${index + 1}: ${problem}: ${line.trim()}`)
    const match = /^((?: {2})*)([A-Za-z][\w-]*):(?: +(.*?))? *$/.exec(line)
    if (!match) throw fail('expected `key: value`')
    const [, indent = '', key = '', value = ''] = match
    const depth = indent.length / 2
    const parent = open[depth]
    if (!parent) throw fail('indented too far')
    if (Object.hasOwn(parent, key)) throw fail('the key is there twice')
    open.length = depth + 1
    if (value === '') {
      /** @type {Tree} */
      const child = {}
      parent[key] = child
      open.push(child)
    } else {
      const scalar = parseScalar(value)
      if (scalar === undefined) throw fail('expected a quoted string')
      parent[key] = scalar
    }
  })
  return root
}

/**
 * @param {string} value
 * @returns {string | undefined}  `undefined` where this reader doesn't understand it.
 */
function parseScalar(value) {
  if (/^'([^']|'')*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  // The escapes of JSON are escapes of YAML with the same meaning; those that only YAML has are refused.
  if (/^"([^"\\]|\\["\\/bfnrtu])*"$/.test(value)) {
    try {
      return JSON.parse(value)
    } catch {
      return undefined
    }
  }
  const plain = /^[A-Za-z][^#]*$/.test(value) && !/:( |$)/.test(value)
  return plain && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value) ? value : undefined
}

/**
 * @template T
 * @param {Tree} tree
 * @param {string} key
 * @param {(entry: Tree) => T} read
 * @returns {Record<string, T>}
 */
function entries(tree, key, read) {
  const names = Object.keys(branch(tree, key))
  return Object.fromEntries(names.map(name => [name, read(branch(branch(tree, key), name))]))
}

/** @param {Tree} entry */
function described(entry) {
  return { description: leaf(entry, 'description') }
}

/**
 * @param {Tree} tree
 * @param {string} key
 * @returns {Tree}
 */
function branch(tree, key) {
  const value = tree[key] ?? {}
  if (typeof value === 'string') throw new Error(`action.yml: ${key}: expected a mapping`)
  return value
}

/**
 * @param {Tree} tree
 * @param {string} key
 * @returns {string}
 */
function leaf(tree, key) {
  const value = tree[key] ?? ''
  if (typeof value !== 'string') throw new Error(`action.yml: ${key}: expected a string`)
  return value
}

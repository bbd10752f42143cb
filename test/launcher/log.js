/**
 * The log as the runner shows it after masking: lines `::add-mask::` are taken out, and from there on (not before) each
 * of their values is `***`, in every line. Between `::stop-commands::x` and `::x::` nothing is a command.
 *
 * @param {string} log
 * @returns {string}
 */
export function maskLog(log) {
  /** @type {string[]} */
  let masks = []
  /** @type {string | undefined} */
  let resume
  return log
    .split('\n')
    .flatMap(line => {
      const command = parseCommand(line)
      if (resume !== undefined) {
        if (command?.name === resume) resume = undefined
      } else if (command?.name === 'stop-commands') {
        resume = command.message.toLowerCase()
      } else if (command?.name === 'add-mask') {
        const values = [command.message, ...command.message.split(/\r?\n/)].filter(value => value.trim() !== '')
        // The longer first: else a mask inside another one would leave the rest of it to be read.
        masks = [...masks, ...values].sort((one, other) => other.length - one.length)
        return []
      }
      return [masks.reduce((text, mask) => text.replaceAll(mask, '***'), line)]
    })
    .join('\n')
}

/**
 * A workflow command, `::name key=value,key=value::message`, with its escapes undone.
 *
 * @param {string} line
 * @returns {{name: string, properties: Record<string, string>, message: string} | undefined}
 */
export function parseCommand(line) {
  const match = /^\s*::([^\s:]+)(?: ([^:]*))?::(.*)$/.exec(line)
  if (!match) return undefined
  const [, name = '', list = '', message = ''] = match
  const properties = list.split(',').flatMap(pair => {
    const equals = pair.indexOf('=')
    return equals > 0 ? [[pair.slice(0, equals).trim(), decodeProperty(pair.slice(equals + 1))]] : []
  })
  return { name: name.toLowerCase(), properties: Object.fromEntries(properties), message: decodeMessage(message) }
}

/**
 * @param {string} message
 * @returns {string}
 */
function decodeMessage(message) {
  return message.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
}

/**
 * @param {string} property
 * @returns {string}
 */
function decodeProperty(property) {
  return decodeMessage(property.replaceAll('%3A', ':').replaceAll('%2C', ','))
}

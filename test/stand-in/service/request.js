/** A request that the service doesn't serve: an HTTP status and a plain-text body. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/**
 * The members of a JSON object. A member that is not named is refused: the contract names all there are, and a
 * misspelt one must not pass for an absent one.
 *
 * @param {unknown} value
 * @param {string} path  Where the value stands in the body, for the message.
 * @param {{required?: string[], optional?: string[]}} names
 * @returns {Record<string, unknown>}
 */
export function members(value, path, { required = [], optional = [] }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, `${path}: expected an object`)
  }
  for (const name of required) {
    if (!Object.hasOwn(value, name)) throw new Refusal(400, `${path}.${name}: required`)
  }
  for (const name of Object.keys(value)) {
    if (![...required, ...optional].includes(name))
      throw new Refusal(400, `${path}.${name}: not a member of the request`)
  }
  return /** @type {Record<string, unknown>} */ (value)
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {string}
 */
export function text(value, path) {
  if (typeof value !== 'string') throw new Refusal(400, `${path}: expected a string`)
  return value
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
export function integer(value, path, least, most) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new Refusal(400, `${path}: expected an integer from ${least} to ${most}`)
  }
  return value
}

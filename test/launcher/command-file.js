/**
 * Reads a file of the runner such as GITHUB_OUTPUT, as the runner does: `name=value` or
 * `name<<delimiter`, lines of the value, `delimiter`. Of several values of one name the last one counts.
 *
 * @param {string} source
 * @returns {Record<string, string>}
 */
export function readCommandFile(source) {
  const lines = source.split(/\r?\n/)
  /** @type {[string, string][]} */
  const pairs = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const equals = line.indexOf('=')
    const heredoc = line.indexOf('<<')
    if (equals > 0 && (heredoc < 0 || equals < heredoc)) {
      pairs.push([line.slice(0, equals), line.slice(equals + 1)])
    } else if (heredoc > 0 && heredoc + 2 < line.length) {
      const end = lines.indexOf(line.slice(heredoc + 2), index + 1)
      if (end < 0) throw new Error(`Command file, line ${index + 1}: the delimiter never comes again: ${line}`)
      pairs.push([line.slice(0, heredoc), lines.slice(index + 1, end).join('\n')])
      index = end
    } else {
      throw new Error(`Command file, line ${index + 1}: expected name=value or name<<delimiter: ${line}`)
    }
  }
  return Object.fromEntries(pairs)
}

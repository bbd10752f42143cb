/**
 * A workflow command: the line of the log that the runner takes for one, `::warning title=A title::the message`.
 *
 * The format and what has to be escaped are those of "Workflow commands for GitHub Actions" in GitHub's documentation
 * and of actions/toolkit (packages/core, command.ts).
 */
export function command(name: string, message: string, properties: Readonly<Record<string, string>> = {}): string {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`)
  return `::${name}${listed.length === 0 ? '' : ` ${listed.join(',')}`}::${escapeMessage(message)}`
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

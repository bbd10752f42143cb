/** A file as it is compared: with slashes, without a leading `./` and without the workspace's own path. */
export function comparableFile(file: string | null, workspace: string): string | null {
  if (!file) return null
  const slashed = file.replaceAll('\\', '/')
  const root = `${workspace.replaceAll('\\', '/').replace(/\/+$/, '')}/`
  const inside = workspace !== '' && slashed.startsWith(root) ? slashed.slice(root.length) : slashed
  return inside.replace(/^(?:\.\/+)+/, '') || null
}

/** A parent as it is compared: without the time that some runners put at its end. */
export function comparableParent(parent: string | null): string | null {
  return parent?.replace(/-\d{14}$/, '') || null
}

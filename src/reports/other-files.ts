import fs from 'node:fs'
import path from 'node:path'
import { plain } from '../escape.ts'
import { firstOf, type Message, say } from '../message.ts'
import type { Clean } from '../secret.ts'

/** The most entries of folders that are looked at: a hint on a wrong glob must be quick. */
const MOST_ENTRIES = 20_000
const MOST_NAMED = 5

/**
 * The XML files of the workspace, for a glob that matches no file, as the rest of a sentence. Those nearest to the root
 * come first; dependencies and hidden folders are left out.
 */
export function otherXmlFiles(workspace: string, clean: Clean): Message {
  const found: string[] = []
  const folders = ['']
  let left = MOST_ENTRIES
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of entriesOf(path.join(workspace, folder))) {
      if (left-- === 0) return hint(found, false, clean)
      const inside = path.posix.join(folder, entry.name)
      if (entry.isFile() && /\.xml$/i.test(entry.name)) found.push(inside)
      else if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(inside)
    }
  }
  return hint(found, true, clean)
}

function hint(found: readonly string[], isWhole: boolean, clean: Clean): Message {
  if (found.length === 0) return isWhole ? ', and no XML file was found in the workspace' : ''
  const names = firstOf(found.slice(0, MOST_NAMED), MOST_NAMED, file => plain(clean(file), 120))
  return say`; ${found.length === 1 ? 'there is' : 'there are'} ${names}${found.length > MOST_NAMED ? ' and more' : ''}`
}

/** Unreadable folders are empty. Links are not followed. */
function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

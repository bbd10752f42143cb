import fs from 'node:fs'
import path from 'node:path'
import type { FailedTest } from '../facts/test-report.ts'
import { plain } from '../text/escape.ts'

/** The place of a test, for an annotation. */
export interface TestPlace {
  /** Relative to the workspace, with slashes. */
  file: string
  /** From 1; null if the report does not say. */
  line: number | null
}

/**
 * The place of a failed test in the workspace; null if the report gives none, or the file does not exist. Test tools
 * write absolute paths, or paths relative to their own folder, which is one of the folders above the report.
 */
export function placeOf({ place, report }: Pick<FailedTest, 'place' | 'report'>, workspace: string): TestPlace | null {
  if (place === null) return null
  const { file, line } = place
  const given = file.replace(/^file:\/\//, '').replaceAll('\\', '/')
  const root = path.resolve(workspace)
  const folders = path.isAbsolute(given) ? [root] : foldersAround(path.dirname(report))
  for (const folder of folders) {
    const inside = path.relative(root, path.resolve(root, folder, given)).replaceAll(path.sep, '/')
    if (inside.startsWith('../') || path.isAbsolute(inside)) continue
    // A name that can't be shown unchanged would point to nothing.
    if (inside !== plain(inside, 1000) || !isFile(path.join(root, inside))) continue
    return { file: inside, line }
  }
  return null
}

/** The workspace itself, then the folders from there down to the report. */
function foldersAround(folder: string): string[] {
  const parts = folder.split('/')
  return parts.includes('..') ? [''] : ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))]
}

function isFile(file: string): boolean {
  try {
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

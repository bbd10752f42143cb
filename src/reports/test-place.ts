import fs from 'node:fs'
import path from 'node:path'
import { plain } from '../escape.ts'
import type { FailedTest } from '../facts/test-report.ts'

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
export function placeOf(
  { file, line, report }: Pick<FailedTest, 'file' | 'line' | 'report'>,
  workspace: string,
): TestPlace | null {
  if (file === null) return null
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

/** Where the source file of a class may lie, and how its name may end. */
const CLASS_FOLDERS = ['', 'src', 'src/test/java', 'src/test/kotlin', 'test', 'tests']
const CLASS_ENDINGS = ['', '.py', '.java', '.kt', '.cs', '.rb', '.php', '.ts', '.js']

/**
 * The target of a failed test's annotation: the test's place. If the report names no file, an existing file that the
 * class name is (`test/cart.test.ts`) or stands for (`tests.test_cart`, `com.acme.CartTest`): a guess, for annotations
 * only.
 */
export function annotationPlaceOf(
  test: Pick<FailedTest, 'file' | 'line' | 'report' | 'classname'>,
  workspace: string,
): TestPlace | null {
  const { classname, report } = test
  if (test.file || !classname || classname.length > LONGEST_CLASS) return placeOf(test, workspace)
  const parts = classname.split('.')
  // The name of the file can be followed by that of an inner class, and of a method.
  const names = [classname, ...[0, 1, 2].map(cut => parts.slice(0, parts.length - cut).join('/'))]
  for (const name of new Set(names)) {
    for (const folder of CLASS_FOLDERS) {
      for (const ending of CLASS_ENDINGS) {
        const place = placeOf({ file: path.posix.join(folder, `${name}${ending}`), line: null, report }, workspace)
        if (place !== null) return place
      }
    }
  }
  return null
}

const LONGEST_CLASS = 300

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

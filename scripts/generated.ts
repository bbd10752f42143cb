import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * Writes a file that is made from other files; with `--check` it only compares, and the process fails if the file
 * differs.
 *
 * @param file path from the root of the project on
 * @param from completes the complaint "… is not what": `the code says`
 * @param command the command that makes the file
 */
export function keepGenerated(file: string, text: string, from: string, command: string): void {
  const target = path.join(ROOT, file)
  if (!process.argv.includes('--check')) fs.writeFileSync(target, text)
  else if (fs.readFileSync(target, 'utf8') !== text) {
    console.error(`${file} is not what ${from}. Run '${command}' and commit it.`)
    process.exitCode = 1
  }
}

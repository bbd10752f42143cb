/**
 * Runs the tests: the quick ones in `npm test`, all of them in `npm cit`, which a clean clone and CI start. npm says in
 * `npm_command` which of the two it is.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const VITEST = path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const everything = process.env['npm_command'] === 'install-ci-test'
const projects = everything ? [] : ['--project=!slow']
if (!everything) console.log('The quick tests. `npm run test:slow` runs the others, `npm cit` all of them.')
process.exitCode = spawnSync(process.execPath, [VITEST, 'run', ...projects], { stdio: 'inherit' }).status ?? 1

import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Stands in for the bundle in the launcher's own tests: tells its environment, writes to every file of the runner.
const { env } = process
const temp = env['RUNNER_TEMP'] ?? ''
const report = join(temp, 'report.json')
writeFileSync(report, '{"schemaVersion":1}')
writeFileSync('left-behind.txt', 'by the action')
appendFileSync(env['GITHUB_OUTPUT'] ?? '', `report-file=${report}\ntwo<<END\nline 1\nline 2\nEND\n`)
appendFileSync(env['GITHUB_ENV'] ?? '', 'exported=1\n')
appendFileSync(env['GITHUB_STATE'] ?? '', 'saved=1\n')
appendFileSync(env['GITHUB_PATH'] ?? '', '/opt/tool\n')
appendFileSync(env['GITHUB_STEP_SUMMARY'] ?? '', '# Done\n')
console.error('a warning')
if (env['INPUT_READ'] === 'forever') {
  process.on('SIGINT', () => process.exit(130))
  setInterval(() => {}, 1_000)
  console.log('waiting')
} else {
  console.log(JSON.stringify(env))
  process.exitCode = 3
}

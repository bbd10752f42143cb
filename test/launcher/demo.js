import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commitId, EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import { bundleFile } from './bundle.js'
import { maskLog, plainLog } from './log.js'
import { startAction } from './runner.js'

/** @import { RunResult } from './runner.js' */

const DAY = 24 * 60 * 60 * 1000

// `npm run demo`: the committed bundle, the way GitHub's runner would run it, against the stand-in of the service.
// `npm run demo -- --inspect` runs the sources instead, and Node waits for a debugger before their first line. What
// follows are inputs of the step: `npm run demo -- --inspect require=queue-empty wait-timeout=1m`.
const { values, positionals } = parseArgs({ options: { inspect: { type: 'boolean' } }, allowPositionals: true })
if (values.inspect || existsSync(bundleFile())) {
  const service = await startService({ state: exampleState({ now: Date.now() }) })
  const inputs = {
    endpoint: service.url,
    'api-token': TOKEN,
    organization: EXAMPLE.organization,
    'test-run-id': EXAMPLE.testRunId,
    read: 'pull-request, queue, test-run, quarantined-tests',
    require: 'ready',
    ...Object.fromEntries(positionals.map(each => each.split(/=(.*)/s).slice(0, 2))),
  }
  const run = startAction({
    inputs,
    event: pullRequestEvent(),
    timeLimit: DAY,
    ...(values.inspect && { nodeArgs: ['--inspect-brk'], main: 'src/index.ts' }),
  })
  // Where the debugger listens.
  if (values.inspect) run.child.stderr.pipe(process.stderr)
  const result = await run.done
  await service.close()
  console.log(render(inputs, result))
  process.exitCode = result.exitCode ?? 1
} else {
  console.error(`${bundleFile()} is missing: build the bundle first.`)
  process.exitCode = 1
}

/** A pull request of the scenario, as GitHub tells a workflow of a push to it. */
function pullRequestEvent() {
  const { owner, name } = EXAMPLE.repo
  const repository = {
    name,
    full_name: `${owner}/${name}`,
    default_branch: EXAMPLE.branch,
    fork: false,
    owner: { login: owner },
  }
  return {
    name: 'pull_request',
    payload: {
      action: 'synchronize',
      number: EXAMPLE.pullRequest,
      pull_request: {
        number: EXAMPLE.pullRequest,
        base: { ref: EXAMPLE.branch, sha: commitId(EXAMPLE.branch), repo: repository },
        head: { ref: 'order-notes', sha: commitId(`pull request ${EXAMPLE.pullRequest}`), repo: repository },
        user: { login: 'ana-example' },
      },
      repository,
      sender: { login: 'ana-example' },
    },
  }
}

/**
 * @param {Record<string, string>} inputs
 * @param {RunResult} result
 * @returns {string}
 */
function render(inputs, result) {
  const { endpoint: _1, 'api-token': _2, ...shown } = inputs
  const end = result.signal ?? `exit code ${result.exitCode}`
  return [
    section('Inputs', table(shown)),
    section('Log', plainLog(maskLog(result.stdout + result.stderr))),
    section('Outputs (those that are not empty)', table(result.outputs)),
    section('Job summary (Markdown)', result.summary),
    `The step ended with ${end} after ${(result.duration / 1000).toFixed(1)} s.`,
  ].join('\n\n')
}

/**
 * @param {string} title
 * @param {string} text
 * @returns {string}
 */
function section(title, text) {
  return `${title}\n${'-'.repeat(title.length)}\n${text.trim()}`
}

/**
 * Names and values in two columns; a long value is cut to its line.
 *
 * @param {Record<string, string>} values
 * @returns {string}
 */
function table(values) {
  const rows = Object.entries(values).filter(([, value]) => value !== '')
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows
    .map(([name, value]) => {
      const line = value.replaceAll('\n', ' ')
      return name.padEnd(width) + (line.length > 100 - width ? `${line.slice(0, 99 - width)}…` : line)
    })
    .join('\n')
}

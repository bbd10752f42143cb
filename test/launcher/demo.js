import './older-node.js'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleFile } from './bundle.js'
import { commentPageOf, pageOf } from './demo-page.js'
import { playScenario, SCENARIOS } from './demo-scenarios.js'
import { maskLog, parseCommand } from './log.js'

/**
 * @import { Played, Scenario } from './demo-scenarios.js'
 */

const DAY = 24 * 60 * 60 * 1000
/** Columns of the outputs. */
const WIDTH = 100
/** Outputs that say what came out; the page of the summary has the rest. */
const OUTPUTS = ['conclusion', 'reason', 'pull-request-state', 'queue-state', 'test-run-status', 'failed-statuses']

/** Commands as GitHub shows them. @type {Record<string, string>} */
const LABELS = { group: '▸ ', error: 'Error: ', warning: 'Warning: ', notice: 'Notice: ' }

const USAGE = `npm run demo                        one step that passes, one that fails
npm run demo -- --list              the other scenarios
npm run demo -- NAME...             these
npm run demo -- NAME INPUT=VALUE    one of them, with more inputs
npm run demo -- --inspect [...]     from the sources, and Node waits for a debugger`

// `npm run demo`: the committed bundle, the way GitHub's runner would run it, against stand-ins of the service and of GitHub.
const { values, positionals } = parseArgs({
  options: { inspect: { type: 'boolean' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
})
const inputs = Object.fromEntries(positionals.filter(each => each.includes('=')).map(each => each.split(/=(.*)/s, 2)))
const names = positionals.filter(each => !each.includes('='))
const unknown = names.filter(name => !Object.hasOwn(SCENARIOS, name))
const PACKAGES = new URL('../../node_modules', import.meta.url)
const missing = existsSync(PACKAGES) ? undefined : names.find(name => SCENARIOS[name]?.needsPackages)

if (values.help) console.log(USAGE)
else if (values.list) console.log(list())
else if (unknown.length > 0) fail(`There is no scenario "${unknown[0]}". These are there:\n\n${list()}`)
else if (!values.inspect && !existsSync(bundleFile())) fail(`${bundleFile()} is missing: run \`npm run build\` first.`)
else if (missing) fail(`\`${missing}\` needs the packages: run \`npm ci\` first.`)
else await demonstrate(names.length > 0 ? names : values.inspect ? ['green'] : ['green', 'red'])

/** @param {string[]} wanted */
async function demonstrate(wanted) {
  const folder = join(tmpdir(), 'merge-queue-gate-demo')
  mkdirSync(folder, { recursive: true })
  // At once, told one after the other.
  const runs = wanted.map(name => {
    const scenario = /** @type {Scenario} */ (SCENARIOS[name])
    return { name, scenario, done: play(scenario) }
  })
  for (const { name, scenario, done } of runs) {
    const result = await done
    console.log(`${render(name, scenario, result)}\n${writePages(folder, name, result).join('\n')}\n`)
    // Inputs of one's own may lead anywhere.
    const isExpected = Object.keys(inputs).length > 0 || result.outputs['conclusion'] === scenario.conclusion
    if (!isExpected) fail(`✗ ${name} came out otherwise than this demo expects: ${scenario.conclusion}.`)
  }
  console.log('Open a summary in a browser: it looks as on GitHub. Other scenarios: npm run demo -- --list')
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {Played} result
 * @returns {string[]}  A line for each page.
 */
function writePages(folder, name, { summary, comment }) {
  const page = join(folder, `${name}.html`)
  writeFileSync(page, pageOf(name, summary))
  if (comment === undefined) return [`Summary: ${page}`]
  const commentPage = join(folder, `${name}-comment.html`)
  writeFileSync(commentPage, commentPageOf(name, comment))
  return [`Summary: ${page}`, `Comment: ${commentPage}`]
}

/** @param {Scenario} scenario */
function play(scenario) {
  if (!values.inspect) return playScenario(scenario, { inputs })
  const options = { inputs, timeLimit: DAY, nodeArgs: ['--inspect-brk'], main: 'src/index.ts' }
  // The debugger's address.
  return playScenario(scenario, options, run => run.child.stderr.pipe(process.stderr))
}

function list() {
  const width = Math.max(...Object.keys(SCENARIOS).map(name => name.length)) + 2
  return Object.entries(SCENARIOS)
    .map(([name, { about }]) => name.padEnd(width) + about)
    .join('\n')
}

/**
 * @param {string} name
 * @param {Scenario} scenario
 * @param {Played} result
 */
function render(name, scenario, result) {
  const given = { ...scenario.inputs, ...inputs }
  const title = `${name}: ${scenario.about}`
  const end = result.signal ?? (result.exitCode === 0 ? 'succeeds' : 'fails')
  return [
    title,
    '='.repeat(title.length),
    'with:',
    ...Object.entries(given).map(([input, value]) => `  ${input}: ${value}`),
    'Log:',
    indented(asOnGitHub(maskLog(result.stdout + result.stderr))),
    'Outputs:',
    ...OUTPUTS.filter(output => result.outputs[output]).map(output => cut(`  ${output}: ${result.outputs[output]}`)),
    `The step ${end} after ${(result.duration / 1000).toFixed(1)} s.`,
  ].join('\n')
}

/**
 * The log as GitHub shows it first: groups closed, annotations without their titles.
 *
 * @param {string} log  Masked.
 */
function asOnGitHub(log) {
  let inGroup = false
  return log
    .split('\n')
    .flatMap(line => {
      const { name, message } = parseCommand(line) ?? {}
      if (name === 'endgroup') inGroup = false
      if (inGroup || name === 'endgroup') return []
      if (name === 'group') inGroup = true
      const label = name && LABELS[name]
      return label === undefined ? [line] : [`${label}${message}`]
    })
    .join('\n')
}

/** @param {string} text */
function indented(text) {
  return text.trim().replace(/^/gm, '  ')
}

/** @param {string} line */
function cut(line) {
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line
}

/** @param {string} text */
function fail(text) {
  console.error(text)
  process.exitCode = 1
}

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asText } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { setUp } from '../../src/setup/setup.ts'

let folder = ''
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gate-report-file-')))
  for (const name of ['workspace', 'temp']) fs.mkdirSync(path.join(folder, name))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const FILES = [
  'GITHUB_OUTPUT',
  'GITHUB_ENV',
  'GITHUB_PATH',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
  'GITHUB_EVENT_PATH',
] as const

const place = (name: string) => path.join(folder, name)

/** Reads the input `report-file`, with the files of the runner in the temp folder. */
async function checked(reportFile: string | null, temp = place('temp')) {
  const environment: NodeJS.ProcessEnv = {
    ...(reportFile !== null && { 'INPUT_REPORT-FILE': reportFile }),
    'INPUT_MERGE-REPORTS': '',
    GITHUB_WORKSPACE: place('workspace'),
    RUNNER_TEMP: temp,
  }
  for (const name of FILES) {
    environment[name] = place(`temp/${name}`)
    fs.writeFileSync(place(`temp/${name}`), 'precious')
  }
  const step = await setUp(
    { environment, node: '24.21.0', random: () => 0.5 },
    {
      service: '',
      github: '',
      clean: cleanerOf(),
    },
  )
  const problems = step.kind === 'refused' ? step.problems : []
  return {
    reportFile: step.reportFile,
    problems: problems.filter(({ input }) => input === 'report-file').map(({ message }) => asText(message)),
    warnings: step.warnings.map(each => asText(each)),
  }
}

/** The report is then where it would be without the input. */
const refusal = (given: string, name: string) => ({
  reportFile: place('temp/merge-queue-gate-8000000000000.json'),
  problems: [`Input \`report-file\`: "${given}" is a file of the runner (${name}); give the report a file of its own.`],
  warnings: [],
})

test.each(FILES)('the file of %s is refused', async name => {
  const file = `../temp/${name}`
  expect(await checked(file)).toEqual(refusal(file, name))
})

test.each(FILES)('a link to the file of %s is refused', async name => {
  fs.symlinkSync(place(`temp/${name}`), place('workspace/report.json'))
  expect(await checked('report.json')).toEqual(refusal('report.json', name))
})

test('a second name of such a file is refused', async () => {
  fs.writeFileSync(place('temp/GITHUB_ENV'), '')
  fs.linkSync(place('temp/GITHUB_ENV'), place('workspace/report.json'))
  expect(await checked('report.json')).toEqual(refusal('report.json', 'GITHUB_ENV'))
})

test('a file beside them is taken', async () => {
  expect(await checked('../temp/report.json')).toEqual({
    reportFile: place('temp/report.json'),
    problems: [],
    warnings: [],
  })
})

test('an empty file that is there is taken', async () => {
  fs.writeFileSync(place('workspace/report.json'), '')
  expect(await checked('report.json')).toEqual({
    reportFile: place('workspace/report.json'),
    problems: [],
    warnings: [],
  })
})

test('without the input it is a new file in the temp folder', async () => {
  expect(await checked(null)).toEqual({
    reportFile: place('temp/merge-queue-gate-8000000000000.json'),
    problems: [],
    warnings: [],
  })
})

test('a temp folder that is none costs the report and nothing else', async () => {
  const file = place('temp/GITHUB_ENV')
  const told = `No report is written: "${file}", the runner's temp folder (\`RUNNER_TEMP\`), cannot be reached. Set \`report-file\` to a path in the workspace.`
  expect(await checked(null, file)).toEqual({ reportFile: null, problems: [], warnings: [told] })
})

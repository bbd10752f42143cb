/**
 * A careful reader looks for this in the workflows before adding an action to theirs; neither actionlint nor zizmor
 * does.
 */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../checkers/workflows.ts'

interface Step {
  name?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
}
interface Job {
  name?: string
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps: Step[]
}
interface Workflow {
  name?: string
  permissions?: unknown
  concurrency?: unknown
  jobs: Record<string, Job>
}

const FOLDER = path.join(ROOT, '.github/workflows')
const files = fs.readdirSync(FOLDER).map(name => ({ name, text: fs.readFileSync(path.join(FOLDER, name), 'utf8') }))

test('all that there should be are there', () => {
  const names = ['bench', 'check-dist', 'ci', 'codeql', 'dependency-review', 'release', 'self-test']
  expect(files.map(({ name }) => name).toSorted()).toEqual(names.map(name => `${name}.yml`))
})

describe.each(files)('$name', ({ text }) => {
  const workflow: Workflow = parse(text)
  const jobs = Object.entries(workflow.jobs)
  const steps = jobs.flatMap(([, job]) => job.steps)

  test('has no right but what a job is given, and two of its runs do not get in each other’s way', () => {
    expect(workflow.permissions).toEqual({})
    expect(workflow.concurrency).toMatchObject({ group: expect.any(String), 'cancel-in-progress': expect.any(Boolean) })
  })

  test('each right has its reason', () => {
    const rights = jobs.flatMap(([, job]) => Object.entries(job.permissions ?? {}))
    const reasons = [...text.matchAll(/^ {6}([\w-]+): (read|write) # \S.{8,}$/gm)].map(([, right, access]) => [
      right,
      access,
    ])
    expect(reasons).toEqual(rights)
  })

  test('each job has a name and a limit, each step a name', () => {
    const untold = jobs.filter(([, job]) => !job.name || !((job['timeout-minutes'] ?? 0) > 0)).map(([id]) => id)
    expect([...untold, ...steps.filter(({ name }) => !name)]).toEqual([])
  })

  test('each action is pinned by its commit, with the version beside it', () => {
    const used = [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)]
      .map(([, each = '']) => each)
      .filter(each => each !== './')
    expect(used.filter(each => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual([])
  })
})

test('an action has one version in all workflows, those of the pages with them', () => {
  const pages = ['README.md', 'SECURITY.md', ...fs.globSync('docs/**/*', { cwd: ROOT })]
    .filter(name => name.endsWith('.md'))
    .map(name => ({ text: fs.readFileSync(path.join(ROOT, name), 'utf8') }))
  const used = [...files, ...pages].flatMap(({ text }) => [
    ...text.matchAll(/uses: ([\w.-]+\/[\w.-]+)[\w./-]*@(.*)$/gm),
  ])
  const versions = Map.groupBy(used, ([, action]) => action)
  const several = [...versions].filter(([, each]) => new Set(each.map(([, , version]) => version)).size > 1)
  expect(several.map(([action]) => action)).toEqual([])
})

describe('release.yml', () => {
  const { text = '' } = files.find(({ name }) => name === 'release.yml') ?? {}
  const { jobs }: Workflow = parse(text)

  test('takes no cache, no secret, and nothing that somebody outside can choose', () => {
    const expressions = [...text.matchAll(/\$\{\{ *(.*?) *\}\}/g)].map(([, each = '']) => each)
    const known = /^(?:github\.token|(?:needs|steps)\.plan\.outputs\.(?:version|new))$/
    expect(expressions.filter(each => !known.test(each))).toEqual([])
    expect(text).not.toMatch(/actions\/cache|cache:|workflow_dispatch|pull_request|secrets\./)
    expect(parse(text).on).toEqual({ push: { branches: ['main'] } })
  })

  test('jobs that may write run no code of a package', () => {
    const writes = (job: Job) => Object.values(job.permissions ?? {}).includes('write')
    const runsPackages = ({ steps }: Job) => steps.some(({ run = '' }) => /\b(?:npm|npx|node)\b/.test(run))
    const found = Object.entries(jobs).map(([id, job]) => [id, writes(job), runsPackages(job)])
    expect(found).toEqual([
      ['plan', false, false],
      ['build', false, true],
      ['publish', true, false],
    ])
  })
})

describe('every exception from zizmor has its reason', () => {
  const yaml = ['.github', '.github/workflows'].flatMap(folder =>
    fs
      .readdirSync(path.join(ROOT, folder))
      .filter(name => /\.ya?ml$/.test(name))
      .map(name => path.join(folder, name)),
  )

  test('in a line of a workflow', () => {
    const lines = ['action.yml', ...yaml].flatMap(file => fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n'))
    const exceptions = lines.filter(line => /zizmor: *ignore/.test(line))
    expect(exceptions.filter(line => !/zizmor: ignore\[[\w-]+\] \S.{8,}$/.test(line))).toEqual([])
  })

  test('in .github/zizmor.yml', () => {
    const text = fs.readFileSync(path.join(ROOT, '.github/zizmor.yml'), 'utf8')
    const rules: Record<string, { ignore?: string[]; disable?: boolean }> = parse(text).rules
    const ignored = Object.values(rules).flatMap(rule => rule.ignore ?? [])
    expect(Object.values(rules).filter(rule => rule.disable)).toEqual([])
    expect([...text.matchAll(/^ +- (\S+) # \S.{8,}$/gm)].map(([, file]) => file)).toEqual(ignored)
  })
})

/** A careful reader looks for this in the workflows before adding an action to theirs; actionlint and zizmor don't. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../checkers/workflows.ts'

interface Job {
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps: { uses?: string; run?: string }[]
}

const FOLDER = path.join(ROOT, '.github/workflows')
const files = fs.readdirSync(FOLDER).map(name => ({ name, text: fs.readFileSync(path.join(FOLDER, name), 'utf8') }))

describe.each(files)('$name', ({ text }) => {
  const jobs: [string, Job][] = Object.entries(parse(text).jobs)

  test('each right of a job has its reason, and each job a limit', () => {
    const rights = jobs.flatMap(([, job]) => Object.entries(job.permissions ?? {}))
    const reasons = [...text.matchAll(/^ {6}([\w-]+): (read|write) # \S.{8,}$/gm)].map(([, ...right]) => right)
    expect(reasons).toEqual(rights)
    expect(jobs.filter(([, job]) => !job['timeout-minutes'])).toEqual([])
  })

  test('each action is pinned by its commit, with the version beside it', () => {
    const used = [...text.matchAll(/^ *(?:- )?uses: (?!\.\/$)(.*)$/gm)].map(([, each = '']) => each)
    expect(used.filter(each => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual([])
  })
})

test('an action has one version in all workflows, those of the pages with them', () => {
  const pages = ['README.md', 'SECURITY.md', ...fs.globSync('docs/**/*.md', { cwd: ROOT })]
  const texts = [...files.map(({ text }) => text), ...pages.map(page => fs.readFileSync(path.join(ROOT, page), 'utf8'))]
  const used = texts.flatMap(text => [...text.matchAll(/uses: ([\w.-]+\/[\w.-]+)[\w./-]*@([^,\n]*)/g)])
  const versions = Map.groupBy(used, ([, action]) => action)
  const several = [...versions].filter(([, each]) => new Set(each.map(([, , version]) => version)).size > 1)
  expect(several.map(([action]) => action)).toEqual([])
})

describe('release.yml', () => {
  const { text = '' } = files.find(({ name }) => name === 'release.yml') ?? {}

  test('takes no cache, no secret, and nothing that somebody outside can choose', () => {
    const expressions = [...text.matchAll(/\$\{\{ *(.*?) *\}\}/g)].map(([, each = '']) => each)
    const known = /^(?:github\.token|(?:needs|steps)\.plan\.outputs\.(?:version|new))$/
    expect(expressions.filter(each => !known.test(each))).toEqual([])
    expect(text).not.toMatch(/actions\/cache|cache:|workflow_dispatch|pull_request|secrets\./)
    expect(parse(text).on).toEqual({ push: { branches: ['main'] } })
  })

  test('jobs that may write run no code of a package', () => {
    const writers = Object.values<Job>(parse(text).jobs).filter(({ permissions = {} }) =>
      Object.values(permissions).includes('write'),
    )
    expect(writers.flatMap(({ steps }) => steps).filter(({ run = '' }) => /\b(?:npm|npx|node)\b/.test(run))).toEqual([])
    expect(writers).toHaveLength(1)
  })
})

/** A careful reader looks for this in a recipe before copying it; neither actionlint nor zizmor does. */
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CASES } from '../act/cases.ts'
import { recipes } from '../act/pages.ts'
import { TEST_BRANCH } from '../stand-in/events.js'

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}
interface Job {
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps: Step[]
}
interface Workflow {
  on: { push?: { branches: string[] } }
  concurrency?: unknown
  jobs: Record<string, Job>
}

const ALL = recipes().map(recipe => ({ ...recipe, workflow: parse(recipe.text) as Workflow }))
/** Those of the README are kept short enough to paste. */
const FULL = ALL.filter(({ page }) => page !== 'README.md')
const OWN = /\/merge-queue-gate@/

test('no two have one name', () => {
  const names = ALL.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

describe.each(ALL)('$page: $name', ({ name, text, workflow }) => {
  test('is run by a runner that is not ours', () => {
    expect(CASES.filter(({ workflow }) => workflow === name)).not.toEqual([])
  })

  test('each action of others is pinned by its commit, with the version beside it', () => {
    const used = [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, each = '']) => each)
    const others = used.filter(each => !OWN.test(each))
    expect(others.filter(each => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual([])
  })

  test('where the service is, and who may ask it, come from the places that the README names', () => {
    const steps = Object.values(workflow.jobs).flatMap(job => job.steps)
    const own = steps.filter(({ uses = '' }) => OWN.test(uses)).map(step => step.with ?? {})
    for (const { source, endpoint, 'api-token': token } of own) {
      // GitHub's own queue takes no secret.
      const places = source === 'github' ? [] : ['vars.QUEUE_ENDPOINT', 'secrets.QUEUE_API_TOKEN'].map(inBraces)
      expect([endpoint, token].filter(each => each !== undefined)).toEqual(places)
    }
  })
})

describe.each(FULL)('$page: $name', ({ text, workflow }) => {
  const jobs = Object.values(workflow.jobs)

  test('two of its runs do not get in each other’s way', () => {
    expect(workflow.concurrency).toMatchObject({ group: expect.any(String), 'cancel-in-progress': expect.any(Boolean) })
  })

  test('each right has its reason', () => {
    const rights = jobs.flatMap(job => Object.entries(job.permissions ?? {}))
    const reasons = [...text.matchAll(/^ {6}([\w-]+): (read|write) # \S.{5,}$/gm)].map(([, ...right]) => right)
    expect(reasons).toEqual(rights)
  })

  test('each job has a limit, a little over its waits', () => {
    for (const { steps, 'timeout-minutes': limit = 0 } of jobs) {
      const waits = steps.map(step => minutesOf(String(step.with?.['wait-timeout'] ?? '0m')))
      expect(limit).toBeGreaterThan(waits.reduce((all, each) => all + each, 0) + 1)
    }
  })
})

const ON_PUSH = ALL.map(({ name, workflow }) => ({ name, branches: workflow.on.push?.branches ?? [] }))

test.each(ON_PUSH.filter(({ branches }) => branches.length > 0))(
  '$name: a push is one to the test branches of the queue, or to its target',
  ({ branches }) => {
    const fits = (branch: string) => branches.some(filter => path.posix.matchesGlob(branch, filter))
    expect([fits(TEST_BRANCH), fits('main')]).toEqual(branches.includes('main') ? [false, true] : [true, false])
  },
)

function inBraces(expression: string): string {
  return `\${{ ${expression} }}`
}

function minutesOf(duration: string): number {
  const [, number = '0', unit] = /^(\d+)([mh])$/.exec(duration) ?? []
  return Number(number) * (unit === 'h' ? 60 : 1)
}

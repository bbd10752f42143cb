import { type Job, parseWorkflows, type Workflow } from '../../../src/github/workflows/workflow.ts'

export const CI = '.github/workflows/ci.yml'

/** The workflow in a file. */
export async function workflow(text: string): Promise<Workflow> {
  const { read } = await parseWorkflows([{ path: CI, text }], 'main')
  const [found] = read
  if (!found) throw new Error('this is no workflow')
  return found
}

/** The job `a` of these lines. */
export async function job(lines: string): Promise<Job> {
  const { jobs } = await workflow(`on: push\njobs:\n  a:\n    runs-on: x\n${lines.replace(/^/gm, '    ')}\n`)
  const [found] = jobs
  if (!found) throw new Error('there is no job')
  return found
}

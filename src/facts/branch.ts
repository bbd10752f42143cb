/** The name of a branch, without `refs/heads/`: some events and answers give whole refs. */
export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

/** The parts of a test branch's name. Anybody who can push can choose such a name. */
export interface TestBranchName {
  /** All that stands behind the last slash. In the v1 API it is the id of the run, also of a bisection. */
  testRunId: string
  isBisection: boolean
  /** Numbers of the pull requests, in the order of the name; a batch has several. */
  pullRequests: number[]
}

/** How the name of a bisection's test branch ends. */
export const BISECTION = /-bisection[^/]*$/

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Parses the name of a test branch, `<anything>-merge/pr-<number>[-<number>…]/<uuid>[-bisection…]`, or returns null.
 * `<anything>` holds no slash. `<anything>-temp/…` is no test branch: the queue builds candidates there, and their
 * failures are not its verdict.
 */
export function parseTestBranch(branch: string): TestBranchName | null {
  // One pattern for the whole name would overflow its stack on a name of megabytes.
  const [queue = '', batch = '', testRunId = '', ...more] = branch.split('/')
  const uuid = testRunId.replace(BISECTION, '')
  if (more.length > 0 || !/.-merge$/s.test(queue) || !batch.startsWith('pr-') || !UUID.test(uuid)) return null
  const numbers = batch.slice('pr-'.length).split('-')
  if (!numbers.every(each => /^[1-9]\d*$/.test(each))) return null
  return { testRunId, isBisection: uuid !== testRunId, pullRequests: numbers.map(Number) }
}

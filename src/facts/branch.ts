/** The name of a branch, without `refs/heads/`: some events and answers give whole refs. */
export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

/** The parts of a test branch's name. Anybody who can push can choose such a name. */
export interface TestBranchName {
  testRunId: string
  /** Numbers of the pull requests, in the order of the name; a batch has several. */
  pullRequests: number[]
}

/** How the name of a bisection's test branch ends. In the v1 API, the id of its run ends like this, too. */
export const BISECTION = /-bisection-\d+$/

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Parses the name of a test branch, `<anything>-merge/pr-<number>[-<number>…]/<uuid>[-bisection-<n>]`, or returns null.
 * `<anything>` holds no slash. `<anything>-temp/…` is no test branch: the queue builds candidates there, and their
 * failures are not its verdict.
 */
export function parseTestBranch(branch: string): TestBranchName | null {
  // One pattern for the whole name would overflow its stack on a name of megabytes.
  const [queue = '', batch = '', run = '', ...more] = branch.split('/')
  const testRunId = run.replace(BISECTION, '')
  if (more.length > 0 || !/.-merge$/s.test(queue) || !batch.startsWith('pr-') || !UUID.test(testRunId)) return null
  const numbers = batch.slice('pr-'.length).split('-')
  return numbers.every(each => /^[1-9]\d*$/.test(each)) ? { testRunId, pullRequests: numbers.map(Number) } : null
}

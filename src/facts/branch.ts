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

const TEST_BRANCH = /^[^/]+-merge\/pr-([\d-]+)\/([\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})(?:-bisection-\d+)?$/

/**
 * Parses the name of a test branch, `<anything>-merge/pr-<number>[-<number>…]/<uuid>[-bisection-<n>]`, or returns null.
 * `<anything>` holds no slash. `<anything>-temp/…` is no test branch: the queue builds candidates there, and their
 * failures are not its verdict.
 */
export function parseTestBranch(branch: string): TestBranchName | null {
  const [, numbers, testRunId] = TEST_BRANCH.exec(branch) ?? []
  if (numbers === undefined || testRunId === undefined) return null
  const parts = numbers.split('-')
  return parts.every(part => /^[1-9]\d*$/.test(part)) ? { testRunId, pullRequests: parts.map(Number) } : null
}

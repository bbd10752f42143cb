/**
 * The answers as the service sends them. Liberal where no verdict depends on a member: it may be absent or null, and
 * members and enumeration values that this version does not know are let through. Strict in the rest: a member that
 * the operation is for has to be there, and a value of another type than the documented one breaks the contract.
 */
import * as z from 'zod/mini'

/** What the schemas are made of. Nothing is made before an answer is there to be read: building costs more than reading. */
function members() {
  const text = z.nullish(z.string())
  const flag = z.nullish(z.boolean())
  const number = z.nullish(z.number())
  const texts = z.nullish(z.array(z.string()))
  /** The documents have enumeration values in capitals and in lower case; both circulate. */
  const word = z.pipe(
    z.string(),
    z.transform((value: string) => value.trim().toLowerCase()),
  )
  const pullRequestNumber = z.int().check(z.positive(), z.maximum(2147483647))

  const readiness = z.object({
    requiresImpactedTargets: flag,
    doesBaseBranchMatch: flag,
    hasImpactedTargets: flag,
    gitHubMergeability: z.nullish(word),
  })

  const submission = {
    stateChangedAt: text,
    priorityValue: number,
    priorityName: text,
    skipTheLine: flag,
    prTitle: text,
    prBaseBranch: text,
    prAuthor: text,
    id: text,
    state: z.nullish(word),
    readiness: z.nullish(readiness),
    usedDefaultPriorityName: text,
  }
  return { text, flag, number, texts, word, pullRequestNumber, submission }
}

export function submittedPullRequest() {
  const { flag, pullRequestNumber, submission } = members()
  return z.object({
    ...submission,
    forceEnqueued: flag,
    isCurrentlySubmittedToQueue: z.boolean(),
    prNumber: pullRequestNumber,
    prSha: z.string().check(z.minLength(1)),
  })
}

export function queue() {
  const { text, flag, number, texts, word, pullRequestNumber, submission } = members()
  return z.object({
    state: word,
    branch: z.string(),
    concurrency: number,
    testingTimeoutMinutes: number,
    mode: z.nullish(word),
    canOptimisticallyMerge: flag,
    pendingFailureDepth: number,
    batch: flag,
    batchingMaxWaitTimeMinutes: number,
    batchingMinSize: number,
    createPrsForTestingBranches: flag,
    commentsEnabled: flag,
    commandsEnabled: flag,
    statusCheckEnabled: flag,
    bisectionConcurrency: number,
    requiredStatuses: texts,
    directMergeMode: z.nullish(word),
    optimizationMode: z.nullish(word),
    mergeMethod: z.nullish(word),
    enqueuedPullRequests: z.array(
      z.object({ ...submission, noBatch: flag, prNumber: z.nullish(pullRequestNumber), prSha: text }),
    ),
  })
}

export function testingDetails() {
  const { text, texts, word, pullRequestNumber } = members()
  return z.object({
    requiredStatuses: z.array(z.string()),
    requiredStatusesSource: z.nullish(word),
    testBranch: z.string(),
    testBranchSha: z.string().check(z.minLength(1)),
    checkSuites: z.array(
      z.object({
        checkRuns: z.nullish(
          // `status` and `conclusion` are in no document, but live answers carry them.
          z.array(z.object({ name: text, url: text, status: z.nullish(word), conclusion: z.nullish(word) })),
        ),
      }),
    ),
    statusChecks: z.array(z.object({ context: text, url: text, state: z.nullish(word) })),
    testedPullRequests: z.array(z.object({ prNumber: pullRequestNumber, prUrl: text, title: text })),
    createdAt: text,
    status: z.nullish(word),
    impactedTargets: texts,
    impactedTargetsForTestedPrs: texts,
    dependentPrs: z.nullish(z.array(z.number())),
  })
}

export function quarantinedTestsPage() {
  const { text, number, texts } = members()
  return z.object({
    quarantined_tests: z.array(
      z.object({
        name: z.string(),
        parent: text,
        file: text,
        classname: text,
        codeowners: texts,
        quarantined_at: text,
        status_last_updated_at: text,
        test_case_id: text,
        variant: text,
      }),
    ),
    page: z.object({
      total_rows: number,
      total_pages: number,
      next_page_token: text,
      prev_page_token: text,
      last_page_token: text,
      page_index: number,
    }),
  })
}

export type WireSubmission = Pick<
  z.infer<ReturnType<typeof submittedPullRequest>>,
  keyof ReturnType<typeof members>['submission']
>
export type WirePullRequest = z.infer<ReturnType<typeof submittedPullRequest>>
export type WireQueue = z.infer<ReturnType<typeof queue>>
export type WireTestingDetails = z.infer<ReturnType<typeof testingDetails>>
export type WirePage = z.infer<ReturnType<typeof quarantinedTestsPage>>

import { createHash } from 'node:crypto'

/**
 * The v2 API of the stand-in: the same world as the four operations of v1, in the other API's shapes.
 *
 * @import { Answer, PullRequest, Queue, Repository, State, V2Operation, WireObject } from './state.js'
 */

/** Paths below `/v2/`. @type {[RegExp, V2Operation][]} */
const ROUTES = [
  [/^repositories$/, 'v2.repositories'],
  [/^merge-queues$/, 'v2.queues'],
  [/^merge-queues\/([^/]+)\/order$/, 'v2.order'],
  [/^pull-requests$/, 'v2.pullRequests'],
  [/^pull-requests\/([^/]+)\/verification-runs$/, 'v2.runs'],
  [/^pull-requests\/([^/]+)\/queue-entry-history$/, 'v2.history'],
  [/^merge-queue-verification-runs\/([^/]+)$/, 'v2.run'],
  [/^test-collections\/([^/]+)$/, 'v2.collection'],
  [/^tests$/, 'v2.tests'],
]

/**
 * The operation of a path, or null where the API has none there.
 *
 * @param {string} path  With the query.
 * @returns {{name: V2Operation, id: string, query: URLSearchParams} | null}
 */
export function routeOf(path) {
  const { pathname, searchParams } = new URL(path, 'http://stand-in.invalid')
  if (!pathname.startsWith('/v2/')) return null
  for (const [pattern, name] of ROUTES) {
    const match = pattern.exec(pathname.slice('/v2/'.length))
    if (match) return { name, id: decodeURIComponent(match[1] ?? ''), query: searchParams }
  }
  return null
}

/**
 * @param {V2Operation} name
 * @param {State} state
 * @param {string} id
 * @param {URLSearchParams} query
 * @returns {Answer}
 */
export function answerV2(name, state, id, query) {
  return OPERATIONS[name](state, id, new Query(query))
}

/**
 * An error in the API's own shape.
 *
 * @param {number} status
 * @param {string} code
 * @returns {Answer}
 */
export function v2Error(status, code) {
  return { status, body: { error: { code, message: `The request was answered with ${code}.` } } }
}

class Query {
  /** @param {URLSearchParams} parameters */
  constructor(parameters) {
    this.parameters = parameters
  }

  /** @param {string} name */
  text(name) {
    return this.parameters.get(name) ?? ''
  }

  /**
   * The page of a list that the parameters ask for.
   *
   * @param {unknown[]} rows
   * @returns {Answer}
   */
  page(rows) {
    const limit = Number(this.parameters.get('limit') ?? 25)
    const cursor = this.parameters.get('cursor')
    const start = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString())
    const end = start + limit
    const hasMore = end < rows.length
    return {
      status: 200,
      body: {
        data: rows.slice(start, end),
        nextCursor: hasMore ? Buffer.from(String(end)).toString('base64url') : null,
        hasMore,
        ...(this.parameters.get('includeTotal') === 'true' && { total: rows.length }),
      },
    }
  }
}

/** @type {Record<V2Operation, (state: State, id: string, query: Query) => Answer>} */
const OPERATIONS = {
  'v2.repositories'(state, _, query) {
    const url = query.text('providerUrl')
    const found = state.repositories.find(({ repo }) => urlOf(repo) === url)
    return found ? query.page([repositoryRow(found)]) : v2Error(404, 'PROVIDER_URL_NOT_FOUND')
  },
  'v2.queues'(state, _, query) {
    const repository = state.repositories.find(each => repositoryId(each) === query.text('repositoryId'))
    if (!repository) return v2Error(404, 'REPOSITORY_NOT_FOUND')
    const branch = query.text('targetBranch')
    const queues = repository.queues.filter(({ settings }) => settings.branch === branch)
    return query.page(queues.map(queue => queueRow(repository, queue)))
  },
  'v2.order'(state, id) {
    const found = queueOfId(state, id)
    return found ? { status: 200, body: orderOf(found.queue) } : v2Error(404, 'MERGE_QUEUE_NOT_FOUND')
  },
  'v2.pullRequests'(state, _, query) {
    const repository = state.repositories.find(each => repositoryId(each) === query.text('repositoryId'))
    if (!repository) return v2Error(404, 'REPOSITORY_NOT_FOUND')
    const number = Number(query.text('number'))
    const rows = repository.queues.flatMap(queue =>
      queue.pullRequests
        .filter(({ prNumber }) => prNumber === number)
        .map(each => pullRequestRow(repository, queue, each)),
    )
    return query.page(rows)
  },
  'v2.runs'(state, id, query) {
    const found = pullRequestOfId(state, id)
    if (!found) return v2Error(404, 'PR_NOT_FOUND')
    const { queue, pullRequest } = found
    const runs = Object.entries(queue.testRuns).map(([run, details]) => runRow(queue, run, details))
    return query.page(runs.filter(run => run.testedPullRequests.some(({ number }) => number === pullRequest.prNumber)))
  },
  'v2.history'(state, id, query) {
    const found = pullRequestOfId(state, id)
    if (!found) return v2Error(404, 'PR_NOT_FOUND')
    const rows = found.queue.histories?.[found.pullRequest.prNumber] ?? []
    return query.page(query.text('direction') === 'newest' ? rows.toReversed() : rows)
  },
  'v2.run'(state, id) {
    for (const { queues } of state.repositories) {
      for (const queue of queues) {
        const details = Object.hasOwn(queue.testRuns, id) ? queue.testRuns[id] : undefined
        if (details) return { status: 200, body: runRow(queue, id, details) }
      }
    }
    return v2Error(404, 'VERIFICATION_RUN_NOT_FOUND')
  },
  'v2.collection'(state, id) {
    const found = state.repositories.find(each => each.testCollection === id)
    return found ? { status: 200, body: collectionRow(found) } : v2Error(404, 'TEST_COLLECTION_NOT_FOUND')
  },
  'v2.tests'(state, _, query) {
    const collection = query.text('testCollectionId')
    const repository = state.repositories.find(each => each.testCollection === collection)
    return query.page(repository ? repository.quarantinedTests.map((test, at) => testRow(repository, test, at)) : [])
  },
}

/** @param {Repository['repo']} repo */
function urlOf({ host, owner, name }) {
  return `https://${host}/${owner}/${name}`
}

/** @param {Repository} repository */
export function repositoryId({ repo }) {
  return uuid(`repository ${urlOf(repo)}`)
}

/**
 * @param {Repository} repository
 * @param {Queue} queue
 */
function queueId(repository, queue) {
  return hash(`queue ${urlOf(repository.repo)} ${queue.settings.branch}`).slice(0, 8)
}

/** @param {Repository} repository */
function repositoryRow(repository) {
  const { owner, name } = repository.repo
  const url = urlOf(repository.repo)
  return {
    id: repositoryId(repository),
    provider: 'github',
    path: `${owner}/${name}`,
    host: null,
    url,
    defaultBranch: 'main',
    isPrivate: true,
    createdAt: BEGINNING,
    updatedAt: BEGINNING,
  }
}

const BEGINNING = '2025-01-01T00:00:00.000Z'

/** Words of v1 that v2 spells in another way; all others are the same. */
const WORDS = /** @type {Record<string, string>} */ ({
  not_ready: 'notReady',
  tests_passed: 'testsPassed',
  pending_failure: 'pendingFailure',
  not_mergeable: 'notMergeable',
  in_progress: 'inProgress',
  switching_modes: 'switchingModes',
  bisection_skip_redundant_tests: 'bisectionSkipRedundantTests',
  merge_commit: 'mergeCommit',
  single: 'queue',
  parallel: 'graph',
  repo_provider_branch_protection: 'repoProviderBranchProtection',
  merge_instance: 'mergeInstance',
})

/** @param {unknown} value */
function word(value) {
  return typeof value === 'string' ? (WORDS[value] ?? value) : value
}

/**
 * @param {Repository} repository
 * @param {Queue} queue
 */
function queueRow(repository, queue) {
  const { settings } = queue
  const id = queueId(repository, queue)
  return {
    id,
    repositoryId: repositoryId(repository),
    targetBranch: settings.branch,
    state: word(settings['state']),
    mode: word(settings['mode']),
    managedState: 'manual',
    createdAt: BEGINNING,
    updatedAt: BEGINNING,
    repositoryUrl: urlOf(repository.repo),
    pullRequestsUrl: `/v2/merge-queues/${id}/pull-requests`,
    config: {
      concurrency: settings['concurrency'],
      bisectionConcurrency: settings['bisectionConcurrency'],
      pendingFailureDepth: settings['pendingFailureDepth'],
      batchingMaxWaitTimeMinutes: settings['batchingMaxWaitTimeMinutes'],
      batchingMinSize: settings['batchingMinSize'],
      testingTimeoutMinutes: settings['testingTimeoutMinutes'],
      notReadyTimeoutMinutes: 0,
      canOptimisticallyMerge: settings['canOptimisticallyMerge'],
      allowBatching: settings['batch'],
      createsPrsForTestingBranches: settings['createPrsForTestingBranches'],
      areCommentsEnabled: settings['commentsEnabled'],
      areCommandsEnabled: settings['commandsEnabled'],
      isStatusCheckEnabled: settings['statusCheckEnabled'],
      isExtensionEnabled: false,
      areLabelCommandsEnabled: false,
      areStateLabelsEnabled: false,
      requiredStatuses: settings['requiredStatuses'] ?? [],
      allowedBotSubmitters: [],
      batchingRules: [],
      directMergeMode: word(settings['directMergeMode']),
      optimizationMode: word(settings['optimizationMode']),
      mergeMethod: word(settings['mergeMethod']),
      testBranchConstructionMode: 'renameTempBranch',
      enqueueingLabel: '',
    },
  }
}

/**
 * Tested ones are in batches, one for each run; those that are not ready are in no list.
 *
 * @param {Queue} queue
 */
function orderOf(queue) {
  const listed = queue.enqueued.flatMap(number => queue.pullRequests.filter(({ prNumber }) => prNumber === number))
  const inBatch = listed.filter(({ state }) => state !== 'pending' && state !== 'not_ready')
  const batches = Map.groupBy(inBatch, each => runOf(queue, each.prNumber) ?? uuid(`run of ${each.prNumber}`))
  return {
    mode: word(queue.settings['mode']),
    queueState: word(queue.settings['state']),
    batchingEnabled: queue.settings['batch'] === true,
    isolationResolved: true,
    hasCycle: false,
    batches: [...batches].map(([verificationRunId, pullRequests]) => ({
      verificationRunId,
      state: word(pullRequests[0]?.['state']),
      isBisection: false,
      pullRequests: pullRequests.map(listedRow),
    })),
    pending: listed
      .filter(({ state }) => state === 'pending')
      .map(each => ({
        pullRequest: listedRow(each),
        schedulability: 'schedulable',
        directlyAhead: [],
        heldBy: [],
      })),
    awaitingAdmission: [],
    awaitingAdmissionTotal: 0,
  }
}

/**
 * @param {Queue} queue
 * @param {number} number
 * @returns {string | undefined}
 */
function runOf({ testRuns }, number) {
  return Object.keys(testRuns).find(id => tested(testRuns[id]).some(({ prNumber }) => prNumber === number))
}

/**
 * @param {WireObject | undefined} details
 * @returns {{prNumber: number, prUrl?: string, title?: string}[]}
 */
function tested(details) {
  return /** @type {{prNumber: number}[]} */ (details?.['testedPullRequests'] ?? [])
}

/** @param {PullRequest} pullRequest */
function listedRow(pullRequest) {
  return {
    id: pullRequestId(pullRequest),
    number: pullRequest.prNumber,
    sha: pullRequest['prSha'],
    title: pullRequest['prTitle'] ?? '',
  }
}

/** @param {PullRequest} pullRequest */
export function pullRequestId({ prNumber }) {
  return uuid(`v2 pull request ${prNumber}`)
}

/**
 * @param {Repository} repository
 * @param {Queue} queue
 * @param {PullRequest} pullRequest
 */
function pullRequestRow(repository, queue, pullRequest) {
  const rule = /** @type {WireObject} */ (pullRequest['readiness'] ?? {})
  const { requiresImpactedTargets, doesBaseBranchMatch, hasImpactedTargets, gitHubMergeability, mergeabilityDetails } =
    rule
  const state = pullRequest['state']
  return {
    id: pullRequestId(pullRequest),
    repositoryId: repositoryId(repository),
    number: pullRequest.prNumber,
    title: pullRequest['prTitle'] ?? '',
    branch: `change-${pullRequest.prNumber}`,
    sha: pullRequest['prSha'],
    baseBranch: pullRequest['prBaseBranch'],
    author: pullRequest['prAuthor'] ?? '',
    isCurrentlySubmittedToQueue: pullRequest['isCurrentlySubmittedToQueue'],
    createdAt: BEGINNING,
    state: state === 'merged' ? 'merged' : 'open',
    queueEntry: {
      id: pullRequest['id'] ?? uuid(`entry of ${pullRequest.prNumber}`),
      mergeQueueId: queueId(repository, queue),
      state: word(state),
      stateChangedAt: pullRequest['stateChangedAt'] ?? BEGINNING,
      skipsTheLine: pullRequest['skipTheLine'] ?? false,
      allowBatching: pullRequest['noBatch'] !== true,
      direct: pullRequest['forceEnqueued'] ?? false,
      readiness: {
        requiresImpactedTargets,
        doesBaseBranchMatch,
        mergeability: word(gitHubMergeability),
        ...(hasImpactedTargets !== undefined && { hasImpactedTargets }),
        ...(mergeabilityDetails !== undefined && { mergeabilityDetails }),
      },
      createdAt: BEGINNING,
      updatedAt: BEGINNING,
      priorityValue: pullRequest['priorityValue'],
      priorityName: pullRequest['priorityName'],
      usedDefaultPriorityName: pullRequest['usedDefaultPriorityName'],
      ...(state === 'merged' && { verifiedByVerificationRunId: runOf(queue, pullRequest.prNumber) }),
    },
  }
}

/**
 * @param {Queue} queue
 * @param {string} id
 * @param {WireObject} details
 */
function runRow(queue, id, details) {
  /** @param {number} number */
  const shaOf = number => queue.pullRequests.find(({ prNumber }) => prNumber === number)?.['prSha'] ?? ''
  /** @param {number} number */
  const row = number => ({ id: uuid(`v2 pull request ${number}`), number, sha: shaOf(number), title: '' })
  const suites = /** @type {{checkRuns: WireObject[]}[]} */ (details['checkSuites'] ?? [])
  const statuses = /** @type {WireObject[]} */ (details['statusChecks'] ?? [])
  return {
    id,
    isBisection: false,
    testBranch: details['testBranch'],
    testBranchSha: details['testBranchSha'],
    createdAt: details['createdAt'] ?? BEGINNING,
    updatedAt: BEGINNING,
    status: word(details['status']),
    requiredStatuses: details['requiredStatuses'] ?? [],
    requiredStatusesSource: word(details['requiredStatusesSource']),
    checks: [
      ...suites
        .flatMap(({ checkRuns }) => checkRuns)
        .map((run, at) => ({
          id: `check-${at}`,
          name: run['name'],
          kind: 'checkRun',
          url: run['url'] ?? null,
          provider: 'github',
          ...spoken(run['status'] === 'completed' ? run['conclusion'] : 'in_progress'),
        })),
      ...statuses.map((check, at) => ({
        id: `status-${at}`,
        name: check['context'],
        kind: 'statusCheck',
        url: check['url'] ?? null,
        provider: 'github',
        ...spoken(check['state']),
      })),
    ],
    testedPullRequests: tested(details).map(({ prNumber, prUrl, title = '' }) => ({
      ...row(prNumber),
      title,
      ...(prUrl !== undefined && { url: prUrl }),
    })),
    dependentPullRequests: /** @type {number[]} */ (details['dependentPrs'] ?? []).map(row),
    impactedTargets: {
      all: targets(details['impactedTargets']),
      testedPullRequestsOnly: targets(details['impactedTargetsForTestedPrs']),
    },
  }
}

/** @param {unknown} names */
function targets(names) {
  const impactedTargets = /** @type {string[]} */ (names ?? [])
  return { impactsAllTargets: false, impactedTargets, totalImpactedTargets: impactedTargets.length }
}

/**
 * The outcome of a check, in both sets of words.
 *
 * @param {unknown} said  GitHub's word in lower case.
 */
function spoken(said) {
  const outcome = String(said)
  if (outcome === 'in_progress' || outcome === 'pending') {
    return { status: 'inProgress', conclusion: 'neutral', providerStatus: 'IN_PROGRESS' }
  }
  const folded = { success: 'success', failure: 'failure', error: 'failure', skipped: 'skipped' }[outcome] ?? 'neutral'
  return { status: 'completed', conclusion: folded, providerConclusion: outcome.toUpperCase() }
}

/** @param {Repository} repository */
function collectionRow(repository) {
  return {
    id: repository.testCollection,
    name: repository.organization,
    description: '',
    testCaseCount: repository.quarantinedTests.length,
    quarantineEnabled: true,
    autoQuarantineEnabled: true,
    createdAt: BEGINNING,
    updatedAt: BEGINNING,
  }
}

/**
 * @param {Repository} repository
 * @param {WireObject} test
 * @param {number} at
 */
function testRow(repository, test, at) {
  return {
    id: test['test_case_id'] ?? uuid(`test ${at}`),
    testCollectionId: repository.testCollection,
    repoId: repositoryId(repository),
    name: test['name'],
    parentName: test['parent'] ?? '',
    className: test['classname'] ?? '',
    file: test['file'] ?? '',
    target: '',
    variant: test['variant'] ?? '',
    crossVariantId: null,
    codeowners: test['codeowners'] ?? [],
    status: 'flaky',
    statusSince: test['status_last_updated_at'] ?? null,
    quarantineState: 'quarantined',
    labels: [],
    quarantinedSince: test['quarantined_at'] ?? null,
  }
}

/**
 * @param {State} state
 * @param {string} id
 */
function queueOfId(state, id) {
  for (const repository of state.repositories) {
    const queue = repository.queues.find(each => queueId(repository, each) === id)
    if (queue) return { repository, queue }
  }
  return null
}

/**
 * @param {State} state
 * @param {string} id
 */
function pullRequestOfId(state, id) {
  for (const { queues } of state.repositories) {
    for (const queue of queues) {
      const pullRequest = queue.pullRequests.find(each => pullRequestId(each) === id)
      if (pullRequest) return { queue, pullRequest }
    }
  }
  return null
}

/** @param {string} name */
function uuid(name) {
  return hash(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5')
}

/** @param {string} name */
function hash(name) {
  return createHash('sha1').update(name).digest('hex')
}

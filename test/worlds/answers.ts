import * as answers from '../faults/answers.js'
import { type Json, json, type Reply, refusal, type Scene } from './world.ts'

/** All answers of a world speak of this, so that a world without an oddity is consistent. */
export interface Subject {
  number: number
  target: string
  /** Head of the pull request. */
  head: string
  testBranch: string
  testSha: string
}

export const OTHER_COMMIT = '0123456789abcdef0123456789abcdef01234567'

/** The state of a pull request, its submission, and its `readiness`. */
export const PULL_REQUEST_STORIES = {
  ready: ['pending', true, {}],
  testing: ['testing', true, {}],
  passed: ['tests_passed', true, {}],
  'failure may lie ahead': ['pending_failure', true, {}],
  'not mergeable': ['not_ready', true, { gitHubMergeability: 'not_mergeable' }],
  'mergeability comes': ['not_ready', true, { gitHubMergeability: 'in_progress' }],
  'mergeability unspecified': ['not_ready', true, { gitHubMergeability: 'unspecified' }],
  'no targets': ['not_ready', true, { hasImpactedTargets: false }],
  'targets not needed': ['pending', true, { requiresImpactedTargets: false, hasImpactedTargets: undefined }],
  'other base': ['not_ready', true, { doesBaseBranchMatch: false }],
  'GitHub stands in': ['pending', true, { gitHubMergeability: undefined }],
  'GitHub stands in early': ['not_ready', true, { gitHubMergeability: undefined }],
  'no readiness': ['testing', true, null],
  'no readiness, not ready': ['not_ready', true, null],
  merged: ['merged', false, {}],
  failed: ['failed', false, {}],
  cancelled: ['cancelled', false, {}],
  'known, never submitted': ['not_ready', false, {}],
  unknown: [undefined, true, {}],
  never: [null, false, null],
} as const satisfies Record<string, readonly [string | null | undefined, boolean, Json | null]>
export type PullRequestStory = keyof typeof PULL_REQUEST_STORIES

export const QUEUE_STORIES = ['running', 'paused', 'draining', 'switching_modes', 'empty', 'none'] as const
export type QueueStory = (typeof QUEUE_STORIES)[number]

export const RUN_STORIES = ['in_progress', 'succeeded', 'failed', 'cancelled', 'not there'] as const
export type RunStory = (typeof RUN_STORIES)[number]

export const GITHUB_STORIES = ['clean', 'blocked', 'dirty', 'unstable', 'has_hooks', 'computing', 'refuses'] as const
export type GitHubStory = (typeof GITHUB_STORIES)[number]

export interface Stories {
  'pull-request': PullRequestStory
  queue: QueueStory
  'test-run': RunStory
  github: GitHubStory
}

/** The bodies of a scene while things can still go wrong with them; null stands for a 404. */
export interface Bodies {
  'pull-request': Json | null
  queue: Json | null
  'test-run': Json | null
  github: Json | null
}

/** Answers that tell the stories without a contradiction. */
export function bodiesOf(stories: Stories, subject: Subject): Bodies {
  return {
    'pull-request': pullRequest(stories['pull-request'], subject),
    queue: queue(stories.queue, stories['pull-request'], subject),
    'test-run': testRun(stories['test-run'], subject),
    github: github(stories.github, stories['pull-request'], subject),
  }
}

export function repliesOf(bodies: Bodies): Omit<Scene, 'from'> {
  const reply = (body: Json | null): Reply => (body === null ? refusal(404) : json(body))
  return {
    'pull-request': reply(bodies['pull-request']),
    queue: reply(bodies.queue),
    'test-run': reply(bodies['test-run']),
    github: bodies.github === null ? ({ ...json({ message: 'no' }), status: 403 } as Reply) : json(bodies.github),
  }
}

function pullRequest(story: PullRequestStory, { number, target, head }: Subject): Json | null {
  const [state, submitted, readiness] = PULL_REQUEST_STORIES[story]
  if (state === null) return null
  return {
    ...common(number, target, head, state),
    forceEnqueued: false,
    isCurrentlySubmittedToQueue: submitted,
    ...(readiness && { readiness: { ...answers.readiness, ...readiness } }),
  }
}

function common(number: number, target: string, head: string, state: string | undefined): Json {
  const own = { id: `item-${number}`, state, prNumber: number, prTitle: `Change ${number}` }
  return { ...answers.submission, ...own, prSha: head, prBaseBranch: target, readiness: undefined }
}

function queue(story: QueueStory, pullRequestStory: PullRequestStory, { number, target, head }: Subject): Json | null {
  if (story === 'none') return null
  const [state, submitted] = PULL_REQUEST_STORIES[pullRequestStory]
  const others = story === 'empty' ? [] : [common(900, target, OTHER_COMMIT, 'testing')]
  const own = submitted ? [{ ...common(number, target, head, state ?? undefined), noBatch: false }] : []
  return {
    ...answers.queue,
    state: story === 'empty' ? 'running' : story,
    branch: target,
    requiredStatuses: ['ci/unit'],
    enqueuedPullRequests: [...others, ...own],
  }
}

function testRun(story: RunStory, { number, testBranch, testSha }: Subject): Json | null {
  if (story === 'not there') return null
  const conclusion = { in_progress: null, succeeded: 'success', failed: 'failure', cancelled: 'cancelled' }[story]
  const state = { in_progress: 'pending', succeeded: 'success', failed: 'success', cancelled: 'pending' }[story]
  const status = conclusion ? 'completed' : 'in_progress'
  const checkRun = { name: 'ci/unit', url: 'https://ci.example/1', status, conclusion }
  return {
    status: story,
    createdAt: '2026-03-01T00:00:00.000Z',
    testBranch,
    testBranchSha: testSha,
    requiredStatuses: ['ci/unit', 'ci/build'],
    requiredStatusesSource: 'merge_instance',
    checkSuites: [{ checkRuns: [checkRun] }],
    statusChecks: [{ context: 'ci/build', url: 'https://ci.example/2', state }],
    testedPullRequests: [{ prNumber: number, prUrl: 'https://git.example/42', title: 'Change' }],
  }
}

function github(
  story: GitHubStory,
  pullRequestStory: PullRequestStory,
  { number, target, head }: Subject,
): Json | null {
  if (story === 'refuses') return null
  const merged = pullRequestStory === 'merged'
  return {
    number,
    state: merged ? 'closed' : 'open',
    merged,
    draft: false,
    base: { ref: target, sha: OTHER_COMMIT, repo: { full_name: 'acme/rocket' } },
    head: { ref: 'mona/more-thrust', sha: head, repo: { full_name: 'acme/rocket' } },
    mergeable: story === 'computing' ? null : story !== 'dirty',
    mergeable_state: story === 'computing' ? 'unknown' : story,
  }
}

import {
  branchName,
  type ContextKind,
  type MergeGroup,
  parseTestBranch,
  type QueueActivity,
  type TestBranchName,
  type WithoutSecrets,
} from '../facts/context.ts'
import { code, type Message, say } from '../text/message.ts'

/** The facts of the event alone, before any input. */
export interface EventSubject {
  kind: ContextKind
  pullRequest: number | null
  targetBranch: string | null
  headSha: string | null
  headOf: readonly number[]
  /** Set if the pull request was pushed to, or joined or left GitHub's own queue. */
  queueActivity: QueueActivity | null
  stackBase?: string
  group: MergeGroup | null
  testBranch: TestBranchName | null
  withoutSecrets: WithoutSecrets | null
  /** Notices about guesses, each with the input that makes the guess needless. */
  notices: { input: 'target-branch' | 'pull-request'; text: Message }[]
}

export const NO_SUBJECT: EventSubject = {
  kind: 'other',
  pullRequest: null,
  targetBranch: null,
  headSha: null,
  headOf: [],
  queueActivity: null,
  group: null,
  testBranch: null,
  withoutSecrets: null,
  notices: [],
}

export interface About {
  /** The queue tests on branches of its own, which have names of a known form. */
  hasTestBranches: boolean
  /** The input `target-branch`: it tells which of several pull requests a workflow run is about. */
  targetBranch: string | null
}

/**
 * A run on a test branch of the queue; null for other branches. If the event names no target, the default branch is
 * assumed, with a notice.
 */
export function onTestBranch(
  branch: string,
  headSha: string | null,
  target: string | null,
  defaultBranch: string | null,
  { hasTestBranches }: About,
): EventSubject | null {
  const testBranch = hasTestBranches ? parseTestBranch(branch) : null
  if (!testBranch) return null
  return {
    ...NO_SUBJECT,
    kind: 'test-branch',
    targetBranch: target ?? defaultBranch,
    headSha,
    testBranch,
    notices: target === null && defaultBranch !== null ? [DEFAULT_TAKEN] : [],
  }
}

const DEFAULT_TAKEN: EventSubject['notices'][number] = {
  input: 'target-branch',
  text: say`The event on this test branch names no target branch, so the default branch is taken. Set ${code('target-branch')} to take another.`,
}

/** A group with the number that the name of its branch claims: `gh-readonly-queue/<base>/pr-<number>-<commit>`. */
export function groupOf(sha: string, branch: string): MergeGroup {
  const number = /\/pr-([1-9]\d{0,8})-[\da-f]{40,64}$/.exec(branch)?.[1]
  return { sha, branch, number: number === undefined ? null : Number(number) }
}

/** Nothing but a branch is known; tags and other refs tell nothing. */
export function ofRef(ref: string): EventSubject {
  const branch = refToBranch(ref)
  return branch === null ? NO_SUBJECT : { ...NO_SUBJECT, kind: 'branch', targetBranch: branch }
}

export function refToBranch(ref: string): string | null {
  return /^refs\/heads\/./.test(ref) ? branchName(ref) : null
}

interface NamedRepository {
  id?: number | null | undefined
  full_name?: string | null | undefined
}

/** Compares ids if both are known, because a name can pass to another repository. */
export function isSameRepository(repo: NamedRepository | null | undefined, ours: NamedRepository): boolean {
  if (repo?.id != null && ours.id != null) return repo.id === ours.id
  return repo?.full_name != null && ours.full_name != null && isSameText(repo.full_name, ours.full_name)
}

/** GitHub ignores letter case in names of owners and repositories. */
export function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

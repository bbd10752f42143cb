import { branchName, type RunContext, type Snapshot } from '../facts/context.ts'
import type { PullRequest } from '../facts/facts.ts'
import { capitalised, code, type Message, quoted, say } from '../text/message.ts'
import { type Finding, unknown } from './verdict.ts'

/**
 * The finding if the pull request may belong to another queue, or be merged elsewhere; else null. The base that the
 * source names lags behind when a pull request is retargeted, so "the base matches" wins over it.
 */
export function otherBase(pr: PullRequest, { context }: Snapshot): Finding | null {
  const matches = pr.readiness?.baseBranchMatches ?? null
  if (matches === true || (matches === null && !namesOtherBase(pr, context))) return null
  const message = `${baseMismatch(pr, context)} So it may be in another queue, or merged elsewhere.`
  return unknown('base-branch-mismatch', message, remedyForBase(pr, context))
}

function namesOtherBase({ baseBranch }: PullRequest, { targetBranch }: RunContext): boolean {
  return baseBranch !== null && branchName(baseBranch) !== targetBranch?.value
}

/** The sentence on a base branch that is not the queue's. It names both branches, if known. */
export function baseMismatch({ number, baseBranch }: PullRequest, { targetBranch, source }: RunContext): string {
  const base = baseBranch === null ? null : branchName(baseBranch)
  const target = targetBranch?.value ?? ''
  if (base === target) {
    return `${capitalised(source.name)} says that the base branch of #${number} does not match that of the queue, though both are ${quoted(base)}.`
  }
  const own = base === null ? '' : `, ${quoted(base)},`
  return `The base branch of #${number}${own} is not the branch of the queue, ${quoted(target)}.`
}

/** The remedy for another base: waiting never changes a base, and a re-run still has the event of the first run. */
function remedyForBase({ baseBranch }: PullRequest, context: RunContext): Message | undefined {
  const { targetBranch } = context
  if (baseBranch === null || targetBranch === null) return undefined
  if (targetBranch.from === 'event') return `Start a new run; a re-run still asks about ${quoted(targetBranch.value)}.`
  const base = branchName(baseBranch)
  return base === targetBranch.value ? undefined : say`Set ${code('target-branch')} to ${code(base)}.`
}

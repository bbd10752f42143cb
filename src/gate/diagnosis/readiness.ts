import { checksByName, reportsOf } from '../../facts/check.ts'
import { isSameCommit, short, shortApart } from '../../facts/commit.ts'
import type { Check, HeadChecks, PullRequest, Readiness, RequiredCheck } from '../../facts/facts.ts'
import { valueIn } from '../../facts/reading.ts'
import { code, distinct, type Message, say } from '../../message.ts'
import { baseMismatch, detailsOf, differenceFrom, REMEDIES, remedyFor } from '../readiness.ts'
import { byName, type Case, contradicted, notesOnRules } from './case.ts'
import { type Diagnosis, diagnosis, MERGE_BOX } from './codes.ts'
import { pushedSince } from './push.ts'

/** The unmet parts of the rule for starting to test, the root cause first. */
export function notReady(given: Case, pr: PullRequest): Diagnosis[] {
  const rule = pr.readiness
  if (!rule) return []
  return [
    ...baseBranchCause(given, pr, rule),
    ...mergeabilityCauses(given, pr, rule),
    ...impactedTargetCauses(given, pr, rule),
  ]
}

function baseBranchCause(given: Case, pr: PullRequest, rule: Readiness): Diagnosis[] {
  if (rule.baseBranchMatches !== false || contradicted(given, 'base-branch')) return []
  return [diagnosis('base-branch-mismatch', 'certain', baseMismatch(pr, given.context))]
}

function impactedTargetCauses(given: Case, pr: PullRequest, rule: Readiness): Diagnosis[] {
  if (rule.requiresImpactedTargets !== true || rule.hasImpactedTargets !== false) return []
  const needed = say`The queue needs the impacted targets of #${pr.number}, but they were not uploaded for ${pr.sha === null ? 'its head' : code(short(pr.sha))}.`
  const missing = diagnosis('impacted-targets-missing', 'certain', needed)
  const moved = headMoved(given, pr)
  if (moved === null) return [missing]
  const message = `The queue needs the impacted targets of #${pr.number}; those that were uploaded may be of an older commit, because its head has moved.`
  return [diagnosis('impacted-targets-of-another-commit', 'possible', message, { evidence: [moved] }), missing]
}

function headMoved(given: Case, pr: PullRequest): Message | null {
  const { view, context } = given
  if (pr.sha === null) return null
  if (view?.headSha && !isSameCommit(view.headSha, pr.sha)) {
    const [theirs, own] = shortApart(view.headSha, pr.sha)
    return say`GitHub has ${theirs} as the head of #${pr.number}, but the service has ${own}.`
  }
  const head = context.pullRequestHead
  if (head !== null && !isSameCommit(head, pr.sha)) {
    const [own, theirs] = shortApart(head, pr.sha)
    return say`This run is for ${own}, but the service has ${theirs}.`
  }
  return pushedSince(given, pr)
}

function mergeabilityCauses(given: Case, pr: PullRequest, rule: Readiness): Diagnosis[] {
  const { view } = given
  const said = rule.mergeability
  // GitHub's view of another commit or base explains nothing.
  const counts = view && differenceFrom(view, pr, given.context) === null
  const reason = (counts && view.mergeableState?.toLowerCase()) || null
  if (said === 'not_mergeable') {
    const isBlocked = reason === null || reason === 'blocked' || reason === 'unstable' || reason === 'unknown'
    const own = isBlocked ? ownCheck(given, pr) : []
    return [...own, notMergeable(given, pr, reason, 'certain')]
  }
  if (said === 'mergeable') return []
  if (!counts || said !== null) return computing(pr, said)
  // If the service doesn't say, GitHub's view stands in, as it does for the verdict.
  if (view.mergeable === false) return [notMergeable(given, pr, reason, 'certain')]
  if (reason === 'blocked') return [...ownCheck(given, pr), notMergeable(given, pr, reason, 'possible')]
  if (BY_GITHUB.has(reason ?? '')) return [notMergeable(given, pr, reason, 'possible')]
  return view.mergeable === null ? computing(pr, 'in_progress') : []
}

function computing({ number }: PullRequest, said: string | null): Diagnosis[] {
  if (said === 'in_progress') {
    return [diagnosis('mergeability-pending', 'certain', `GitHub is still computing whether #${number} is mergeable.`)]
  }
  if (said !== 'unspecified') return []
  return [diagnosis('mergeability-pending', 'possible', `It is not known yet whether #${number} is mergeable.`)]
}

/** GitHub's reasons (GraphQL's MergeStateStatus), each with what to do. */
const BY_GITHUB = new Map([
  ['dirty', { says: 'it has conflicts with its base', remedy: REMEDIES.conflict }],
  [
    'blocked',
    { says: 'a rule of the branch blocks it, such as a missing required review or check', remedy: MERGE_BOX },
  ],
  ['behind', { says: 'its branch is behind the base', remedy: REMEDIES.behind }],
  ['draft', { says: 'it is a draft', remedy: REMEDIES.draft }],
])

function notMergeable(
  given: Case,
  pr: PullRequest,
  reason: string | null,
  certainty: Diagnosis['certainty'],
): Diagnosis {
  const subject = `#${pr.number} is not mergeable`
  const details = detailsOf(pr)
  if (details !== null) {
    const remedy = remedyFor(pr) ?? MERGE_BOX
    return diagnosis('not-mergeable', certainty, say`${subject}: ${details}.`, { remedy })
  }
  const told = BY_GITHUB.get(reason ?? '')
  const open =
    reason === null || reason === 'blocked' || reason === 'unstable' ? [...blockers(given), ...notesOnRules(given)] : []
  if (told) {
    const message = say`${subject}: GitHub says ${code(reason ?? '')}, which means that ${told.says}.`
    return diagnosis('not-mergeable', certainty, message, { evidence: open, remedy: told.remedy })
  }
  if (reason === 'clean' || reason === 'has_hooks') {
    const message = say`The service says that ${subject}, but GitHub says ${code(reason)}: the service may be out of date.`
    return diagnosis('not-mergeable', certainty, message, { remedy: 'Wait some minutes, or submit it again.' })
  }
  const also = reason === null || reason === 'unknown' ? '' : say` GitHub says ${code(reason)}.`
  const message = say`${subject}: it has conflicts, or a required check or review is missing.${also}`
  return diagnosis('not-mergeable', certainty, message, { evidence: open })
}

/** The checks that a ruleset of the branch requires and that have not passed on the head. */
function blockers({ facts, headChecks }: Case): Message[] {
  if (!headChecks) return []
  const { incomplete } = headChecks
  const checks = checksByName(headChecks.checks)
  const lines = (valueIn(facts.rules) ?? []).toSorted(byName).flatMap(required => {
    const { name } = required
    const found = reportsOf(required, checks)
    if (found.length === 0) {
      return incomplete.length > 0 ? [] : [say`The branch requires ${code(name)}, which nothing has reported.`]
    }
    const [outcome, another] = new Set(found.map(check => check.outcome))
    if (another !== undefined || (outcome !== 'failed' && outcome !== 'pending')) return []
    return [say`The branch requires ${code(name)}, which ${outcome === 'failed' ? 'failed' : 'is pending'}.`]
  })
  return distinct(lines).slice(0, 5)
}

/** A deadlock: the step waits until the pull request is mergeable, and GitHub waits for the check of this very step. */
function ownCheck({ facts, headChecks }: Case, { number }: PullRequest): Diagnosis[] {
  const own = headChecks && onlyPendingOnHead(headChecks)
  if (!own) return []
  const isOwn = ({ name, appId }: RequiredCheck) => name === own.name && (appId === null || appId === own.appId)
  const isRequired = valueIn(facts.rules)?.some(isOwn) ?? false
  const message = say`#${number} is not mergeable, and its only pending check is ${code(own.name)}, in which this step runs: the step waits for itself.`
  const evidence = isRequired ? [say`A ruleset of the branch requires ${code(own.name)}.`] : []
  return [diagnosis('waiting-on-own-check', isRequired ? 'certain' : 'possible', message, { evidence })]
}

/** The step's own check, if all checks are known, none failed and no other is pending. */
function onlyPendingOnHead({ checks, incomplete, ownCheckId }: HeadChecks): Check | null {
  if (incomplete.length > 0 || ownCheckId === null) return null
  const [only, another] = checks.filter(({ outcome }) => outcome !== 'passed')
  return only?.outcome === 'pending' && only.id === ownCheckId && !another ? only : null
}

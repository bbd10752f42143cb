import { isSameCommit } from '../facts/commit.ts'
import type { Condition } from '../facts/conditions.ts'
import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import { contradictionsIn } from './contradictions.ts'
import type { Picture } from './picture.ts'
import { merged, notSubmitted, ready, settled, submitted, testsPassed } from './pull-request.ts'
import { queueEmpty, queueRunning } from './queue.ts'
import { needsGitHubMergeability } from './readiness.ts'
import { testRunSucceeded } from './test-run.ts'
import { type ConditionVerdict, type Finding, named } from './verdict.ts'

/** Judges one condition by the facts of one poll. Pure: the same facts always give the same verdict. */
export function judge(condition: Condition, facts: Facts, context: RunContext): ConditionVerdict {
  return named(condition, JUDGES[condition](pictureOf(facts, context)))
}

/** Whether a verdict depends on what GitHub says of the pull request: its head, or its mergeability. */
export function needsGitHub(facts: Facts, context: RunContext): boolean {
  if (facts.pullRequest.kind !== 'read') return false
  const pr = facts.pullRequest.value
  const head = context.pullRequestHead
  const isStale = head !== null && !isSameCommit(pr.sha, head)
  return isStale || needsGitHubMergeability(pr, pictureOf(facts, context))
}

function pictureOf(facts: Facts, context: RunContext): Picture {
  return { facts, context, contradictions: contradictionsIn(facts, context) }
}

const JUDGES: Record<Condition, (picture: Picture) => Finding> = {
  submitted,
  'not-submitted': notSubmitted,
  ready,
  'tests-passed': testsPassed,
  merged,
  settled,
  'queue-running': queueRunning,
  'queue-empty': queueEmpty,
  'test-run-succeeded': testRunSucceeded,
}

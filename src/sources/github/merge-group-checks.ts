import type { MergeGroupChecks } from '../../facts/facts.ts'
import { type Answer, isFailed, isRead } from '../../facts/facts.ts'
import type { GitHubScope } from '../../github/client.ts'
import { coverageOf } from '../../github/workflows/coverage.ts'
import { readWorkflows } from '../../github/workflows/workflow.ts'
import type { RequiredChecks } from './required.ts'
import { readSeenChecks } from './seen-checks.ts'
import { readWorkflowFiles } from './workflow-files.ts'

/** The most required checks that are judged. */
const MOST_CHECKS = 500

/**
 * Whether each check that a branch requires is reported on its merge groups. Throws only on cancellation.
 *
 * @param head the commit whose workflow files count; null for the last one of the branch
 */
export async function readMergeGroupChecks(
  scope: GitHubScope,
  targetBranch: string,
  head: string | null,
  asked: Promise<RequiredChecks>,
): Promise<Answer<MergeGroupChecks>> {
  const [required, files, seen] = await Promise.all([
    asked,
    readWorkflowFiles(scope, head ?? `refs/heads/${targetBranch}`),
    readSeenChecks(scope, targetBranch),
  ])
  if (isFailed(files)) return files
  const { checks, incomplete } = required
  const workflows = await readWorkflows(files.value.files, targetBranch)
  const knowledge = {
    targetBranch,
    workflows,
    unread: files.value.unread,
    seen: isRead(seen) ? seen.value : [],
    unseen: isFailed(seen) ? seen.failure.message : null,
  }
  const value: MergeGroupChecks = {
    from: head ?? targetBranch,
    checks: checks.slice(0, MOST_CHECKS).map(check => coverageOf(check, knowledge)),
    ...moreRequired(required),
    brokenFiles: [...workflows.broken],
  }
  return { value, ...(incomplete?.failure?.outage && { failure: incomplete.failure }) }
}

/** Why there may be more required checks, and whether one of them may have a name that is not known. */
function moreRequired({ checks, incomplete, isPartial }: RequiredChecks): Partial<MergeGroupChecks> {
  if (checks.length > MOST_CHECKS) return { moreRequired: `it requires more than ${MOST_CHECKS}`, requiredUnread: true }
  return { ...(incomplete && { moreRequired: incomplete.why }), ...(isPartial && { requiredUnread: true }) }
}

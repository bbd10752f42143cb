import { branchName } from '../../facts/context.ts'
import { isFailed, type Reading } from '../../facts/reading.ts'
import type { Poll } from './ask.ts'
import { isOfGroup } from './groups.ts'
import { askPullRequest } from './query.ts'

/**
 * Whether a merge group is about the pull request that the name of its branch claims: absent unless that pull request's
 * entry, or its last removal, names this very commit. In a step without `wait-timeout` it is asked again while it does
 * not.
 */
export async function confirmClaim(
  { session, scope }: Poll,
  { sha, number }: { sha: string; number: number },
): Promise<Reading<{ number: number; baseBranch: string }>> {
  for (;;) {
    const answer = await askPullRequest(scope, number)
    if (isFailed(answer)) return answer
    if (isOfGroup(answer.value, sha)) {
      session.owner = number
      return { value: { number, baseBranch: branchName(answer.value.baseRefName) } }
    }
    const pause = session.pauses.shift()
    if (pause === undefined) return { absent: true }
    await session.clock.sleep(pause, scope.poll.signal)
  }
}

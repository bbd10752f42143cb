import { ready } from '../pull-request.ts'
import { pullRequestIn } from '../subject.ts'
import { type CauseRule, isIn } from './rule.ts'

const PARTS = ['base-branch-mismatch', 'not-mergeable', 'impacted-targets-missing'] as const

/** The parts of the rule for starting to test that a pull request lacks. */
export const READINESS_CAUSES: readonly CauseRule[] = PARTS.map(code => ({
  code,
  when: snapshot => isIn(snapshot) && pullRequestIn(snapshot.facts, snapshot.context)?.state === 'not_ready',
  needs: [],
  find: snapshot => {
    const { verdict, reasons } = ready(snapshot)
    const [first] = reasons
    return verdict === 'unmet' && first?.code === code ? { message: first.message, remedy: first.remedy } : null
  },
}))

import { isRead } from '../../src/facts/reading.ts'
import { type Asked, IN_LINE, type Judgement, STATES, say, type Word, worse } from './judge.ts'
import type { PullRequest, Snapshot } from './picture.ts'

/** The rule on readiness, in the contract's order. */
export function ready(pullRequest: PullRequest, { github }: Snapshot, asked: Asked): Judgement {
  const { isCurrentlySubmittedToQueue: submitted, readiness, prSha, prBaseBranch } = pullRequest
  const state = pullRequest.state?.toLowerCase()
  if (state === 'merged') return say('met', 'may', 'state merged: ready is met')
  if (state === 'failed' || state === 'cancelled') return say('unmet', 'must', `state ${state}: ready is unmet`)
  if (!submitted) return say('unmet', state === 'not_ready' ? 'must not' : 'may', 'not submitted: ready is unmet')
  if (!readiness) {
    if (IN_LINE.includes(state ?? '')) return say('met', 'may', `no readiness, and ${state} lies past the rule`)
    if (state === 'not_ready') return say('unmet', 'must not', 'no readiness, and not_ready')
    return say('unknown', 'may', 'no readiness, and no state that says enough')
  }
  const { doesBaseBranchMatch, requiresImpactedTargets, hasImpactedTargets } = readiness
  const parts: Judgement[] = [
    doesBaseBranchMatch === true
      ? prBaseBranch === asked.target
        ? say('met', 'may', 'base branch')
        : say('unknown', 'must not', 'contradiction: the base matches, yet it is another one than asked for')
      : doesBaseBranchMatch === false
        ? say('unmet', 'may', 'the base branch does not match')
        : say('unknown', 'may', 'whether the base branch matches is not said'),
    mergeability(readiness.gitHubMergeability, github, prSha, asked),
    requiresImpactedTargets === false || hasImpactedTargets === true
      ? say(
          requiresImpactedTargets === null || requiresImpactedTargets === undefined ? ['met', 'unknown'] : 'met',
          'may',
          'targets',
        )
      : requiresImpactedTargets === true && hasImpactedTargets === false
        ? say('unmet', 'may', 'impacted targets are required and missing')
        : say('unknown', 'may', 'whether impacted targets are there is not said'),
  ]
  const worst = combine(parts)
  if (state !== undefined && !STATES.includes(state)) {
    return {
      ...worst,
      words: worst.words.map(word => (word === 'met' ? 'unknown' : word)),
      end: 'may',
      why: 'the state is not known',
    }
  }
  return state === undefined && worst.words.includes('met') ? { ...worst, words: [...worst.words, 'unknown'] } : worst
}

function combine(parts: Judgement[]): Judgement {
  const words = new Set<Word>()
  const walk = (index: number, worst: Word): void => {
    const part = parts[index]
    if (!part) words.add(worst)
    else for (const word of part.words) walk(index + 1, worse(worst, word))
  }
  walk(0, 'met')
  const bad = parts.filter(part => !part.words.includes('met'))
  const end = bad.length > 0 && bad.every(part => part.end === 'must not') ? 'must not' : 'may'
  return { words: [...words], end, outage: false, why: (bad.length > 0 ? bad : parts).map(part => part.why).join('; ') }
}

function mergeability(
  given: string | null | undefined,
  github: Snapshot['github'],
  commit: string,
  asked: Asked,
): Judgement {
  if (typeof given === 'string') {
    const word = given.toLowerCase()
    if (word === 'mergeable') return say('met', 'may', 'mergeable')
    if (word === 'not_mergeable') return say('unmet', 'must not', 'not mergeable, and waiting can change it')
    const known = word === 'in_progress' || word === 'unspecified'
    return say('unknown', known ? 'must not' : 'may', `mergeability ${given} decides nothing`)
  }
  if (!asked.github || !isRead(github)) return say('unknown', 'may', 'no mergeability, and GitHub says nothing')
  const view = github.value
  if (
    view.number !== asked.number ||
    view.state !== 'open' ||
    view.base.ref !== asked.target ||
    view.head.sha !== commit
  ) {
    return say('unknown', 'may', "GitHub's view is of another number, base or commit, or of a closed pull request")
  }
  if (view.mergeable === false) return say('unmet', 'may', 'GitHub says that it is not mergeable')
  if (['clean', 'has_hooks', 'unstable'].includes(view.mergeable_state ?? '')) {
    return say(view.mergeable === true ? 'met' : ['met', 'unknown'], 'may', `GitHub says ${view.mergeable_state}`)
  }
  return say('unknown', view.mergeable ? 'may' : 'must not', `GitHub's ${view.mergeable_state} decides nothing`)
}

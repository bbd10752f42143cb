import { expect, test } from 'vitest'
import { isSameCommit, short } from '../../src/facts/commit.ts'
import type { Condition } from '../../src/facts/conditions.ts'
import { judge } from '../../src/gate/conditions.ts'
import { snapshotOf } from '../../src/gate/snapshot.ts'
import { asText } from '../../src/text/message.ts'
import { context, facts, HEAD, OTHER, ofPullRequest, TIP } from '../builders.ts'
import { type Digest, digest, MET, unknown } from './digest.ts'

const STALE = unknown('stale-head')

test.each<[string, sha: string | null, head: string | null, Digest]>([
  ['the same commit', HEAD, HEAD, MET],
  ['the same commit in capitals', HEAD.toUpperCase(), HEAD, MET],
  ['an event without a head', OTHER, null, MET],
  ['an event without a head, and a source without a commit', null, null, MET],
  ['another commit', OTHER, HEAD, STALE],
  ['a source that names no commit', null, HEAD, STALE],
])('%s', (_, sha, head, expected) => {
  const about = context({ headSha: head, pullRequestHead: head })
  for (const condition of ['ready', 'tests-passed'] satisfies Condition[]) {
    for (const over of [{ state: 'tests_passed' }, { state: 'merged', submitted: false }]) {
      expect(digest(judge(condition, snapshotOf(facts(ofPullRequest({ sha, ...over })), about)))).toEqual(expected)
    }
  }
})

test.each(['ready', 'tests-passed'] as const)('%s: a stale commit comes before a contradiction', condition => {
  const given = facts(ofPullRequest({ sha: OTHER, state: 'failed' }))
  expect(digest(judge(condition, snapshotOf(given, context())))).toEqual(STALE)
})

test.each(['submitted', 'merged', 'settled'] as const)('%s does not rest on the commit', condition => {
  const state = condition === 'submitted' ? 'testing' : 'merged'
  expect(digest(judge(condition, snapshotOf(facts(ofPullRequest({ sha: OTHER, state })), context())))).toEqual(MET)
})

test.each([
  [OTHER, 'The service has commit `8b02421` of #42; this run is for `a7f3772`.'],
  [HEAD.slice(0, 7), `The service has commit \`a7f3772\` of #42; this run is for \`${HEAD}\`.`],
  [null, 'The service does not say which commit is the head of #42.'],
])('names both commits: %s', (sha, evidence) => {
  const found = judge('ready', snapshotOf(facts(ofPullRequest({ sha })), context()))
  expect(asText(found.evidence)).toBe(evidence)
})

test.each([
  [HEAD, HEAD, true],
  [HEAD, HEAD.toUpperCase(), true],
  [HEAD, OTHER, false],
  [TIP, '', false],
  [null, null, false],
])('isSameCommit(%s, %s)', (a, b, expected) => {
  expect(isSameCommit(a, b)).toBe(expected)
})

test('short', () => {
  expect(short(HEAD)).toBe('a7f3772')
})

import { expect, test } from 'vitest'
import type { PullRequest } from '../../src/facts/facts.ts'
import { judge } from '../../src/gate/judge.ts'
import { snapshotOf } from '../../src/gate/snapshot.ts'
import { asText } from '../../src/text/message.ts'
import { context, facts, pullRequest, read, readiness } from '../builders.ts'
import { causesOf } from './diagnosis/cases.ts'

type Details = NonNullable<PullRequest['mergeabilityDetails']>

const detail = (code: string, over: Partial<Details[number]> = {}): Details[number] => {
  return { code, message: null, have: null, need: null, check: null, number: null, ...over }
}

test.each<[string, Details, string, string]>([
  [
    'a review is missing',
    [detail('reviewRequired', { have: 0, need: 1 })],
    '`reviewRequired` (0 of 1)',
    'Have it reviewed.',
  ],
  [
    'a check failed',
    [detail('failingCheck', { check: 'ci / unit' })],
    '`failingCheck` (`ci / unit`)',
    'Fix the check.',
  ],
  [
    'it is stacked',
    [detail('stackNeedsRebase', { number: 41 })],
    '`stackNeedsRebase` (on #41)',
    'Rebase it on the pull request that it is stacked on.',
  ],
  [
    'several',
    [detail('draft'), detail('behind'), detail('conflict'), detail('other')],
    '`draft`, `behind`, `conflict` and 1 more',
    'Mark it as ready for review.',
  ],
  [
    'a reason of the future',
    [detail('hasOwnProperty')],
    '`hasOwnProperty`',
    'Resolve what the merge box of the pull request names.',
  ],
])('why GitHub would not merge it: %s', (_, mergeabilityDetails, told, remedy) => {
  const pr = pullRequest({
    state: 'not_ready',
    readiness: readiness({ mergeability: 'not_mergeable' }),
    mergeabilityDetails,
  })
  const [reason] = judge('ready', snapshotOf(facts({ pullRequest: read(pr) }), context())).reasons
  expect(asText(reason?.message ?? '')).toBe(`The service says that #42 can't be merged: ${told}.`)
  const [cause] = causesOf({ pullRequest: read(pr) })
  expect([cause?.code, asText(cause?.message ?? ''), asText(cause?.remedy ?? '')]).toEqual([
    'not-mergeable',
    `#42 is not mergeable: ${told}.`,
    remedy,
  ])
})

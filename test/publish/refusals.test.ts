import { expect, test } from 'vitest'
import { gitHubFailure } from '../../src/facts/reading.ts'
import { forbidden, rateLimited, tokenMissing } from '../../src/github/failure.ts'
import { type Refusal, refusalNotices } from '../../src/publish/github-writers.ts'

const TOPIC = { task: 'do it', permission: 'statuses: write' }
const of = (what: Refusal['what'], failure: Refusal['failure']): Refusal => ({ what, failure })
const LOCKED = gitHubFailure('locked', 'The conversation is locked (403)', 'Unlock it.')
const FORK = 'For a pull request from a fork or Dependabot the token stays read-only, whatever the job says.'

test.each<[string, Refusal[], string[]]>([
  ['nothing', [], []],
  [
    'one permission',
    [of('status', forbidden(TOPIC))],
    [
      `No status was set: \`github-token\` lacks permissions (403). Under the job's \`permissions\`, add \`statuses: write\`. ${FORK}`,
    ],
  ],
  [
    'all permissions at once, each once',
    [of('status', forbidden(TOPIC)), of('comment', forbidden(TOPIC)), of('comment', forbidden(TOPIC))],
    [
      `No status was set and no comment was written: \`github-token\` lacks permissions (403). Under the job's \`permissions\`, add \`statuses: write\` and \`pull-requests: write\`. ${FORK}`,
    ],
  ],
  [
    'no token',
    [of('status', tokenMissing(TOPIC)), of('comment', tokenMissing(TOPIC))],
    [
      'No status was set and no comment was written: `github-token` is empty. Set it to a token with `statuses: write` and `pull-requests: write`.',
    ],
  ],
  [
    'a locked conversation is no missing permission',
    [of('comment', LOCKED), of('comment', LOCKED)],
    ['No comment was written: The conversation is locked (403). Unlock it.'],
  ],
  [
    'a limit',
    [of('status', rateLimited(TOPIC, 90_000))],
    [
      'No status was set: GitHub did not do it: the rate limit of `github-token` is used up. Run the job again in 1 m 30 s, or poll less often with `poll-interval`.',
    ],
  ],
])('%s', (_, refusals, notices) => {
  expect(refusalNotices(refusals)).toEqual(notices)
})

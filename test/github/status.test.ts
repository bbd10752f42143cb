import { expect, test } from 'vitest'
import { type CommitStatus, setStatus } from '../../src/github/status.ts'
import * as answers from '../stand-in/github/answers.js'
import { gitHubState, type State, sha } from '../stand-in/github/state.js'
import { ROCKET, useGitHub } from './api.ts'

const start = useGitHub()

const STATUS: CommitStatus = {
  context: 'gate',
  state: 'failure',
  description: 'Blocked: ready is not met',
  targetUrl: 'https://github.com/acme/rocket/actions/runs/1',
}
const POST = `POST /repos/acme/rocket/statuses/${sha('a')}`

test('a status is there for the next reader', async () => {
  const { api, client, poll } = await start(gitHubState())
  expect(await setStatus({ client, repository: ROCKET, poll }, sha('a'), STATUS)).toMatchObject({ kind: 'read' })
  expect(await setStatus({ client, repository: ROCKET, poll }, sha('a'), { ...STATUS, targetUrl: null })).toMatchObject(
    {},
  )
  const { targetUrl: target_url, ...rest } = STATUS
  expect(api.state.repositories['acme/rocket']?.statuses?.[sha('a')]).toEqual([{ ...rest, target_url }, rest])
  expect(api.requests).toEqual([POST, POST])
})

const full = Array.from({ length: 1000 }, () => ({ context: 'gate', state: 'pending' }))

test.each<[string, Partial<CommitStatus>, State, string, string]>([
  ['403', {}, gitHubState({}, { permissions: { statuses: 'read' } }), sha('a'), 'forbidden'],
  ['404', {}, gitHubState({}, { faults: [{ at: POST, answer: answers.notFound() }] }), sha('a'), 'not-found'],
  ['422: no such commit', {}, gitHubState(), sha('9'), 'refused'],
  ['422: 1,000 of one name', {}, gitHubState({ statuses: { [sha('a')]: full } }), sha('a'), 'refused'],
  ['422: too long', { description: 'x'.repeat(141) }, gitHubState(), sha('a'), 'refused'],
  [
    'a secondary limit',
    {},
    gitHubState({}, { faults: [{ at: POST, answer: answers.secondaryLimit(30) }] }),
    sha('a'),
    'rate-limited',
  ],
  [
    'an outage',
    {},
    gitHubState({}, { faults: [{ at: POST, answer: answers.serverError() }] }),
    sha('a'),
    'unavailable',
  ],
])('%s', async (_, over, state, commit, cause) => {
  const { client, poll } = await start(state)
  expect(await setStatus({ client, repository: ROCKET, poll }, commit, { ...STATUS, ...over })).toMatchObject({
    failure: { cause },
  })
})

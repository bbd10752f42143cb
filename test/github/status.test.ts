import { expect, test } from 'vitest'
import { type CommitStatus, setStatus } from '../../src/github/writes.ts'
import { gitHubState, sha } from '../stand-in/github/state.js'
import { useGitHub } from './api.ts'

const start = useGitHub()

const STATUS: CommitStatus = {
  context: 'gate',
  state: 'failure',
  description: '#42 failed in the queue',
  targetUrl: 'https://github.com/acme/rocket/actions/runs/1',
}
const POST = `POST /repos/acme/rocket/statuses/${sha('a')}`

test('a status is there for the next reader', async () => {
  const { api, scope } = await start(gitHubState())
  expect(await setStatus(scope, sha('a'), STATUS)).toMatchObject({ value: {} })
  expect(await setStatus(scope, sha('a'), { ...STATUS, targetUrl: null })).toMatchObject({ value: {} })
  const { targetUrl: target_url, ...rest } = STATUS
  expect(api.state.repositories['acme/rocket']?.statuses?.[sha('a')]).toEqual([{ ...rest, target_url }, rest])
  expect(api.requests).toEqual([POST, POST])
})

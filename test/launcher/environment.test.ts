import { expect, test } from 'vitest'
import { inputVariable, workflowEnvironment } from './environment.js'

const pullRequest = { number: 7, head: { ref: 'topic' }, base: { ref: 'main' } }

test.each([
  ['pull_request', { pull_request: pullRequest }, 'refs/pull/7/merge', 'e', 'topic', 'main'],
  ['pull_request_target', { pull_request: pullRequest }, 'refs/heads/main', 'd', 'topic', 'main'],
  ['push', { ref: 'refs/heads/next', after: 'a'.repeat(40) }, 'refs/heads/next', 'a', '', ''],
  ['push', { ref: 'refs/tags/v1', after: 'a'.repeat(40) }, 'refs/tags/v1', 'a', '', ''],
  ['merge_group', { merge_group: { head_ref: 'refs/heads/q', head_sha: 'b'.repeat(40) } }, 'refs/heads/q', 'b', '', ''],
  ['issue_comment', { repository: { default_branch: 'develop' } }, 'refs/heads/develop', 'd', '', ''],
  ['schedule', {}, 'refs/heads/main', 'd', '', ''],
  ['workflow_dispatch', { ref: 'refs/heads/topic' }, 'refs/heads/topic', 'd', '', ''],
  ['push', 'not { JSON', 'refs/heads/main', 'd', '', ''],
])('%s %j', (name, payload, ref, sha, head, base) => {
  const { GITHUB_REF, GITHUB_SHA, GITHUB_HEAD_REF, GITHUB_BASE_REF } = workflowEnvironment({ name, payload })
  expect({ GITHUB_REF, GITHUB_SHA, GITHUB_HEAD_REF, GITHUB_BASE_REF }).toEqual({
    GITHUB_REF: ref,
    GITHUB_SHA: sha.repeat(40),
    GITHUB_HEAD_REF: head,
    GITHUB_BASE_REF: base,
  })
})

test('inputVariable keeps dashes', () => {
  expect(inputVariable('api-token of x')).toBe('INPUT_API-TOKEN_OF_X')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JudgedTests } from '../../src/gate/quarantine/tests.ts'
import { reason } from '../../src/gate/reasons.ts'
import { codesPageOf } from '../../src/main.ts'
import { commentBody } from '../../src/publish/comment-and-status.ts'
import { storyOf } from '../../src/publish/story.ts'
import type { Result } from '../../src/result.ts'
import { code, say } from '../../src/text/message.ts'
import { result, runInfo, verdict } from '../builders.ts'
import { flaws, text } from './markup.ts'

const RUN =
  '<p><sub><a href="https://github.com/acme/rocket/actions/runs/1001/attempts/1">gate / merge</a> · Merge Queue Gate</sub></p>'

const parts = (given: Partial<Result>) => commentBody(storyOf(result(given)), result(given)).split(/\n+(?=<[hpu])/)

const blocked = (message = say`#42 conflicts with ${code('main')}.`) =>
  verdict({
    conclusion: 'failed',
    succeeds: false,
    reasons: [reason('not-mergeable', 'ready', message, 'Resolve the conflicts.')],
  })

test('what happened, why, what to do, where', () => {
  expect(parts({ verdict: blocked() })).toEqual([
    '<h3>⛔ #&#8203;42 can&#39;t be merged yet</h3>',
    '<p>#&#8203;42 conflicts with <code>main</code>.</p>',
    '<p>Resolve the conflicts.</p>',
    RUN,
  ])
})

test('the page that explains the reason', () => {
  const codesPage = codesPageOf('acme/merge-queue-gate', 'v1', 'https://github.com')
  const page = 'https://github.com/acme/merge-queue-gate/blob/v1/docs/reference.md#not-mergeable'
  expect(parts({ verdict: blocked(), codesPage })[2]).toBe(
    `<p>Resolve the conflicts. <a href="${page}">What this means</a>.</p>`,
  )
})

test('without a run to link to', () => {
  const run = runInfo({ id: '', workflow: '', job: '' })
  expect(parts({ workflowRun: run }).at(-1)).toBe('<p><sub>workflow run · Merge Queue Gate</sub></p>')
})

/** Tests that block, made by their names. */
function blocking(tests: object[]): Partial<Result> {
  const none = { name: 'a', file: null, classname: null, parent: 'Suite', message: 'Secret.', trace: null }
  const all = tests.map(each => ({ test: { ...none, ...each }, why: 'not-quarantined' as const, notes: [] }))
  const reports = { counts: { ran: 1, failed: 1 } }
  const judged = { reports, failures: { blocking: all, excused: [] } }
  return { verdict: blocked(), judgedTests: judged as unknown as JudgedTests }
}

test('the tests that block, without what they said', () => {
  const given = blocking([{ file: 'a.ts', classname: 'A' }, { name: '' }])
  expect(parts(given)[3]).toBe(
    '<ul>\n<li><code>a</code><br><sub><code>a.ts</code> · <code>A</code></sub></li>\n<li><i>no name</i><br><sub>suite <code>Suite</code></sub></li>\n</ul>',
  )
})

test('ten tests at most', () => {
  const list = parts(blocking(Array.from({ length: 12 }, () => ({}))))[3] ?? ''
  expect(list.match(/<li>/g)).toHaveLength(11)
  expect(list).toContain('<li>2 more tests in the summary of the run</li>')
})

test('text from outside is harmless, short, and mentions nobody', () => {
  fc.assert(
    fc.property(text, text, text, (message, workflow, job) => {
      const body = parts({ verdict: blocked(say`${message}`), workflowRun: runInfo({ workflow, job }) }).join('\n\n')
      expect(flaws(body)).toEqual([])
      expect(body.length).toBeLessThanOrEqual(65_000)
      expect(body).not.toMatch(/@\w|(?<!&)#\d|\bgh-\d/i)
    }),
  )
})

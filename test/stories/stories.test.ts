import { expect, test } from 'vitest'
import { IN_QUEUE_STORIES } from './in-queue.ts'
import { OUTSIDE_STORIES } from './outside.ts'
import { play, type Story } from './play.ts'
import { THROWN_OUT_STORIES } from './thrown-out.ts'

const STORIES: Record<string, Story> = { ...THROWN_OUT_STORIES, ...IN_QUEUE_STORIES, ...OUTSIDE_STORIES }

test.concurrent.each(Object.entries(STORIES))('%s', async (_, story) => {
  const { result, requests, violations, lines, comment } = await play(story)
  const { conclusion, diagnosis } = result.outputs
  expect({ conclusion, diagnosis }).toEqual({ conclusion: story.conclusion, diagnosis: story.diagnosis })
  expect(result.outputs).toMatchObject(story.outputs ?? {})
  for (const part of story.says ?? []) {
    expect(lines.at(-1) ?? '').toContain(part)
    expect(comment).toContain(part)
  }
  for (const part of story.warns ?? []) expect(lines.join('\n')).toContain(part)
  // The comment takes two requests more.
  expect(requests.filter(each => each.startsWith('GET') || each === 'graphql').length).toBeLessThanOrEqual(10)
  expect([violations, result.stderr]).toEqual([[], ''])
})

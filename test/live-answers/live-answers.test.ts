import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type LiveAnswer, type LiveCase, play } from './play.ts'

const FOLDER = new URL('.', import.meta.url)
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.json'))

describe.each(files.toSorted())('%s', file => {
  const live: LiveAnswer = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))

  test.each(live.cases.map((each): [string, LiveCase] => [each.require, each]))('%s', async (_, given) => {
    const { conclusion, outputs = {}, polls, tells, says, not } = given.expect
    const played = await play(live, given)
    const named = Object.fromEntries(Object.keys(outputs).map(name => [name, played.outputs[name]]))
    expect([conclusion].flat(), played.log).toContain(played.conclusion)
    expect(named).toEqual(outputs)
    expect(played.polls).toBeGreaterThanOrEqual(polls ?? 0)
    if (tells !== undefined) expect(played.log).toMatch(new RegExp(tells))
    if (says !== undefined) expect(played.log).toMatch(new RegExp(says))
    if (not !== undefined) expect(played.log).not.toMatch(new RegExp(not))
  })
})

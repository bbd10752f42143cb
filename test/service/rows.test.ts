import { describe, expect, test } from 'vitest'
import { hasTooManyRows } from '../../src/service/rows.ts'

const MOST = 100_000
/** Before a document they change nothing, and make it long enough to be looked at. */
const BLANKS = ' '.repeat(2 * MOST)

const rows = (count: number, row = '1') => Array(count).fill(row).join()
const commas = ','.repeat(MOST)

describe('as many as may be', () => {
  test.each<[name: string, json: string]>([
    ['nothing', ''],
    ['a list', `[${rows(MOST)}]`],
    ['a list in an object, behind another', `{"a":[${rows(MOST)}],"b":[${rows(MOST)}]}`],
    ['members of one object', `{${rows(MOST + 1, '"a":1')}}`],
    ['members of an object in a list', `[{${rows(MOST + 1, '"a":1')}}]`],
    ['objects in lists of several rows', `[${rows(2, `{"runs":[${rows(MOST / 2, '{}')}]}`)}]`],
    ['values in lists of several rows', `[${rows(2, `[${rows(MOST)}]`)}]`],
    ['commas in a text', `["${commas}"]`],
    ['commas in a text behind a quote', `["\\"${commas}"]`],
    ['commas in a text behind a backslash and a quote', `["\\\\\\"${commas}"]`],
    ['commas in a name', `[{"${commas}":1}]`],
    ['commas in a text that never ends', `["${commas}`],
    ['brackets in a text', `{"a":"[","b":1${commas}}`],
    ['what closes and was never open', `]}${commas}`],
  ])('%s', (_, json) => {
    expect(hasTooManyRows(`${BLANKS}${json}`)).toBe(false)
  })
})

describe('one more', () => {
  test.each<[name: string, json: string]>([
    ['a list', `[${rows(MOST + 1)}]`],
    ['a list behind a text', `["a",${rows(MOST)}]`],
    ['behind a text that ends in a backslash', `["\\\\",${rows(MOST)}]`],
    ['behind two quotes in a text', `["\\"\\"",${rows(MOST)}]`],
    ['behind an empty text', `["",${rows(MOST)}]`],
    ['a list in an object in a list', `[{"a":{"b":[${rows(MOST + 1)}]}}]`],
    ['behind a list inside', `[[1],${rows(MOST)}]`],
    ['behind an object inside', `[{"a":[]},${rows(MOST)}]`],
    ['objects in lists of several rows', `[{"runs":[{}]},${rows(2, `{"runs":[${rows(MOST / 2, '{}')}]}`)}]`],
    ['objects with lists of their own', `[{"runs":[${rows(MOST + 1, '{"a":[]}')}]}]`],
    ['a list that never ends', `[${rows(MOST + 1)}`],
  ])('%s', (_, json) => {
    expect(hasTooManyRows(`${BLANKS}${json}`)).toBe(true)
    expect(hasTooManyRows(json)).toBe(true)
  })
})

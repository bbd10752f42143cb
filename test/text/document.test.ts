import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { commitId, nonEmpty, pullRequestNumber, readDocument, safeParse } from '../../src/text/outside.ts'

test.each<[string, z.ZodMiniType, unknown, string]>([
  ['not an object', z.object({}), 'secret', 'the document is not of type object'],
  ['a list', z.object({}), ['secret'], 'the document is not of type object'],
  ['no member', z.object({ a: z.string() }), {}, 'member `a` is missing'],
  [
    'a member of another type',
    z.object({ a: z.object({ b: z.number() }) }),
    { a: { b: 'secret' } },
    'member `a.b` is not of type number',
  ],
  ['an item', z.object({ a: z.array(z.string()) }), { a: ['x', 4] }, 'member `a[1]` is not of type string'],
  ['a number with a fraction', z.object({ a: pullRequestNumber }), { a: 1.5 }, 'member `a` is out of range'],
  ['a number too high', z.object({ a: pullRequestNumber }), { a: 2 ** 31 }, 'member `a` is out of range'],
  ['no commit', z.object({ a: commitId }), { a: 'secret' }, 'member `a` is out of range'],
  ['an empty text', z.object({ a: nonEmpty }), { a: '' }, 'member `a` is out of range'],
  [
    'more wrong rows than calls take arguments, beside a member nested deeper than calls can be',
    z.object({ a: z.array(z.string()) }),
    { a: Array(200_000).fill(7), b: JSON.parse(`${'[{"b":'.repeat(50_000)}1${'}]'.repeat(50_000)}`) },
    'the document has too many wrong members',
  ],
])('%s: the sentence names the member and not what it holds', (_, schema, json, message) => {
  expect(() => readDocument(schema, json)).toThrow(expect.objectContaining({ name: 'DocumentError', message }))
})

test.each([
  ['a'.repeat(39), false],
  ['a'.repeat(40), true],
  ['A0'.repeat(32), true],
  ['a'.repeat(65), false],
  [`${'a'.repeat(40)}\n`, false],
  ['g'.repeat(40), false],
])('%j is the id of a commit: %s', (text, expected) => {
  expect(safeParse(commitId, text).success).toBe(expected)
})

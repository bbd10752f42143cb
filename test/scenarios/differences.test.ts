import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('the first text whole, of the others the lines that it has not, with their places', () => {
  expect(
    differencesOf([
      ['all', 'one\ntwo\n\nthree\nfour'],
      ['same', 'one\ntwo\n\nthree\nfour'],
      ['fewer', 'one\ntwo\n\nfour'],
      ['others', 'zero\none\nthree\nfour\n\nfive'],
      ['first and last', 'ONE\ntwo\n\nthree\nFOUR\nfive'],
      ['none', ''],
    ]),
  ).toBe(`=== all
one
two

three
four

=== same · as: all
=== fewer · 5→0
=== others · 1+→1 3→0 6→2
zero
four ¶
five
=== first and last · 2→1 6→2
ONE
FOUR
five
=== none · 2-6→0
`)
})

import { expect, test } from 'vitest'
import { excerptOf } from '../../src/http/answer.ts'
import { cleanerOf } from '../../src/text/outside.ts'

const blanks = (count: number) => ' '.repeat(count)
test.each<[string, body: string, excerpt: string]>([
  ['nothing', '', ''],
  ['no letter', '{}', ''],
  ['more than 200 characters', 'c'.repeat(5_000_000), `${'c'.repeat(199)}…`],
  ['control characters', '\u0007red', '<U+0007>red'],
  ['text', 'it is  down\n', 'it is down'],
  ['text with a sign of a tag', 'a <b> c', 'a <b> c'],
  ['a page', '<html><body>It is <b>down</b></body></html>', ''],
  ['a page by its body alone', '<body>Down</body>', ''],
  ['a page that begins late is text', `${blanks(2000)}<html>Down`, '<html>Down'],
  ['a token parted by blanks and line breaks', 'sent two words\n\tand more', 'sent ***'],
])('an excerpt of %s', (_, body, excerpt) => {
  expect(excerptOf(body, cleanerOf('a-long-token', 'two words and more'))).toBe(excerpt)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asHtml,
  asText,
  asWords,
  code,
  count,
  link,
  listOf,
  type Message,
  quoted,
  rendered,
  say,
  shortList,
  together,
} from '../../src/text/message.ts'

const A = 'https://ci.example/1'

describe('say', () => {
  test.each<[string, Message, Message]>([
    ['text alone is one text', say`#${5} is ${'merged'}.`, '#5 is merged.'],
    ['a name', say`${code('ci')} failed.`, { parts: [{ words: 'ci', isCode: true }, ' failed.'] }],
    ['a name with its address', say`${code('ci', A)}`, { parts: [{ words: 'ci', isCode: true, address: A }] }],
    [
      'a name whose address is none',
      say`${code('ci', 'javascript:alert(1)')}`,
      { parts: [{ words: 'ci', isCode: true }] },
    ],
    [
      'a link',
      say`See ${link('the run', A)}.`,
      { parts: ['See ', { words: 'the run', isCode: false, address: A }, '.'] },
    ],
    ['a link to nowhere', say`See ${link('the run', null)}.`, 'See the run.'],
    ['a message in a message', say`${say`a ${code('b')}`} c`, { parts: ['a ', { words: 'b', isCode: true }, ' c'] }],
    ['what looks like code from outside', say`${'`a` (https://a.example)'}.`, '`a` (https://a.example).'],
    ['a list', say`${listOf(['a', code('b'), 'c'])}.`, { parts: ['a, ', { words: 'b', isCode: true }, ' and c.'] }],
    ['a list of one', listOf(['a']), 'a'],
    ['a list of none', listOf([]), ''],
    ['the first of many', shortList(Array<string>(1005).fill('a'), 2, each => each), 'a, a and 1,003 more'],
    [
      'all of few',
      shortList(['a', 'b'], 2, each => code(each)),
      { parts: [{ words: 'a', isCode: true }, ', ', { words: 'b', isCode: true }] },
    ],
    ['a quotation', say`It is ${quoted('a\nb')}.`, 'It is "a ⏎ b".'],
  ])('%s', (_, message, parts) => {
    expect(message).toEqual(parts)
  })
})

describe('each target', () => {
  const failed = say`#5 failed: ${code('ci / <b>`x`', A)} of ${link('@acme #7', A)} & @team`
  test.each<[string, string, string]>([
    ['text', asText(failed), `#5 failed: \`ci / <b>'x'\` (${A}) of @acme #7 (${A}) & @team`],
    [
      'HTML',
      asHtml(failed),
      `#&#8203;5 failed: <a href="${A}"><code>ci / &lt;b&gt;\`x\`</code></a> of <a href="${A}">@&#8203;acme #&#8203;7</a> &amp; @&#8203;team`,
    ],
    ['words', asWords(failed), '#5 failed: ci / <b>`x` of @acme #7 & @team'],
    ['a text that is cut', asText(say`Some ${code('name')} and more words`, 15), 'Some `name` and …'],
    ['a text for which no room is left', asText(say`${code('name')} and more`, 4), '`name`…'],
    ['a name that does not fit is left out', asHtml(say`Some ${code('<name>')} and more`, 8), 'Some …'],
    ['backticks from outside are no code', asText(say`${code('a')} is ${'`b`'}`), "`a` is 'b'"],
    ['a text is never cut inside an escape', asHtml('&&&&', 3), '&amp;&amp;…'],
  ])('%s', (_, target, expected) => {
    expect(target).toBe(expected)
  })

  test('data holds the text', () => {
    const data = {
      code: 'bad-input',
      list: [say`Set ${code('a')}.`, 'b', 1, null],
      more: { message: say`${code('c')}` },
    }
    expect(rendered(data)).toEqual({ code: 'bad-input', list: ['Set `a`.', 'b', 1, null], more: { message: '`c`' } })
  })
})

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '`',
        '``',
        '` (',
        ')',
        `(${A})`,
        ' failed ',
        'GH-',
        '@',
        '#',
        '1',
        '<a href="',
        '">',
        '&',
        '\n',
        '##[',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map(pieces => pieces.join(''))
const part = fc.oneof(
  hostile,
  hostile.map(name => code(name, A)),
  hostile.map(name => code(name, name)),
  hostile.map(words => link(words, A)),
)
const message = fc
  .array(
    fc.oneof(
      part,
      part.map(each => together([each])),
    ),
    { maxLength: 6 },
  )
  .map(together)

describe('whatever comes from outside', () => {
  test('becomes no markup, no reference and no link but its own', () => {
    fc.assert(
      fc.property(message, fc.integer({ min: 1, max: 80 }), (given, limit) => {
        const own = asHtml(given, limit)
          .replace(/<a href="https:\/\/ci\.example\/1">(.*?)<\/a>/g, '|$1|')
          .replace(/<code>([^<>]*)<\/code>/g, '|')
        expect(own).not.toMatch(/[<>"'\n]|&(?!(?:amp|lt|gt|quot|#39|#8203);)/)
      }),
      { numRuns: 2000 },
    )
  })

  test('has no backtick in a text but those around our names', () => {
    fc.assert(
      fc.property(message, given => {
        const names =
          typeof given === 'string' ? [] : given.parts.filter(each => typeof each === 'object' && each.isCode)
        expect(asText(given, 9000).split('`').length - 1).toBe(2 * names.length)
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [2, '2 entries'],
  [4312, '4,312 entries'],
])('count(%d)', (amount, expected) => {
  expect(count(amount, 'entry', 'entries')).toBe(expected)
})

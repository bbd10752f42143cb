import { expect, test } from 'vitest'
import { linked } from '../../src/publish/linked.ts'

const A = 'https://a.example/1'

test.each([
  [
    'a name leads to the address behind it',
    `\`unit\` (${A}) is slow.`,
    `<a href="${A}"><code>unit</code></a> is slow.`,
  ],
  ['and over the word between them', `\`unit\` failed (${A}).`, `<a href="${A}"><code>unit</code></a> failed.`],
  [
    'each name has its own',
    `\`a\` (${A}), \`b\` (${A}2) failed.`,
    `<a href="${A}"><code>a</code></a>, <a href="${A}2"><code>b</code></a> failed.`,
  ],
  ['an address alone leads to itself', `See it (${A}).`, `See it (<a href="${A}">${A}</a>).`],
  [
    'what is no web address stays text',
    '`a` (javascript:alert) (https://).',
    '<code>a</code> (javascript:alert) (https://).',
  ],
  ['a name from outside stays text', `\`<b>x\` failed (${A}).`, `<a href="${A}"><code>&lt;b&gt;x</code></a> failed.`],
])('%s', (_, text, html) => {
  expect(linked(text)).toBe(html)
})

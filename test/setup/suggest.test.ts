import { expect, test } from 'vitest'
import { nearestValue } from '../../src/setup/suggest.ts'

const NAMES = [
  'read',
  'summary',
  'require',
  'queue-empty',
  'junit-paths',
  'max-excused',
  'submitted',
  'not-submitted',
] as const
const LONG = 'x'.repeat(38)

test.each<[given: string, because: string, expected: string | null]>([
  ['require', 'the very name', 'require'],
  [' Require\n', 'letter case, and blanks around it', 'require'],
  ['queue_empty', 'an underscore', 'queue-empty'],
  ['queue empty', 'a blank', 'queue-empty'],
  ['requires', 'the plural', 'require'],
  ['junit-path', 'the singular', 'junit-paths'],
  ['summaries', 'another plural, three edits away', 'summary'],
  ['requirees', 'two letters more', 'require'],
  ['rquir', 'two letters less', 'require'],
  ['raquira', 'two other letters', 'require'],
  ['rqeuire', 'two letters swapped', 'require'],
  ['raqaira', 'three other letters', null],
  ['rqui', 'three letters less', null],
  ['reed', 'one letter of a short name', 'read'],
  ['reeds', 'two letters of a short name', null],
  ['summry', 'one letter of a name of seven', 'summary'],
  ['!submitted', 'the opposite', 'not-submitted'],
  ['not submited', 'the opposite', 'not-submitted'],
  ['~submitted', 'the opposite', 'not-submitted'],
  ['unsubmitted', 'the opposite of a word', null],
  ['nosubmitted', 'the opposite of a word', 'not-submitted'],
  ['!queue-empty', 'an opposite that has no name', null],
  ['queue-unempty', 'an opposite that has no name', null],
  ['', 'nothing', null],
  ['nothing-like-it', 'nothing like it', null],
])('nearestValue(%j): %s', (given, _, expected) => {
  expect(nearestValue(given, NAMES)).toBe(expected)
})

test.each<[given: string, names: string[], expected: string | null]>([
  ['bat', ['cat', 'hat'], null],
  ['cat', ['hat', 'cat'], 'cat'],
  ['hats', ['cat', 'hat'], 'hat'],
  // Two edits take a name of six letters, and not one of five.
  ['abcdxx', ['abcdef'], 'abcdef'],
  ['abcxx', ['abcde'], null],
  // A name that is no longer than any of ours can be.
  [`${LONG}yy`, [LONG], LONG],
  [`${LONG}xyy`, [`${LONG}x`], null],
])('nearestValue(%j, %j)', (given, names, expected) => {
  expect(nearestValue(given, names)).toBe(expected)
})

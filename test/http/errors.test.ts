import { describe, expect, test } from 'vitest'
import { excerptOf } from '../../src/http/answer.ts'
import { type CallDetails, ServiceError } from '../../src/http/errors.ts'
import { asText } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/secret.ts'

const DETAILS: CallDetails = {
  operation: 'getQueue',
  status: 503,
  attempts: 1,
  elapsedMs: 400,
  requestId: null,
  excerpt: '',
  host: 'queue.example',
  reached: true,
  allowsOutage: false,
}

test.each<[string, what: string, Partial<CallDetails>, message: string]>([
  ['one try', ' answered 503', {}, 'queue.example answered 503.'],
  ['two', ' answered 503', { attempts: 2 }, 'queue.example answered 503, twice in 0.4 s.'],
  ['more than there are words for', ' answered 503', { attempts: 6 }, 'queue.example answered 503, 6 times in 0.4 s.'],
  ['the beginning of the body', ' answered 503', { excerpt: 'down' }, 'queue.example answered 503: "down".'],
])('a message with %s', (_, what, over, message) => {
  expect(new ServiceError('unavailable', what, { ...DETAILS, ...over }).message).toBe(message)
})

test('a whole sentence stays as it is', () => {
  const details = { ...DETAILS, attempts: 2, requestId: 'r-1', excerpt: 'no' }
  const whole = 'The service refused it.'
  expect(new ServiceError('token-refused', '', details, { whole }).message).toBe(whole)
})

test.each<[string, Partial<CallDetails>, remedy: string]>([
  ['is a way out', {}, 'Raise `request-timeout`, or set `on-unavailable: warn` (the step then succeeds unchecked).'],
  ['is set already', { allowsOutage: true }, 'Raise `request-timeout`.'],
])('an outage where `on-unavailable: warn` %s', (_, over, remedy) => {
  expect(asText(new ServiceError('time-out', ' was silent', { ...DETAILS, ...over }).failure.remedy)).toBe(remedy)
})

describe('an excerpt', () => {
  const blanks = (count: number) => ' '.repeat(count)
  test.each<[string, body: string, excerpt: string]>([
    ['nothing', '', ''],
    ['text', 'it is  down\n', 'it is down'],
    ['text with a sign of a tag', 'a <b> c', 'a <b> c'],
    ['a page', '<html><body>It is <b>down</b></body></html>', 'It is down'],
    ['a page by its body alone', '<body>Down</body>', 'Down'],
    ['the style of a page', '<html><style>p { x: y }</style>Down', 'Down'],
    ['a style of several lines', '<html><style>\np {\n}</style>Down', 'Down'],
    ['a style without an end', '<html>Down<style>p { x: y }', 'Down'],
    ['a tag without an end', '<html>Down<img src="x', 'Down'],
    ['a page that begins late is text', `${blanks(2000)}<html>Down`, '<html>Down'],
    ['of a page the first 20,000 characters', `<html>${blanks(19_994)}Down`, ''],
    ['a token parted by blanks and line breaks', 'sent two words\n\tand more', 'sent ***'],
    ['of a text the first 4000', `${'. '.repeat(2000)}Down`, ''],
  ])('%s', (_, body, excerpt) => {
    expect(excerptOf(body, cleanerOf('a-long-token', 'two words and more'))).toBe(excerpt)
  })
})

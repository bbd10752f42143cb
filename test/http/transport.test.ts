import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/http/answer.ts'
import { ExchangeError } from '../../src/http/exchange.ts'
import { asText } from '../../src/text/message.ts'
import { answered, errorOf, START, setUp, type Turn } from '../sources/doubles.ts'

const silence: Turn = {
  after: Number.POSITIVE_INFINITY,
  outcome: new ExchangeError('time-out', 'no complete answer in time'),
}
const broken = () => new ExchangeError('network', 'the connection broke')
const date = (ms: number) => new Date(START + ms).toUTCString()

describe('what is sent', () => {
  test.for<[string, string]>([
    ['https://queue.example', 'https://queue.example/v1/getQueue'],
    ['https://queue.example/', 'https://queue.example/v1/getQueue'],
    ['https://queue.example/deep/prefix//', 'https://queue.example/deep/prefix/v1/getQueue'],
    ['https://queue.example:8443/a%20b', 'https://queue.example:8443/a%20b/v1/getQueue'],
    ['http://[::1]:8080', 'http://[::1]:8080/v1/getQueue'],
  ])('%s becomes %s', async ([endpoint, url]) => {
    const { call, requests } = setUp({ turns: [answered(200, {})], endpoint: new URL(endpoint) })
    await call('getQueue', { a: 1 })
    expect(requests.map(request => ({ ...request, url: request.url.href }))).toEqual([
      {
        method: 'POST',
        url,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          'user-agent': 'merge-queue-gate',
          'x-api-token': 'the-token-of-tests',
        },
        body: '{"a":1}',
        timeoutMs: 10_000,
        signal: undefined,
      },
    ])
  })

  test('every try sends the same', async () => {
    const { call, requests } = setUp({ turns: [answered(500), answered(502), answered(200, {})] })
    await call('flaky-tests/list-quarantined-tests', { a: 1 })
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ url, body, headers }) => JSON.stringify([url, body, headers]))).size).toBe(1)
  })
})

describe('tries', () => {
  const unknownHost = new ExchangeError('host-not-found', 'the host "queue.example" was not found')

  test('a host without an address: one, and it is no outage', async () => {
    const { call, requests } = setUp({ turns: [unknownHost] })
    const { failure } = await errorOf(call('getQueue', {}))
    const message = 'queue.example: the host "queue.example" was not found.'
    expect([failure, requests.length]).toMatchObject([{ outage: false, code: 'host-not-found', message }, 1])
  })

  test('a host without an address that has answered before: five, and it is an outage', async () => {
    const { call, requests } = setUp({ turns: [answered(200, {}), unknownHost] })
    await call('getQueue', {})
    const { failure } = await errorOf(call('getQueue', {}))
    expect([failure, requests.length]).toMatchObject([{ outage: true, code: 'service-unavailable' }, 6])
  })

  test('ends with the first good answer, and tells of the call once', async () => {
    const { call, records } = setUp({
      turns: [broken(), answered(503), { after: 300, outcome: answered(200, { a: 1 }, { 'x-request-id': 'r-3' }) }],
    })
    expect(await call('getQueue', {})).toEqual({ a: 1 })
    expect(records).toEqual([{ operation: 'getQueue', status: 200, attempts: 3, elapsedMs: 300, requestId: 'r-3' }])
  })

  test('an error that is no matter of the network goes up as it is', async () => {
    const defect = new TypeError('a defect')
    const { call, records } = setUp({ turns: [defect] })
    expect(await errorOf(call('getQueue', {}))).toBe(defect)
    expect(records).toEqual([])
  })

  test('cancellation during a wait goes up as it is', async () => {
    const reason = new Error('cancelled')
    const cancellation = new AbortController()
    const { call, requests } = setUp({
      turns: [answered(503)],
      onRetry: () => cancellation.abort(reason),
    })
    expect(await errorOf(call('getQueue', {}, cancellation.signal))).toBe(reason)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.signal).toBe(cancellation.signal)
  })
})

describe('waits', () => {
  test.for<[number, number[]]>([
    [0, [0, 0, 0, 0]],
    [0.5, [500, 1000, 2000, 4000]],
    [1, [1000, 2000, 4000, 8000]],
  ])('with a chance of %d', async ([chance, waits]) => {
    const { call, clock } = setUp({ turns: [answered(503)], random: () => chance })
    await errorOf(call('getQueue', {}))
    expect(clock.sleeps).toEqual(waits)
  })

  test.for<[string, string, number[]]>([
    ['seconds', '3', [3000, 3000, 3000, 3000]],
    ['more than is left after some tries', '25', [25_000, 25_000]],
    ['more than there is', '60', []],
    ['a date that does not fit', date(60_000), []],
  ])('Retry-After: %s', async ([, header, waits]) => {
    const { call, clock } = setUp({ turns: [answered(429, '', { 'retry-after': header })] })
    expect(await errorOf(call('getQueue', {}))).toMatchObject({ failure: { outage: true } })
    expect(clock.sleeps).toEqual(waits)
  })

  test('Retry-After as a date is seen from now, not from the start', async () => {
    const { call, clock } = setUp({
      turns: [{ after: 4000, outcome: answered(503, '', { 'retry-after': date(9000) }) }, answered(200, {})],
    })
    await call('getQueue', {})
    expect(clock.sleeps).toEqual([5000])
  })

  test('a failed try is one line with the wait', async () => {
    const { call, retries } = setUp({
      turns: [answered(503, 'down\n::error::x', { 'retry-after': '2' }), answered(200, {})],
    })
    await call('getQueue', {})
    expect(retries).toEqual([expect.stringMatching(/^in [\d.]+ s, getQueue: queue\.example answered 503: /)])
    expect(retries[0]).toMatch(/in 2\.0 s/)
    expect(retries[0]).not.toMatch(/\n/)
  })
})

describe('the deadline', () => {
  const timeouts = [1000, 10_000, 60_000]
  const chances = [0, 0.3, 0.7, 0.999]
  test.for(timeouts.flatMap(timeout => chances.map(chance => [timeout, chance] as const)))(
    'silence with a time-out of %i ms and a chance of %d ends within six of them',
    async ([requestTimeoutMs, chance]) => {
      const { call, clock, requests, records } = setUp({ turns: [silence], requestTimeoutMs, random: () => chance })
      expect(await errorOf(call('getQueue', {}))).toMatchObject({ failure: { outage: true } })
      expect(clock.time - START).toBeLessThanOrEqual(6 * requestTimeoutMs)
      expect(records[0]?.elapsedMs).toBe(clock.time - START)
      for (const { timeoutMs } of requests) expect(timeoutMs).toBeLessThanOrEqual(requestTimeoutMs)
    },
  )

  test('the last try gets only what is left', async () => {
    const turn: Turn = { after: 9000, outcome: answered(503, '', { 'retry-after': '4' }) }
    const { call, clock, requests } = setUp({ turns: [turn] })
    await errorOf(call('getQueue', {}))
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 10_000, 10_000, 10_000, 8000])
    expect(clock.time - START).toBeLessThanOrEqual(60_000)
  })
})

describe('errors', () => {
  const page = '<!doctype html><html><body>Bad gateway'

  test('a refused key', async () => {
    const { failure } = await errorOf(setUp({ turns: [answered(401)] }).call('getQueue', {}))
    expect([failure.message, failure.remedy].map(message => asText(message))).toEqual([
      'queue.example refused `api-token` (401).',
      'Check that its secret holds a valid key of the right organization.',
    ])
  })

  test.for<[string, Turn, code: string, attempts: number]>([
    ['401', answered(401, 'no'), 'token-refused', 1],
    ['403', answered(403, 'no'), 'token-refused', 1],
    ['404 with a page', answered(404, page), 'contract-broken', 1],
    ['404 as HTML', answered(404, 'x', { 'content-type': 'Text/HTML' }), 'contract-broken', 1],
    ['404 with a page behind blanks', answered(404, ' \n<p>no'), 'contract-broken', 1],
    ['404 with a page that begins late', answered(404, '. <html>'), 'contract-broken', 1],
    ['300', answered(300), 'redirected', 1],
    ['302', answered(302, '', { location: '/x' }), 'redirected', 1],
    ['400', answered(400, 'bad'), 'request-refused', 1],
    ['429', answered(429), 'service-unavailable', 5],
    ['408', answered(408), 'service-unavailable', 5],
    ['500', answered(500), 'service-unavailable', 5],
    ['599', answered(599), 'service-unavailable', 5],
    ['201', answered(201, {}), 'contract-broken', 1],
    ['204', answered(204), 'contract-broken', 1],
    ['an empty body', answered(200), 'contract-broken', 1],
    ['bad UTF-8', answered(200, Buffer.from([0x22, 0xff, 0x22])), 'contract-broken', 1],
    ['deeper than any stack', answered(200, '['.repeat(5_000_000)), 'contract-broken', 1],
    ['network', broken(), 'service-unavailable', 5],
    ['time-out', silence, 'service-unavailable', 5],
    ['too large', new ExchangeError('too-large', 'a body'), 'answer-too-large', 1],
    ['certificate', new ExchangeError('certificate', 'X'), 'certificate-invalid', 1],
    ['a proxy', new ExchangeError('proxy', 'X'), 'service-unavailable', 1],
    ['no HTTP', new ExchangeError('contract', 'X'), 'contract-broken', 1],
  ])('%s', async ([, turn, code, attempts]) => {
    const { call, requests, records } = setUp({ turns: [turn] })
    const error = await errorOf(call('getQueue', {}))
    expect(error).toBeInstanceOf(ServiceError)
    expect([requests.length, records]).toMatchObject([attempts, [{ operation: 'getQueue', attempts }]])
    const { failure } = error
    expect(failure).toMatchObject({ code, outage: attempts === 5 })
    expect(asText(failure.remedy)).toMatch(/^[A-Z].*\.$/)
    expect(error.message).not.toMatch(/\n/)
  })

  test.for<[string, Turn, string]>([
    ['to where', answered(302, 'x', { location: '/x' }), 'queue.example redirected (302) to /x.'],
    ['to nowhere', answered(302, 'x'), 'queue.example redirected (302).'],
    ['blanks', answered(200, ' \n'), 'queue.example: unexpected response, an empty body.'],
    ['no response', new ExchangeError('network', 'no response (X)'), 'queue.example: no response (X), 5 times in 0 s.'],
    [
      'expired',
      new ExchangeError('certificate', 'the certificate does not verify (EXPIRED)'),
      'queue.example: the certificate does not verify (EXPIRED).',
    ],
  ])('says %s', async ([, turn, message]) => {
    expect((await errorOf(setUp({ turns: [turn] }).call('getQueue', {}))).message).toBe(message)
  })

  test.for(['no such queue', 'no queue <x>'])('a 404 in plain text is an answer: %s', async body => {
    expect(await setUp({ turns: [answered(404, body)] }).call('getQueue', {})).toBe(null)
  })

  test.each([
    [503, 'x', "The queue's service is not available"],
    [429, '{}', "The queue's service limits requests"],
    [404, '<html>Not found</html>', "`endpoint` is not the queue's service"],
  ])('the headline of %s says what happened', async (status, body, headline) => {
    const { failure } = await errorOf(setUp({ turns: [answered(status, body)] }).call('getQueue', {}))
    expect(asText(failure.headline ?? '')).toBe(headline)
  })

  test('the request id is cut and inert', async () => {
    const { call, records } = setUp({ turns: [answered(400, '', { 'x-request-id': `##[error]${'i'.repeat(500)}` })] })
    await errorOf(call('getQueue', {}))
    expect(records[0]?.requestId).toBe(`## [error]${'i'.repeat(69)}…`)
  })
})

describe('the token', () => {
  // The cleaner itself has its own tests, with all spellings.
  const token = 'tok/en+with=every&kind?of~character%7f'

  test.for([302, 400, 401, 404, 500])('in no error, no record, no line on a %i', async status => {
    const headers = { 'x-request-id': `r-${token}`, location: `https://x.example/?t=${token}` }
    const { call, records, retries } = setUp({ turns: [answered(status, `you sent ${token}.`, headers)], token })
    const { message, failure, stack } = await call('getQueue', {}).then(JSON.stringify, error => error)
    expect(JSON.stringify({ message, failure, stack, records, retries })).not.toContain(token.slice(0, 12))
  })

  test('in no member of an answer, also where JSON escapes it', async () => {
    const escaped = [...token].map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const { call } = setUp({ turns: [answered(200, `{"plain":"a ${token} b","deep":[{"x":"${escaped}"}]}`)], token })
    expect(await call('getQueue', {})).toEqual({ plain: 'a *** b', deep: [{ x: '***' }] })
  })
})

test.for<[string, string, string, unknown]>([
  ['a number', '12345678', '{"prNumber":12345678}', { prNumber: 12345678 }],
  ['the name of a member', 'prNumber', '{"prNumber":42}', { prNumber: 42 }],
])('%s is no text of the service, whatever the token: the answer stays as it is', async ([, token, text, json]) => {
  const { call } = setUp({ turns: [answered(200, text)], token })
  expect(await call('getQueue', {})).toEqual(json)
})

describe('parsing', () => {
  test('__proto__ is a member like any other and changes no object', async () => {
    const { call } = setUp({ turns: [answered(200, '{"__proto__":{"polluted":true},"a\\u0062":1}')] })
    const json = await call('getQueue', {})
    expect(json).not.toHaveProperty('polluted', true)
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined)
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
  })

  test('a byte order mark before JSON is no part of it, but one inside of a text is', async () => {
    const { call } = setUp({ turns: [answered(200, '\ufeff{"a":"\ufeff"}')] })
    expect(await call('getQueue', {})).toEqual({ a: '\ufeff' })
  })
})

import { describe, expect, test } from 'vitest'
import { type FailureKind, failureOf, ServiceError } from '../../src/http/errors.ts'
import { ExchangeError } from '../../src/http/exchange.ts'
import { WaitOver } from '../../src/runner/clock.ts'
import { asText } from '../../src/text/message.ts'
import { answered, errorOf, START, setUp, type Turn, toldBy } from '../sources/doubles.ts'

const silence: Turn = {
  after: Number.POSITIVE_INFINITY,
  outcome: new ExchangeError('time-out', 'no complete answer in time'),
}
const broken = (code = 'ECONNRESET') => new ExchangeError('network', code, { cause: new Error(code) })
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
          'accept-encoding': 'gzip',
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
  test.for<[string, Turn]>([
    ['408', answered(408)],
    ['429', answered(429)],
    ['500', answered(500)],
    ['502', answered(502)],
    ['503', answered(503)],
    ['504', answered(504)],
    ['a broken connection', broken()],
    ['a time-out', silence],
  ])('%s: five, then the error', async ([, turn]) => {
    const { call, requests, records, retries } = setUp({ turns: [turn] })
    const error = await errorOf(call('getQueue', {}))
    expect(requests).toHaveLength(5)
    expect(toldBy(error)).toMatchObject({ attempts: 5, outage: true, code: 'service-unavailable' })
    expect(records).toEqual([expect.objectContaining({ operation: 'getQueue', attempts: 5 })])
    expect(retries).toHaveLength(4)
  })

  const unknownHost = new ExchangeError('host-not-found', ' "queue.example"')

  test('a host without an address: three with pauses between them, and it is no outage', async () => {
    const { call, clock } = setUp({ turns: [unknownHost] })
    expect(toldBy(await errorOf(call('getQueue', {})))).toMatchObject({
      attempts: 3,
      outage: false,
      code: 'host-not-found',
      message: 'Could not find the host "queue.example", which the input `endpoint` names.',
    })
    expect(clock.sleeps).toEqual([500, 500])
  })

  test('a host without an address that has answered before: five, and it is an outage', async () => {
    const { call } = setUp({ turns: [answered(200, {}), unknownHost] })
    await call('getQueue', {})
    expect(toldBy(await errorOf(call('getQueue', {})))).toMatchObject({
      attempts: 5,
      outage: true,
      code: 'service-unavailable',
      message: 'Could not find the host "queue.example", which the input `endpoint` names.',
    })
  })

  test.for<[string, Turn]>([
    ['201', answered(201, {})],
    ['301', answered(301)],
    ['304', answered(304)],
    ['400', answered(400)],
    ['401', answered(401)],
    ['403', answered(403)],
    ['404', answered(404)],
    ['413', answered(413)],
    ['418', answered(418)],
    ['501', answered(501)],
    ['an empty body', answered(200)],
    ['bad UTF-8', answered(200, Buffer.from([0x22, 0xff, 0x22]))],
    ['a certificate', new ExchangeError('certificate', 'CERT_HAS_EXPIRED')],
    ['a body over the limit', new ExchangeError('too-large', 'a body of over 10 MiB')],
    ['no HTTP', new ExchangeError('contract', 'no valid HTTP')],
  ])('%s: one', async ([, turn]) => {
    const { call, requests, clock } = setUp({ turns: [turn] })
    expect(toldBy(await errorOf(call('getQueue', {})))).toMatchObject({ attempts: 1 })
    expect(requests).toHaveLength(1)
    expect(clock.sleeps).toEqual([])
  })

  test('ends with the first good answer, and tells of the call once', async () => {
    const { call, records } = setUp({
      turns: [broken(), answered(503), { after: 300, outcome: answered(200, { a: 1 }, { 'x-request-id': 'r-3' }) }],
    })
    const { json, bytes, details } = await call('getQueue', {})
    expect([json, bytes]).toEqual([{ a: 1 }, 7])
    expect(details).toMatchObject({ attempts: 3, elapsedMs: 300, status: 200, requestId: 'r-3' })
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

test('a read that the end of a wait cuts off tells the error that it saw, and else the end', async () => {
  const over = new AbortController()
  const cut = (turns: Turn[]) => {
    const { call, records } = setUp({ turns, onRetry: () => over.abort(new WaitOver('over')) })
    return { error: errorOf(call('getQueue', {}, over.signal)), records }
  }
  const { error, records } = cut([answered(503)])
  expect(toldBy(await error)).toMatchObject({ status: 503, attempts: 1, outage: true })
  expect(records).toEqual([expect.objectContaining({ status: 503 })])
  expect(await cut([new WaitOver('over')]).error).toBeInstanceOf(WaitOver)
})

describe('waits', () => {
  test.for<[number, number[]]>([
    [0, [0, 0, 0, 0]],
    [0.5, [250, 500, 1000, 2000]],
    [1, [500, 1000, 2000, 4000]],
  ])('with a chance of %d', async ([chance, waits]) => {
    const { call, clock } = setUp({ turns: [answered(503)], random: () => chance })
    await errorOf(call('getQueue', {}))
    expect(clock.sleeps).toEqual(waits)
  })

  test('after the rate limit they are longer', async () => {
    const { call, clock } = setUp({ turns: [answered(429)], random: () => 1 })
    await errorOf(call('getQueue', {}))
    expect(clock.sleeps).toEqual([4000, 8000, 8000, 8000])
  })

  test.for<[string, string, number[]]>([
    ['seconds', '3', [3000, 3000, 3000, 3000]],
    ['0', '0', [0, 0, 0, 0]],
    ['a past date', date(-5000), [0, 0, 0, 0]],
    ['garbage', 'soon', [0, 0, 0, 0]],
    ['more than is left after some tries', '25', [25_000, 25_000]],
    ['more than there is', '60', []],
    ['a date that does not fit', date(60_000), []],
  ])('Retry-After: %s', async ([, header, waits]) => {
    const { call, clock } = setUp({ turns: [answered(429, '', { 'retry-after': header })] })
    expect(await errorOf(call('getQueue', {}))).toMatchObject({ kind: 'rate-limited' })
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

describe('the rate limit of one call applies to later ones', () => {
  const limited = (seconds: number | null) =>
    answered(429, '', seconds === null ? {} : { 'retry-after': String(seconds) })
  const good = answered(200, {})
  const random = () => 0.5

  test.for<[string, after: number, sleeps: number[]]>([
    // Half a chance of 4 s on top, or of half the time that is left for the request.
    ['at once: until then, and some more', 30_000, [42_000]],
    ['where little time is left for the request', 12_000, [58_500]],
    ['once it is over', 70_000, []],
    ['long after', 90_000, []],
  ])('%s', async ([, after, sleeps]) => {
    const { call, clock, requests } = setUp({ turns: [limited(70), good], random })
    await errorOf(call('getQueue', {}))
    clock.time += after
    await call('getSubmittedPullRequest', {})
    expect([clock.sleeps, requests.length]).toEqual([sleeps, 2])
  })

  test.for<[string, after: number]>([
    ['there is less time than that', 9_000],
    ['there is just as much', 10_000],
  ])('nothing is sent where %s', async ([, after]) => {
    const { call, clock, requests, records } = setUp({ turns: [limited(70), good], random })
    await errorOf(call('getQueue', {}))
    clock.time += after
    const error = await errorOf(call('getSubmittedPullRequest', {}))
    expect(error).toMatchObject({
      kind: 'rate-limited',
      details: {
        operation: 'getSubmittedPullRequest',
        status: 429,
        attempts: 0,
        elapsedMs: 0,
        requestId: null,
        excerpt: '',
      },
    })
    expect([requests.length, records.length, clock.sleeps]).toEqual([1, 1, []])
  })

  test('of two different times the later one counts', async () => {
    const { call, clock } = setUp({ turns: [limited(70), limited(10), good] })
    await Promise.all([errorOf(call('getQueue', {})), call('getQueue', {})])
    expect(clock.sleeps).toEqual([10_000])
    clock.time += 5000
    await call('getQueue', {})
    expect(clock.sleeps).toEqual([10_000, 55_000])
  })

  test.for<[string, Turn]>([
    ['the limit without a time', limited(null)],
    ['an outage with one', answered(503, '', { 'retry-after': '70' })],
  ])('not so %s', async ([, turn]) => {
    const { call, clock, requests } = setUp({ turns: [turn, turn, turn, turn, turn, good] })
    await errorOf(call('getQueue', {}))
    const before = clock.sleeps.length
    while (requests.length < 5) await errorOf(call('getQueue', {}))
    await call('getQueue', {})
    expect(clock.sleeps.slice(before)).toEqual([])
  })
})

describe('the deadline', () => {
  const timeouts = [1000, 10_000, 60_000]
  const chances = [0, 0.3, 0.7, 0.999]
  test.for(timeouts.flatMap(timeout => chances.map(chance => [timeout, chance] as const)))(
    'silence with a time-out of %i ms and a chance of %d ends within six of them',
    async ([requestTimeoutMs, chance]) => {
      const { call, clock, requests } = setUp({ turns: [silence], requestTimeoutMs, random: () => chance })
      const error = await errorOf(call('getQueue', {}))
      expect(error).toMatchObject({ kind: 'time-out' })
      expect(clock.time - START).toBeLessThanOrEqual(6 * requestTimeoutMs)
      expect(error.details.elapsedMs).toBe(clock.time - START)
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

  test('slow answers that ask for waits end in time too', async () => {
    const turn: Turn = { after: 9999, outcome: answered(429, '', { 'retry-after': '9' }) }
    const { call, clock } = setUp({ turns: [turn], random: () => 0.999 })
    await errorOf(call('getQueue', {}))
    expect(clock.time - START).toBeLessThanOrEqual(60_000)
  })
})

describe('errors', () => {
  const page =
    '<!doctype html><html><head><style>p{}</style><script>x()</script></head><body><h1>Bad &amp; gateway</h1>'

  test.each([
    ['a-plain-key', 'Check that its secret holds a valid v1 key of the organization that owns the repository.'],
    ['ghs_0123456789', 'Its value is a token for GitHub: store a key that the service made.'],
    ['https://queue.example', 'Its value is an address: store the key there.'],
    [
      'secrets.QUEUE_TOKEN',
      `Its value is the text of an expression without its braces. Write \`\${{ secrets.NAME }}\`.`,
    ],
    ['"a-plain-key"', 'Its value stands in quotation marks: store the key without them.'],
    [
      '$QUEUE_TOKEN',
      `Its value begins with \`$\`, and \`with:\` replaces no shell variables. Write \`\${{ secrets.NAME }}\`.`,
    ],
  ])('the refused key %s', async (token, remedy) => {
    const { call } = setUp({ turns: [answered(401)], token })
    expect(failureOf((await errorOf(call('getQueue', {}))) as ServiceError).remedy).toEqual(remedy)
  })

  test.for<[string, Turn, FailureKind, string, boolean, number | null]>([
    ['401', answered(401, 'no'), 'token-refused', 'token-refused', false, 401],
    ['403', answered(403, 'no'), 'token-refused', 'token-refused', false, 403],
    ['404', answered(404, 'no such queue'), 'not-found', 'not-found', false, 404],
    ['404 with a page', answered(404, page), 'contract', 'contract-broken', false, 404],
    ['404 as HTML', answered(404, 'x', { 'content-type': 'text/html' }), 'contract', 'contract-broken', false, 404],
    [
      '404 as HTML in capitals',
      answered(404, 'x', { 'content-type': 'Text/HTML' }),
      'contract',
      'contract-broken',
      false,
      404,
    ],
    ['404 with a page behind blanks', answered(404, ' \n<p>no'), 'contract', 'contract-broken', false, 404],
    ['404 with a sign of a tag', answered(404, 'no queue <x>'), 'not-found', 'not-found', false, 404],
    ['404 with a page that begins late', answered(404, '. <html>'), 'contract', 'contract-broken', false, 404],
    ['300', answered(300), 'redirected', 'redirected', false, 300],
    ['400', answered(400, 'bad'), 'request-refused', 'request-refused', false, 400],
    ['413', answered(413), 'request-refused', 'request-refused', false, 413],
    ['429', answered(429), 'rate-limited', 'service-unavailable', true, 429],
    ['408', answered(408), 'unavailable', 'service-unavailable', true, 408],
    ['500', answered(500), 'unavailable', 'service-unavailable', true, 500],
    ['599', answered(599), 'unavailable', 'service-unavailable', true, 599],
    ['302', answered(302, '', { location: '/x' }), 'redirected', 'redirected', false, 302],
    ['204', answered(204), 'contract', 'contract-broken', false, 204],
    ['network', broken(), 'network', 'service-unavailable', true, null],
    ['time-out', silence, 'time-out', 'service-unavailable', true, null],
    ['too large', new ExchangeError('too-large', 'a body'), 'too-large', 'answer-too-large', false, null],
    ['certificate', new ExchangeError('certificate', 'X'), 'certificate', 'certificate-invalid', false, null],
    ['no HTTP', new ExchangeError('contract', 'X'), 'contract', 'contract-broken', false, null],
  ])('%s', async ([, turn, kind, code, outage, status]) => {
    const { call } = setUp({ turns: [turn] })
    const error = await errorOf(call('getQueue', {}))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ kind, details: { operation: 'getQueue', status } })
    const failure = failureOf(error)
    expect(failure).toMatchObject({ code, outage })
    expect(asText(failure.remedy)).toMatch(/^[A-Z].*\.$/)
    expect(error.message).not.toMatch(/\n/)
  })

  const NO_RESPONSE = 'queue.example: no response (X)'
  const TOO_LATE = 'queue.example gave no complete answer in time'
  const EXPIRED = 'queue.example: the certificate does not verify (EXPIRED)'
  const THROUGH = ', through the proxy "proxy.example"'
  test.for<[ExchangeError['kind'], string, string | null, string]>([
    ['network', 'no response (X)', null, NO_RESPONSE],
    ['network', 'no response (X)', 'proxy.example', NO_RESPONSE + THROUGH],
    ['time-out', 'x', null, TOO_LATE],
    ['time-out', 'x', 'proxy.example', TOO_LATE + THROUGH],
    ['certificate', 'EXPIRED', null, EXPIRED],
    ['certificate', 'EXPIRED', 'proxy.example', EXPIRED + THROUGH],
    ['proxy-refused', '407', 'proxy.example', 'The proxy "proxy.example" refused the connection to the service (407).'],
    [
      'host-not-found',
      ' "queue.example"',
      null,
      'Could not find the host "queue.example", which the input `endpoint` names.',
    ],
    [
      'host-not-found',
      ' "proxy.example"',
      'proxy.example:3128',
      'Could not find the proxy "proxy.example:3128", which the variable `HTTPS_PROXY` names.',
    ],
  ])('%s "%s" with the proxy %s', async ([kind, message, proxy, said]) => {
    const { call } = setUp({
      turns: [new ExchangeError(kind, message)],
      proxy: proxy === null ? null : { variable: 'HTTPS_PROXY', host: proxy },
    })
    expect((await errorOf(call('getQueue', {}))).message.slice(0, said.length)).toBe(said)
  })

  test.for<[string, Turn, string]>([
    ['to where', answered(302, 'x', { location: '/x' }), 'queue.example redirected (302) to /x.'],
    ['to nowhere', answered(302, 'x'), 'queue.example redirected (302).'],
    ['blanks', answered(200, ' \n'), 'queue.example: unexpected response, an empty body.'],
  ])('says %s', async ([, turn, message]) => {
    expect((await errorOf(setUp({ turns: [turn] }).call('getQueue', {}))).message).toBe(message)
  })

  test.for<[string, Turn]>([
    ['a broken connection', broken()],
    ['a time-out', silence],
  ])('%s: an endpoint that was never reached is what to check first', async ([, turn]) => {
    const remedy = async (turns: Turn[]) => {
      const { call } = setUp({ turns })
      await call('getQueue', {}).catch(() => {})
      return asText(failureOf(await errorOf(call('getQueue', {}))).remedy)
    }
    expect(await remedy([turn])).toMatch(/^Check `?endpoint`?, (?!.*on-unavailable)/)
    expect(await remedy([answered(200, {}), turn])).toMatch(
      /set `?on-unavailable: warn`? \(the step then succeeds unchecked\)\.$/,
    )
  })

  test('a proxy that refuses is named, and so is the variable that was read', async () => {
    const proxy = { variable: 'HTTPS_PROXY', host: '127.0.0.1:31280' }
    const cause = Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
    const turn = new ExchangeError('network', 'the connection was refused', { cause })
    const failure = failureOf(await errorOf(setUp({ turns: [turn], proxy }).call('getQueue', {})))
    expect(asText(failure.message)).toMatch(/^The proxy "127\.0\.0\.1:31280" refused the connection/)
    expect(asText(failure.remedy)).toBe('Check `HTTPS_PROXY`, and that the proxy runs.')
    expect(failure.headline).toBe('The proxy refused the connection')
  })

  test.each([
    [503, 'x', "The queue's service is not available"],
    [429, '{}', "The queue's service limits requests"],
    [404, '<html>Not found</html>', "`endpoint` is not the queue's service"],
  ])('the headline of %s says what happened', async (status, body, headline) => {
    const failure = failureOf(await errorOf(setUp({ turns: [answered(status, body)] }).call('getQueue', {})))
    expect(asText(failure.headline ?? '')).toBe(headline)
  })

  test('the cause is kept', async () => {
    const cause = broken('ECONNREFUSED')
    const error = await errorOf(setUp({ turns: [cause] }).call('getQueue', {}))
    expect(error.cause).toBe(cause)
    expect(cause.cause).toBeInstanceOf(Error)
  })

  test('an excerpt has at most 200 characters on one line, of a page only what people read', async () => {
    const excerpt = async (body: unknown) =>
      (await errorOf(setUp({ turns: [answered(400, body)] }).call('getQueue', {}))).details.excerpt
    expect(await excerpt('')).toBe('')
    expect(await excerpt('{}')).toBe('')
    expect(await excerpt(`a\r\n  b\t${'c'.repeat(500)}`)).toMatch(/^a b c{195}…$/)
    expect(await excerpt(`${page}<p>${'sorry '.repeat(1000)}</p>`)).toMatch(/^Bad .*gateway sorry sorry .*…$/)
    expect(await excerpt('\u001b[31mred')).toBe('␛[31mred')
    expect(await excerpt(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\ufffdb')
    expect((await excerpt('😀'.repeat(300))).isWellFormed()).toBe(true)
    expect((await excerpt('x'.repeat(5_000_000))).length).toBe(200)
  })

  test('the request id is cut and inert', async () => {
    const { call } = setUp({ turns: [answered(400, '', { 'x-request-id': `##[error]${'i'.repeat(500)}` })] })
    const { requestId } = (await errorOf(call('getQueue', {}))).details
    expect(requestId).toMatch(/^## \[error\]i+…$/)
    expect(requestId?.length).toBe(80)
  })
})

describe('the token', () => {
  const token = 'tok/en+with=every&kind?of~character%7f'
  const forms = {
    raw: token,
    base64: Buffer.from(token).toString('base64'),
    base64url: Buffer.from(token).toString('base64url'),
    'URL-encoded': encodeURIComponent(token),
    'URL-encoded in lower case': encodeURIComponent(token).replace(/%../g, code => code.toLowerCase()),
  }

  test.for(Object.entries(forms))('%s: in no error, no record, no line', async ([, form]) => {
    const turns = [302, 400, 401, 404, 500].map(status =>
      answered(status, `you sent ${form}.`, { 'x-request-id': `r-${form}`, location: `https://x.example/?t=${form}` }),
    )
    for (const turn of turns) {
      const { call, records, retries } = setUp({ turns: [turn], token })
      const { message, details, stack } = await errorOf(call('getQueue', {}))
      const told = JSON.stringify({ message, details, stack, records, retries })
      expect(told).not.toContain(form)
      expect(told).not.toContain(form.slice(0, 12))
    }
  })

  test.for(Object.entries(forms))('%s: in no member of an answer', async ([, form]) => {
    const escaped = [...form].map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const text = `{"plain":"a ${form} b","escaped":"a ${escaped} b","slash":"a ${form.replaceAll('/', '\\/')} b","deep":[{"x":"${form}"}]}`
    const { call } = setUp({ turns: [answered(200, text)], token })
    expect((await call('getQueue', {})).json).toEqual({
      plain: expect.stringMatching(/^a \*\*\*=* b$/),
      escaped: expect.stringMatching(/^a \*\*\*=* b$/),
      slash: expect.stringMatching(/^a \*\*\*=* b$/),
      deep: [{ x: expect.stringMatching(/^\*\*\*=*$/) }],
    })
  })
})

test.for<[string, string, string, unknown]>([
  ['a number', '12345678', '{"prNumber":12345678}', { prNumber: 12345678 }],
  ['the name of a member', 'prNumber', '{"prNumber":42}', { prNumber: 42 }],
])('%s is no text of the service, whatever the token: the answer stays as it is', async ([, token, text, json]) => {
  const { call } = setUp({ turns: [answered(200, text)], token })
  expect((await call('getQueue', {})).json).toEqual(json)
})

describe('parsing', () => {
  test('__proto__ is a member like any other and changes no object', async () => {
    const { call } = setUp({ turns: [answered(200, '{"__proto__":{"polluted":true},"a\\u0062":1}')] })
    const { json } = await call('getQueue', {})
    expect(json).not.toHaveProperty('polluted', true)
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined)
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
  })

  test('a byte order mark is no part of JSON', async () => {
    const { call } = setUp({ turns: [answered(200, '\ufeff{"a":1}')] })
    expect((await call('getQueue', {})).json).toEqual({ a: 1 })
  })

  test('but inside of a text it is', async () => {
    const { call } = setUp({ turns: [answered(200, '{"a":"\ufeff"}')] })
    expect((await call('getQueue', {})).json).toEqual({ a: '\ufeff' })
  })
})

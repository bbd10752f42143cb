import { describe, expect, test } from 'vitest'
import { ExchangeError } from '../../src/service/exchange.ts'
import { bodyError, exchangeError } from '../../src/service/exchange-errors.ts'

const failed = (code: string | null, more: object = {}) =>
  Object.assign(new Error('not for others'), code !== null && { code }, more)

const told = ({ kind, message, cause }: ExchangeError) => [kind, message, cause]

describe('while an answer is awaited', () => {
  test.each<[kind: ExchangeError['kind'], said: string, cause: Error]>([
    ['network', 'the connection was refused', failed('ECONNREFUSED')],
    ['network', 'the connection broke', failed('ECONNRESET')],
    ['network', 'the connection broke', failed('EPIPE')],
    ['network', 'no response (EHOSTUNREACH)', failed('EHOSTUNREACH')],
    ['network', 'no response (HPE_INVALID_EOF_STATE)', failed('HPE_INVALID_EOF_STATE')],
    ['network', 'no response (Z_DATA_ERROR)', failed('Z_DATA_ERROR')],
    ['proxy-refused', '407', failed('ERR_PROXY_TUNNEL', { statusCode: 407 })],
    ['proxy-refused', '302', failed('ERR_PROXY_TUNNEL', { statusCode: 302 })],
    ['network', 'no response (ERR_PROXY_TUNNEL)', failed('ERR_PROXY_TUNNEL', { statusCode: 408 })],
    ['network', 'no response (ERR_PROXY_TUNNEL)', failed('ERR_PROXY_TUNNEL', { statusCode: 429 })],
    ['network', 'no response (ERR_PROXY_TUNNEL)', failed('ERR_PROXY_TUNNEL', { statusCode: 502 })],
    ['network', 'no response (ERR_PROXY_TUNNEL)', failed('ERR_PROXY_TUNNEL', { statusCode: 500 })],
    ['network', 'no response (ERR_PROXY_TUNNEL)', failed('ERR_PROXY_TUNNEL')],
    ['network', 'no response (OTHER)', failed('OTHER', { statusCode: 407 })],
    ['network', 'the connection broke', failed(null)],
    ['host-not-found', ' "service.example"', failed('ENOTFOUND', { hostname: 'service.example' })],
    ['host-not-found', '', failed('ENOTFOUND')],
    ['certificate', 'CERT_HAS_EXPIRED', failed('CERT_HAS_EXPIRED')],
    ['certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['certificate', 'ERR_TLS_CERT_ALTNAME_INVALID', failed('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['network', 'no response (NO_CERT_AT_ALL)', failed('NO_CERT_AT_ALL')],
    ['too-large', 'headers of over 16 KiB', failed('HPE_HEADER_OVERFLOW')],
    ['contract', 'no valid HTTP (HPE_INVALID_CONSTANT)', failed('HPE_INVALID_CONSTANT')],
  ])('%s: %s', (kind, said, cause) => {
    expect(told(exchangeError(cause))).toEqual([kind, said, cause])
  })
})

describe('while the body is read', () => {
  const packed = failed('Z_DATA_ERROR')
  const broken = failed('ECONNRESET')

  test.each<[name: string, cause: Error, complete: boolean, kind: ExchangeError['kind'], said: string]>([
    ['what came whole and is no gzip', packed, true, 'contract', 'a body that is not valid gzip'],
    ['what was cut off', packed, false, 'network', 'no response (Z_DATA_ERROR)'],
    ['a connection that broke at the end', broken, true, 'network', 'the connection broke'],
  ])('%s', (_, cause, complete, kind, said) => {
    expect(told(bodyError(cause, complete))).toEqual([kind, said, cause])
  })

  test('what is told already stays', () => {
    const error = new ExchangeError('too-large', 'a body of over 10 MiB')
    expect(bodyError(error, true)).toBe(error)
  })
})

import { expect, test } from 'vitest'
import { errorCode } from '../../src/http/exchange.ts'

const withCode = (code: unknown) => Object.assign(new Error('something else'), { code })

test.each<[name: string, error: unknown, code: string]>([
  ['of the system', withCode('ENOENT'), 'ENOENT'],
  ['of Node', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['with digits', withCode('E2BIG'), 'E2BIG'],
  ['that is a sentence', withCode('ENOENT: no such file'), ''],
  ['that begins with something else', withCode(' ENOENT'), ''],
  ['in small letters', withCode('enoent'), ''],
  ['of one letter', withCode('E'), ''],
  ['that never ends', withCode('E'.repeat(82)), ''],
  ['that is a number', withCode(404), ''],
  ['that is none', new Error('something else'), ''],
  ['of a value that is no error', { code: 'ENOENT' }, ''],
  ['of nothing', null, ''],
])('a code %s', (_, error, code) => {
  expect(errorCode(error)).toBe(code)
})

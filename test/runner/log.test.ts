import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLog as createLogOf, type Log } from '../../src/runner/log.ts'
import { text } from '../publish/markup.ts'
import { toolkitInto } from '../toolkit.ts'

let written: string[] = []
beforeEach(() => {
  written = []
})

function createLog(annotations: boolean): Log {
  return createLogOf({ annotations, toolkit: toolkitInto(line => written.push(`${line}\n`)) })
}

type Kind = 'info' | 'notice' | 'warning' | 'error'

/** A message under the title that all of the action's have. */
const titled = (text: string) => ({ title: 'Merge Queue Gate', text })

function write(log: Log, kind: Kind, message: string): void {
  if (kind === 'info') log.info(message)
  else log.annotate(kind, titled(message))
}

function lines(): string[] {
  return written.join('').split(/\r?\n/).slice(0, -1)
}

const TITLE = 'title=Merge Queue Gate'

describe('each kind', () => {
  test.each<[Kind, boolean, string]>([
    ['info', true, 'a message'],
    ['info', false, 'a message'],
    ['notice', true, `::notice ${TITLE}::a message`],
    ['warning', true, `::warning ${TITLE}::a message`],
    ['error', true, `::error ${TITLE}::a message`],
    ['notice', false, 'Notice: a message'],
    ['warning', false, 'Warning: a message'],
    // Errors are annotations in any case: they say why the step failed.
    ['error', false, `::error ${TITLE}::a message`],
  ])('%s, annotations %s', (kind, annotations, expected) => {
    write(createLog(annotations), kind, 'a message')
    expect(lines()).toEqual([expected])
  })
})

describe('the caps of the platform', () => {
  test('ten annotations of a kind, the rest as lines: none is dropped', () => {
    const log = createLog(true)
    for (let at = 1; at <= 13; at++) {
      log.annotate('notice', titled(`n${at}`))
      log.annotate('warning', titled(`w${at}`))
      log.annotate('error', titled(`e${at}`))
    }
    const all = lines()
    expect(all).toHaveLength(39)
    for (const [kind, letter] of [
      ['notice', 'n'],
      ['warning', 'w'],
      ['error', 'e'],
    ] as const) {
      const numbers = (prefix: string) =>
        all.filter(line => line.startsWith(prefix)).map(line => line.slice(prefix.length))
      const label = `${kind[0]?.toUpperCase()}${kind.slice(1)}: `
      expect(numbers(`::${kind} ${TITLE}::`)).toEqual(Array.from({ length: 10 }, (_, at) => `${letter}${at + 1}`))
      expect(numbers(label)).toEqual([`${letter}11`, `${letter}12`, `${letter}13`])
    }
  })

  test('a message is not longer than GitHub shows, and its end says so', () => {
    const log = createLog(true)
    log.annotate('warning', titled('x'.repeat(100_000)))
    log.info('x'.repeat(100_000))
    for (const line of lines()) {
      expect(line.replace(/^::.*?::/, '').length).toBeLessThanOrEqual(4096)
      expect(line.endsWith('…')).toBe(true)
    }
  })
})

describe('text from outside', () => {
  test.each<[string, Kind, string, string]>([
    ['a line break', 'error', 'one\ntwo', `::error ${TITLE}::one ⏎ two`],
    [
      'a command behind blanks',
      'info',
      '  ::set-output name=conclusion::passed',
      ': :set-output name=conclusion::passed',
    ],
    ['an old command', 'info', 'x ##[error]gone', 'x ## [error]gone'],
    ['an escaped line break', 'error', 'one%0Atwo', `::error ${TITLE}::one%250Atwo`],
  ])('%s', (_, kind, message, expected) => {
    write(createLog(true), kind, message)
    expect(lines()).toEqual([expected])
  })

  test('any text is one line, and no command of its own', () => {
    const kinds = fc.constantFrom<Kind>('info', 'notice', 'warning', 'error')
    fc.assert(
      fc.property(kinds, fc.boolean(), text, fc.nat(12), (kind, annotations, message, before) => {
        const log = createLog(annotations)
        written = []
        for (let at = 0; at < before; at++) write(log, kind, 'm')
        written = []
        write(log, kind, message)
        expect(lines()).toHaveLength(1)
        const [line = ''] = lines()
        expect(line).not.toContain('##[')
        const own = new RegExp(`^::(?:notice|warning|error) ${TITLE}::`)
        if (line.trim().startsWith('::')) expect(line).toMatch(own)
        if (kind === 'info') expect(line.trim()).not.toMatch(/^::/)
      }),
      { numRuns: 500 },
    )
  })
})

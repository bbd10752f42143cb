import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

const PRINTER = `
import { createPrint } from '${new URL('../../src/runner/standard-output.ts', import.meta.url).href}'
const print = createPrint()
for (let at = 0; at < 20; at++) print(String(at).padStart(100_000, '·'))
process.exit()
`
/** Node's own stream makes the pipe non-blocking, and it stays that. */
const NON_BLOCKING = `process.stdout.write('');${PRINTER}`

const EXPECTED = Array.from({ length: 20 }, (_, at) => `${String(at).padStart(100_000, '·')}\n`).join('')

/** Standard output and exit code of a process that prints four megabytes and ends at once. */
async function printed(
  code: string,
  read: 'all' | 'nothing' | 'asleep',
): Promise<{ text: string; exitCode: number | null }> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  if (read === 'nothing') child.stdout.destroy()
  let text = ''
  if (read !== 'asleep') {
    child.stdout.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
  } else child.once('exit', () => child.stdout.resume())
  return { exitCode: await ended, text }
}

test.each([
  ['a pipe', PRINTER],
  ['a pipe that does not block', NON_BLOCKING],
])('%s: everything is written before the process ends', async (_, code) => {
  expect(await printed(code, 'all')).toEqual({ text: EXPECTED, exitCode: 0 })
})

test('nobody reads: the step goes on', async () => {
  expect(await printed(PRINTER, 'nothing')).toEqual({ text: '', exitCode: 0 })
})

test('a reader that fell asleep: the step goes on', async () => {
  const code = NON_BLOCKING.replace('createPrint()', 'createPrint(50)')
  expect(await printed(code, 'asleep')).toEqual({ text: '', exitCode: 0 })
})

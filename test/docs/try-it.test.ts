/** What pages have people type against the stand-in is answered by it. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { startService, TOKEN } from '../stand-in/service/server.js'

const ROOT = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')
const PAGES = readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.md'))
  .map(file => `docs/${file}`)
const CURLS = ['README.md', ...PAGES].flatMap(page =>
  [...read(page).matchAll(/^curl .*?127\.0\.0\.1:8080(?:.*\\\n)*.*$/gm)].map(([command]): [string, string] => [
    page,
    command,
  ]),
)

async function start() {
  const service = await startService({ state: exampleState({ now: Date.now() }) })
  onTestFinished(() => service.close())
  return service
}

/** The request that a `curl` of a page sends. */
function requestOf(command: string, url: string): [string, RequestInit] {
  const [address = ''] = /http:\/\/127\.0\.0\.1:8080[^\s\\]*/.exec(command) ?? []
  const headers = Object.fromEntries(
    [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
  )
  const body = /-d '([^']+)'/.exec(command)?.[1]
  return [
    address.replace('http://127.0.0.1:8080', url),
    { headers, ...(body !== undefined && { method: 'POST', body }) },
  ]
}

test('a page shows how to ask the stand-in', () => {
  expect(CURLS.length).toBeGreaterThan(0)
})

test.each(CURLS)('%s: %s', async (_, command) => {
  const service = await start()
  const response = await fetch(...requestOf(command, service.url))
  expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/^\{/)])
})

test('the table of pull requests is what the stand-in holds', async () => {
  const rows = [
    ...PAGES.map(read)
      .join('\n')
      .matchAll(/^\| (12\d\d) \| `(\w+)` \|/gm),
  ].map(([, number, state]) => [Number(number), state])
  const service = await start()
  const states = rows.map(async ([number]) => {
    const response = await fetch(`${service.url}/v1/getSubmittedPullRequest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': TOKEN },
      body: JSON.stringify({ repo: EXAMPLE.repo, targetBranch: EXAMPLE.branch, pr: { number } }),
    })
    const { state } = (await response.json()) as { state: string }
    return [number, state]
  })
  expect(await Promise.all(states)).toEqual(rows)
})

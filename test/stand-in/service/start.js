import '../../launcher/older-node.js'
import { exampleState } from './scenario.js'
import { startService, TOKEN, V2_TOKEN } from './server.js'

// `npm run service [-- <port>]`: the stand-in alone, until Ctrl+C.
const state = exampleState({ now: Date.now() })
const service = await startService({ state, port: Number(process.argv[2] ?? 0) })
const repository = state.repositories[0]
const body = JSON.stringify({ repo: repository?.repo, targetBranch: repository?.queues[0]?.settings.branch })

console.log(`The stand-in service listens on ${service.url} (Ctrl+C ends it). Try:

curl -sS ${service.url}/v1/getQueue \\
  -H 'content-type: application/json' -H 'x-api-token: ${TOKEN}' \\
  -d '${body}'

The key of its v2 API is ${V2_TOKEN}. docs/development.md says what it holds.`)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => service.close())

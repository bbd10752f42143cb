import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runAction } from '../launcher/runner.js'
import { eventOf } from './events.ts'
import { type Asked, contentType, type GitHubSide, NOT_FOUND, operationOf, type Ran } from './run.ts'
import { type GateWorld, type Reply, sceneAt } from './world.ts'

/**
 * Runs the built bundle in a world, as the runner does: a process of its own, HTTP on both sides, real time. So the
 * world is one of a single moment.
 */
export async function runBundle(world: GateWorld, github: GitHubSide): Promise<Ran> {
  const asked: Asked[] = []
  const started = Date.now()
  const scene = sceneAt(world, 0)
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const side = operationOf(request.url ?? '')
      asked.push({ at: Date.now() - started, side, body })
      const reply: Reply = side === 'other' ? NOT_FOUND : scene[side]
      if (reply.kind === 'silence') return
      if (reply.kind === 'reset') {
        request.socket.destroy()
        return
      }
      response.writeHead(reply.status, { 'content-type': contentType(reply), ...reply.headers }).end(reply.body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  github.answer = path => {
    asked.push({ at: Date.now() - started, side: 'github', body: path })
    return /\/pulls\/\d+$/.test(path) ? scene.github : NOT_FOUND
  }
  try {
    const event = eventOf(world.event)
    const { exitCode, signal, outputs, summary, report, stdout, stderr } = await runAction({
      event,
      inputs: { ...world.inputs, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
      env: { ...event.env, GITHUB_API_URL: github.url },
    })
    return {
      exit: exitCode ?? 1,
      outputs,
      summary,
      report: report ?? null,
      log: stdout + stderr,
      asked,
      elapsed: Date.now() - started,
      thrown: signal,
    }
  } finally {
    github.answer = null
    server.closeAllConnections()
    await new Promise<void>(resolve => server.close(() => resolve()))
  }
}

/** Servers at which a run gets stuck in one place, each with a promise of the moment in which it is there. */
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { HEAD } from '../builders.ts'
import { close, listen } from '../stand-in/listen.js'

export interface Place {
  url: string
  /** Settles when a run has got there. */
  reached: Promise<unknown>
  close: () => Promise<void>
}

/** Takes the connection and never says a word: TLS is never negotiated. */
export async function silentTls(): Promise<Place> {
  const sockets = new Set<Socket>()
  let arrive: () => void = () => {}
  const reached = new Promise<void>(resolve => {
    arrive = resolve
  })
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    // The client's first words: it waits for the answer from here on.
    socket.once('data', () => arrive())
  })
  const port = await listen(server)
  return {
    url: `https://127.0.0.1:${port}`,
    reached,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return close(server)
    },
  }
}

/**
 * Listens and accepts nothing: its thread blocks as soon as it listens, and connections of our own fill the system's
 * backlog.
 */
export async function fullBacklog(): Promise<Place> {
  const worker = new Worker(
    `const { createServer } = require('node:net')
     const { parentPort } = require('node:worker_threads')
     const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
     })`,
    { eval: true },
  )
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  // Each connection that succeeds takes a place in the backlog; the first that does not shows that it is full.
  const fillers: Socket[] = []
  for (let taken = true; taken && fillers.length < 20; ) {
    taken = await new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      fillers.push(socket)
      setTimeout(() => resolve(false), 300)
    })
  }
  return {
    url: `http://127.0.0.1:${port}`,
    // A connection that is not accepted is not reported.
    reached: Promise.resolve(),
    close: async () => {
      for (const socket of fillers) socket.destroy()
      await worker.terminate()
    },
  }
}

/** Sends the start of a body and leaves it at that. */
export function halfBody(): Promise<Place> {
  return http((response, arrive) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"prNumber":', arrive)
  })
}

/** Asks for a wait that is short enough for a further try of the call. */
export function comeBackLater(): Promise<Place> {
  return http((response, arrive) => {
    response.writeHead(429, { 'retry-after': '40' }).end('later', arrive)
  })
}

/** The pull request is being tested, for ever. */
export function testing(members: object = {}): Promise<Place> {
  return http((response, arrive) => {
    const body = { prNumber: 42, prSha: HEAD, state: 'testing', isCurrentlySubmittedToQueue: true, ...members }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body), arrive)
  })
}

/** The pull request has merged, and the organization has so many quarantined tests. */
export function manyTests(count: number): Promise<Place> {
  const pullRequest = { prNumber: 42, prSha: HEAD, state: 'merged', isCurrentlySubmittedToQueue: false }
  return http((response, arrive, operation, body) => {
    const token = (body as { page_query?: { page_token?: string } }).page_query?.page_token ?? ''
    const first = Number(token)
    const tests = Array.from({ length: 100 }, (_, at) => ({
      name: `keeps its promise number ${first + at}`,
      parent: 'a suite with a name of some length',
      file: `src/area-${(first + at) % 97}/promise.test.ts`,
      codeowners: ['@acme/engine', '@acme/tank'],
      quarantined_at: '2025-01-02T03:04:05.000Z',
    }))
    const next = first + 100 < count ? String(first + 100) : ''
    const page = { quarantined_tests: tests, page: { total_rows: count, next_page_token: next } }
    const answer = operation.endsWith('list-quarantined-tests') ? page : pullRequest
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (answer === page && next === '') arrive()
  })
}

async function http(
  answer: (response: ServerResponse, arrive: () => void, operation: string, body: unknown) => void,
): Promise<Place> {
  let arrive: () => void = () => {}
  const reached = new Promise<void>(resolve => {
    arrive = resolve
  })
  const server = createHttpServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    answer(response, arrive, request.url ?? '', JSON.parse(text))
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    reached,
    close: () => close(server),
  }
}

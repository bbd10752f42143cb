import type { EventFixture } from '../events/index.js'

/**
 * A world is data: an event, the inputs, and what the service and GitHub answer over time. What the action does in it
 * is up to the action; what must come out is up to `oracle.ts`.
 */

export type Json = Record<string, unknown>

/** The answer of one side, as long as a scene lasts. */
export type Reply =
  | { kind: 'answer'; status: number; body: string; type: 'json' | 'text' | 'html'; headers?: Record<string, string> }
  /** Nothing comes until the action gives up. */
  | { kind: 'silence' }
  /** The connection breaks. */
  | { kind: 'reset' }

export interface Scene {
  /** Milliseconds since the start of the step. */
  from: number
  'pull-request': Reply
  queue: Reply
  'test-run': Reply
  github: Reply
}

/** `workflow_run` events with pull requests of other repositories are variations of one file. */
export type WorldEvent = EventFixture | 'workflow-run-others' | 'workflow-run-ours-and-others'

export interface GateWorld {
  event: WorldEvent
  /** Beside `endpoint`, which each run sets. */
  inputs: Record<string, string>
  /** From 1; the first one begins at 0. */
  scenes: Scene[]
}

/** A JSON answer with status 200. */
export function json(body: unknown): Reply {
  return { kind: 'answer', status: 200, body: JSON.stringify(body), type: 'json' }
}

/** A refusal as the service has it, or as a proxy before it has it. */
export function refusal(status: number, type: 'text' | 'html' = 'text', headers?: Record<string, string>): Reply {
  const body = type === 'html' ? '<!DOCTYPE html><html><body>Not here</body></html>' : 'not today'
  return { kind: 'answer', status, body, type, ...(headers && { headers }) }
}

/** The scene that is on at a time, in milliseconds since the start. */
export function sceneAt(world: GateWorld, time: number): Scene {
  const scene = world.scenes.findLast(({ from }) => from <= time) ?? world.scenes[0]
  if (!scene) throw new Error('A world has at least one scene')
  return scene
}

/** For people: the world in short, answers as they are sent. */
export function describeWorld(world: GateWorld): string {
  const lines = [`event ${world.event}`, `inputs ${JSON.stringify(world.inputs)}`]
  for (const { from, ...replies } of world.scenes) {
    lines.push(`from ${from / 1000} s`)
    for (const [side, reply] of Object.entries(replies)) lines.push(`  ${side}: ${describeReply(reply)}`)
  }
  return lines.join('\n')
}

function describeReply(reply: Reply): string {
  return reply.kind === 'answer' ? `${reply.status} ${reply.body}` : reply.kind
}

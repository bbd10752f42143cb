/**
 * The rooms of `src` as data: `test/architecture.test.ts` holds the code to them, and `scripts/docs.ts` renders them
 * into the page on the architecture.
 */

export interface Room {
  /** Folders, whose names end with a slash, and files. */
  places: readonly string[]
  /** Its purpose. */
  holds: string
  /** Packages and modules of Node, types included. */
  outside: readonly string[]
}

/** From the top down: each room imports rooms below it, and none above. */
export const ROOMS: readonly Room[] = [
  room('index.ts', 'the process: signals, exit code; the only effect at the top level'),
  room('main.ts', 'the order of a run: setup, poll, gate, publish'),
  room('poll/', 'one poll, the wait, what is asked and when', 'node:fs', 'node:os'),
  room('sources/', 'where facts come from: the APIs of the service, the queue of GitHub', 'zod/mini'),
  room(
    'publish/ result.ts',
    'what comes out, in words: log, outputs, summary, report, comment',
    'node:fs',
    'node:util',
    'zod/mini',
  ),
  room('setup/', 'from inputs and the event file to a typed run', 'node:os', 'node:path', 'zod/mini'),
  room('gate/', 'from facts to a verdict, pure: conditions, contradictions, reasons, causes'),
  room('reports/', 'test reports of the workspace', '@actions/glob', 'node:fs', 'node:path', 'node:util', 'saxes'),
  room(
    'github/',
    'GitHub: its client, checks, rules, workflow files, comment, status',
    '@actions/github',
    'node:crypto',
    'yaml',
    'zod/mini',
  ),
  room(
    'http/',
    'one exchange with the service: time-outs, failures, retries',
    'node:buffer',
    'node:http',
    'node:https',
  ),
  room('facts/', 'the words that most rooms share: types and shapes of facts, conditions', 'zod/mini'),
  room('runner/', 'what touches the runner: files, variables, log commands', '@actions/core', 'node:fs', 'node:path'),
  room('text/', 'messages, escapes, secrets, durations', 'zod/mini'),
]

function room(places: string, holds: string, ...outside: string[]): Room {
  return { places: places.split(' '), holds, outside }
}

/** The index in {@link ROOMS} of a file's room, -1 if it is in none. @param file path from `src` on, with slashes */
export function roomOf(file: string): number {
  return ROOMS.findIndex(({ places }) =>
    places.some(place => (place.endsWith('/') ? file.startsWith(place) : file === place)),
  )
}

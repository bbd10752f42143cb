/**
 * The floors of `src` as data: which room may import which. `test/architecture.test.ts` enforces it, and
 * `scripts/docs.ts` renders it into `docs/dev/architecture.md`.
 */

/** A folder of src (its name ends with a slash), a file, or several files under one name. */
export interface Room {
  name: string
  /** The files, if several share a row. */
  files?: readonly string[]
  /** Its purpose. */
  holds: string
  /** Names of rooms on lower floors. */
  imports: readonly string[]
  /** Packages and modules of Node, types included. */
  outside: readonly string[]
}

const PRIMITIVES = 'primitives'

/** The floors from the top down; imports go down only. Rooms of one floor don't know each other. */
export const FLOORS: readonly (readonly Room[])[] = [
  [
    {
      name: 'index.ts',
      holds: 'the only effect at the top level: process, signals, exit code',
      imports: ['main.ts', 'service/', 'runner/', PRIMITIVES],
      outside: [],
    },
  ],
  [
    {
      name: 'main.ts',
      holds: 'the order of a run: setup, poll, gate, publish',
      imports: [
        'poll/',
        'setup/',
        'publish/',
        'world.ts',
        'gate/',
        'github/',
        'reports/',
        'facts/',
        'runner/',
        'secret.ts',
        PRIMITIVES,
      ],
      outside: [],
    },
  ],
  [
    {
      name: 'poll/',
      holds: 'one poll, the wait, readers, progress lines: what is asked of service and GitHub, and when',
      imports: [
        'setup/',
        'publish/',
        'world.ts',
        'gate/',
        'service/',
        'github/',
        'reports/',
        'facts/',
        'runner/',
        'secret.ts',
        PRIMITIVES,
      ],
      outside: ['node:fs', 'node:os'],
    },
  ],
  [
    {
      name: 'setup/',
      holds: 'inputs, event, context, plan, proxy: from strings and the event file to a typed run',
      imports: ['world.ts', 'facts/', 'runner/', 'secret.ts', PRIMITIVES],
      outside: ['leven', 'node:path', 'zod/mini'],
    },
    {
      name: 'publish/',
      holds: 'log lines, annotations, outputs, summary, report: what comes out, in words',
      imports: ['gate/', 'github/', 'reports/', 'facts/', 'runner/', 'secret.ts', PRIMITIVES],
      outside: ['node:fs', 'zod/mini'],
    },
  ],
  [
    {
      name: 'world.ts',
      holds: 'what is passed in: environment, clock, randomness, log commands, HTTP',
      imports: ['service/', 'runner/', PRIMITIVES],
      outside: [],
    },
  ],
  [
    {
      name: 'gate/',
      holds: 'conditions, contradictions, reasons, the pace of a wait: from facts to a verdict, pure',
      imports: ['facts/', PRIMITIVES],
      outside: [],
    },
    {
      name: 'service/',
      holds:
        "two clients, of the service's v1 and v2 APIs, over one transport: retry, errors, shapes on the wire, mapping",
      imports: ['facts/', 'secret.ts', PRIMITIVES],
      outside: ['node:buffer', 'node:http', 'node:https', 'node:stream', 'node:zlib', 'zod/mini'],
    },
    {
      name: 'github/',
      holds: "GitHub's API: client, pull request, checks, branches, its own merge queue; loaded late",
      imports: ['facts/', 'secret.ts', PRIMITIVES],
      outside: ['@actions/github', 'node:crypto', 'zod/mini'],
    },
    {
      name: 'reports/',
      holds: 'what the workspace holds: CODEOWNERS, test reports, report files of other legs',
      imports: ['facts/', 'runner/', 'secret.ts', PRIMITIVES],
      outside: ['@actions/glob', 'minimatch', 'node:buffer', 'node:fs', 'node:path', 'saxes', 'zod/mini'],
    },
  ],
  [
    {
      name: 'facts/',
      holds: 'the words that most rooms share: facts, context, plan, list of tests, position, time, commit',
      imports: [PRIMITIVES],
      outside: ['zod/mini'],
    },
    {
      name: 'runner/',
      holds: "what GitHub's runner reads and writes: files, the toolkit's log commands, outputs",
      imports: [PRIMITIVES],
      outside: ['@actions/core', 'node:fs', 'node:path'],
    },
  ],
  [
    {
      name: 'secret.ts',
      holds: 'the two tokens, and the cleaner that cuts them out of every text from outside as it is read',
      imports: [PRIMITIVES],
      outside: [],
    },
  ],
  [
    {
      name: PRIMITIVES,
      files: [
        'clock.ts',
        'document.ts',
        'duration.ts',
        'error-code.ts',
        'escape.ts',
        'loopback.ts',
        'message.ts',
        'token-spellings.ts',
      ],
      holds: 'one thing each, and nothing beneath them',
      imports: [],
      outside: ['zod/mini'],
    },
  ],
]

/** All rooms, from the top down. */
export const ROOMS: readonly Room[] = FLOORS.flat()

/**
 * The room of a file.
 *
 * @param file path from `src` on, with slashes
 * @returns null for a file that is in no room
 */
export function roomOf(file: string): Room | null {
  return (
    ROOMS.find(({ name, files }) =>
      files ? files.includes(file) : name.endsWith('/') ? file.startsWith(name) : file === name,
    ) ?? null
  )
}

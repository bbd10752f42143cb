/** The environment variable with the room that is played, for the configuration of Vitest under Stryker. */
export const ROOM_VARIABLE = 'MUTANTS_ROOM'

/** The rooms, and the tests that are beside them. */
export const NEAR: Record<string, string[]> = {
  secret: ['test/secret.test.ts'],
  escape: ['test/escape.test.ts'],
  message: ['test/message.test.ts', 'test/escape.test.ts'],
  gate: ['test/gate/**/*.test.ts'],
  reports: ['test/reports/**/*.test.ts', 'test/runner/files.test.ts'],
  // Errors of the client become readings in the tests of a poll.
  service: ['test/service/**/*.test.ts', 'test/poll/gather.test.ts'],
  setup: ['test/setup/**/*.test.ts'],
  poll: ['test/poll/**/*.test.ts'],
}

/** Never played: they start processes, look at the repository instead of running it, or play random cases for long. */
export const NEVER = [
  'test/{architecture,description}.test.ts',
  'test/{checkers,docs,faults,launcher,privileges,repository,scenarios,stand-in,worlds}/**',
  'test/poll/{bundle,cancel,cost,crowd}.test.ts',
  'test/reports/{fuzz,properties}.test.ts',
  'test/**/properties.test.ts',
]

/** Single tests that are never played, by the start of their names: they take megabytes, time or many random cases. */
export const HEAVY = [
  'over 256 MiB all together',
  'that never end stop after 10,000',
  'texts with escapes',
  'the last one of many',
  'an answer that is nested as deep',
  'a page of many megabytes',
  'whatever the inputs hold',
  'a hundred thousand are no trouble',
  'a hundred thousand with five wrong',
  'brackets',
  'escapes',
  'splitting reports into legs',
  'met means that something ran',
  'any text',
  'any value comes back',
  'any address is',
  'what is inert stays',
  'no character that nobody sees',
  'time grows with the text alone',
  'the slowest pattern that is read',
]

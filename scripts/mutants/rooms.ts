/** What the configuration of Vitest reads, which Stryker starts: the room that is played. */
export const ROOM_VARIABLE = 'MUTANTS_ROOM'

/** The rooms, and the tests that are beside them. */
export const NEAR: Record<string, string[]> = {
  secret: ['test/secret.test.ts'],
  escape: ['test/escape.test.ts'],
  message: ['test/message.test.ts', 'test/escape.test.ts'],
  gate: ['test/gate/**/*.test.ts'],
  reports: ['test/reports/**/*.test.ts', 'test/runner/files.test.ts'],
  // What the client throws becomes readings in the tests of a poll.
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

/** The same of single tests, by the start of their names: they need megabytes, days or many random cases. */
export const HEAVY = [
  'over 256 MiB all together',
  'that never end stop after 10,000',
  'texts with escapes',
  'the place of an error',
  'the last one of many',
  'entries of the queue: 100,000',
  'quarantined tests: 100,000',
  'owners of all tests together: 100,000',
  'check runs: 100,000',
  'an answer that is nested as deep',
  'an output of 20 MB',
  'a name of 10 MB',
  'a page of many megabytes',
  'names that differ in little',
  'whatever the inputs hold',
  'a wait of 24 days',
  'a wait of 25 days',
  'a hundred thousand are no trouble',
  'a hundred thousand with five wrong',
  'brackets',
  'a bad word at the end',
  'many small values',
  'escapes',
  'splitting reports into legs',
  'by hand or by the index',
  'and of a crowd that shares one name',
  'without ambiguity, one quarantined test less',
  'met means that something ran',
  'any text',
  'any value comes back',
  'any address is',
  'what is inert stays',
  'no character that nobody sees',
]

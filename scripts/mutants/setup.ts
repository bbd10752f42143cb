import fc from 'fast-check'
import { beforeEach } from 'vitest'
import { HEAVY } from './rooms.ts'

// A mutant that needs the hundredth random case to be noticed is one that a table should hold.
fc.configureGlobal({ numRuns: 25 })

beforeEach(({ task, skip }) => {
  if (HEAVY.some(start => task.name.startsWith(start))) skip('too slow for each mutant')
})

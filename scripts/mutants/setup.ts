import fc from 'fast-check'
import { beforeEach } from 'vitest'
import { HEAVY } from './rooms.ts'

// If only the hundredth random case notices a mutant, that case belongs in a table of a test.
fc.configureGlobal({ numRuns: 25 })

beforeEach(({ task, skip }) => {
  if (HEAVY.some(start => task.name.startsWith(start))) skip('too slow for each mutant')
})

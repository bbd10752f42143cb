import { expect } from 'vitest'
import { asText, type Message } from '../src/text/message.ts'

/** In whole values a message equals its text, in which only our own code stands in backticks. */
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (typeof one === 'string' && isMade(other)) return one === asText(other)
    if (typeof other === 'string' && isMade(one)) return asText(one) === other
    return undefined
  },
])

function isMade(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'parts' in value
}

import { code, firstOf, type Message } from '../../text/message.ts'

/** The first three names, each with its link, and the number of the others. */
export function namesOf(checks: readonly { name: string; url: string | null }[]): Message {
  return firstOf(checks, 3, ({ name, url }) => code(name, url))
}

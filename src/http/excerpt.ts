import { plain } from '../text/escape.ts'
import { type Clean, cleanStart } from '../text/secret.ts'

/** Excerpts are taken from at most this many characters of a body. */
export const LONGEST_START = 50_000

/** The start of a body as one harmless line. Tokens are cut out before and after the tags: a tag can split a token. */
export function excerptOf(body: string, clean: Clean): string {
  const whole = cleanStart(body, LONGEST_START, clean)
  const text = isPage(whole) ? wordsOfPage(whole) : whole
  const start = plain(cleanStart(text.replace(/\s+/g, ' '), 4000, clean), 200)
  // A start without a letter, such as `{}`, says nothing.
  return /\p{L}/u.test(start) ? start : ''
}

/** True for a web page, which comes from something else than the service. */
export function isPage(text: string): boolean {
  return /^\s*<|<(?:!doctype|html|head|body)\b/i.test(text.slice(0, 2000))
}

/** Proxies answer with HTML, whose text says more than its tags. */
function wordsOfPage(page: string): string {
  return page
    .slice(0, 20_000)
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^>]*>?/g, ' ')
}

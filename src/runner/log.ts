import { asText, capitalised, type Message } from '../text/message.ts'
import type { Toolkit } from './runner.ts'

/** The most characters of a message; GitHub cuts annotations at 4,096. */
const MESSAGE_LIMIT = 4000
/** GitHub shows ten annotations of each kind for a step, and silently drops the others. */
const MOST_OF_A_KIND = 10

export interface Annotation {
  title: string
  text: Message
}

type Kind = 'notice' | 'warning' | 'error'

/** No message acts as a command in this log. Callers begin each line with the action's words, never outside text. */
export interface Log {
  info(line: Message): void
  /** Lines folded under a title, which is in the action's own words. */
  group(title: string, lines: readonly Message[]): void
  /** The first ten errors are annotations even where `annotations` is off: they say why the step failed. */
  annotate(kind: Kind, message: Annotation, place?: { file: string; line: number | null } | null): void
  /** How many more annotations of a kind may mark lines of files. The last error is kept for the step's own failure. */
  annotationsLeft(kind: 'warning' | 'error'): number
}

/** @param options.annotations if true, warnings and notices are annotations; else they are plain lines */
export function createLog({ annotations, toolkit }: { annotations: boolean; toolkit: Toolkit }): Log {
  const oneLine = (message: Message) => asText(message, MESSAGE_LIMIT)
  const counts = { notice: 0, warning: 0, error: 0 }
  return {
    info: line => toolkit.info(oneLine(line)),
    group(title, lines) {
      toolkit.startGroup(title)
      for (const line of lines) toolkit.info(oneLine(line))
      toolkit.endGroup()
    },
    annotate(kind, { title, text }, place) {
      counts[kind]++
      // A message that GitHub would not show as an annotation is still in the log.
      const isShown = (annotations || kind === 'error') && counts[kind] <= MOST_OF_A_KIND
      const where = place && { file: place.file, ...(place.line === null ? {} : { startLine: place.line }) }
      if (isShown) toolkit[kind](oneLine(text), { ...where, title })
      else toolkit.info(`${capitalised(kind)}: ${oneLine(text)}`)
    },
    annotationsLeft: kind =>
      annotations ? Math.max(0, MOST_OF_A_KIND - counts[kind] - (kind === 'error' ? 1 : 0)) : 0,
  }
}

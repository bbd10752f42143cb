import type { TestPlace } from '../reports/place.ts'
import type { Toolkit } from '../runner/toolkit.ts'
import { asText, type Message } from '../text/message.ts'
import type { Annotation } from './annotations.ts'

/** The most characters of a message; GitHub cuts annotations at 4,096. */
const MESSAGE_LIMIT = 4000
/** GitHub shows ten annotations of each kind for a step, and silently drops the others. */
const MOST_OF_A_KIND = 10

/** The log of the step. It makes every message harmless; its callers begin every line with words of the action. */
export interface Log {
  info(line: Message): void
  /** A line that the runner shows only if debug logging is on. */
  debug(line: Message): void
  /** Lines folded under a title, which is in the action's own words. */
  group(title: string, lines: readonly Message[]): void
  notice(message: Annotation): void
  warning(message: Annotation): void
  /** The first ten are annotations even where `annotations` is off: they say why the step failed. */
  error(message: Annotation): void
  /**
   * The annotation of a test. Returns false and writes nothing if annotations are off, or if GitHub would not show it.
   * The last error is kept free for the step's own failure.
   */
  annotation(kind: 'warning' | 'error', message: Annotation, place: TestPlace | null): boolean
}

interface LogOptions {
  /** If true, warnings and notices are annotations; else they are plain lines. */
  annotations: boolean
  toolkit: Toolkit
}

export function createLog({ annotations, toolkit }: LogOptions): Log {
  const harmless = (message: Message) => asText(message, MESSAGE_LIMIT)
  const counts = { notice: 0, warning: 0, error: 0 }
  const annotate = (kind: keyof typeof counts, message: Annotation, asAnnotation: boolean) => {
    const text = harmless(message.text)
    counts[kind]++
    // A message that GitHub would not show as an annotation is still in the log.
    if (!asAnnotation || counts[kind] > MOST_OF_A_KIND) toolkit.info(`${LABELS[kind]}: ${text}`)
    else toolkit[kind](text, { title: message.title })
  }
  return {
    info: line => toolkit.info(harmless(line)),
    debug: line => toolkit.debug(harmless(line)),
    group: (title, lines) => {
      toolkit.startGroup(title)
      for (const line of lines) toolkit.info(harmless(line))
      toolkit.endGroup()
    },
    notice: message => annotate('notice', message, annotations),
    warning: message => annotate('warning', message, annotations),
    error: message => annotate('error', message, true),
    annotation: (kind, message, place) => {
      if (!annotations || counts[kind] >= MOST_OF_A_KIND - (kind === 'error' ? 1 : 0)) return false
      counts[kind]++
      const where = place && { file: place.file, ...(place.line === null ? {} : { startLine: place.line }) }
      toolkit[kind](harmless(message.text), { ...where, title: message.title })
      return true
    },
  }
}

const LABELS = { notice: 'Notice', warning: 'Warning', error: 'Error' }

import { asText, type Message } from '../message.ts'
import type { TestPlace } from '../reports/test-place.ts'
import type { Toolkit } from '../runner/toolkit.ts'
import type { Annotation } from './annotations.ts'

/** Longest message of an annotation; GitHub cuts at 4,096 characters. */
const MESSAGE_LIMIT = 4000
/** GitHub shows ten of each kind for a step, and silently drops the others. */
const MOST_OF_A_KIND = 10

/** The log of the step. Every line begins with the action's own words, and every message is made harmless here. */
export interface Log {
  info(line: Message): void
  /** A line for debugging; without debug logging it isn't even made. */
  debug(line: () => Message): void
  /** Lines that open on a click, under a title of the action's own. */
  group(title: string, lines: readonly Message[]): void
  notice(message: Annotation): void
  warning(message: Annotation): void
  /** Always an annotation: it is how a step says why it failed. */
  error(message: Annotation): void
  /** False, and not written, if GitHub would not show it: the last error is kept for the step's failure. */
  annotation(kind: 'warning' | 'error', message: Annotation, place: TestPlace | null): boolean
}

export interface LogOptions {
  /** Warnings and notices are annotations; else they are plain lines. */
  annotations: boolean
  /** Debug logging is on; without it the runner drops such lines. */
  debugging: boolean
  toolkit: Toolkit
}

export function createLog({ annotations, debugging, toolkit }: LogOptions): Log {
  const harmless = (message: Message) => asText(message, MESSAGE_LIMIT)
  const counts = { notice: 0, warning: 0, error: 0 }
  const annotate = (kind: keyof typeof counts, message: Annotation, asAnnotation: boolean) => {
    const text = harmless(message.text)
    counts[kind]++
    // The log still has the messages that no annotation would show.
    if (!asAnnotation || counts[kind] > MOST_OF_A_KIND) toolkit.info(`${LABELS[kind]}: ${text}`)
    else toolkit[kind](text, { title: message.title })
  }
  return {
    info: line => toolkit.info(harmless(line)),
    debug: line => {
      if (debugging) toolkit.debug(harmless(line()))
    },
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

import { debug, error, info, notice, warning } from '@actions/core'
import { plain } from '../inert.ts'

/** Longest message of an annotation; GitHub cuts at 4,096 characters. */
const MESSAGE_LIMIT = 4000
/** GitHub shows ten of each kind for a step and drops the others without a word. */
const MOST_OF_A_KIND = 10

/** The log of the step. Every line begins with words of our own, and every message is made inert here. */
export interface Log {
  info(line: string): void
  debug(line: string): void
  notice(message: string): void
  warning(message: string): void
  /** Always an annotation: it is how a step says why it failed. */
  error(message: string): void
}

/** A log whose warnings and notices are annotations, or plain lines where `annotations` is false. */
export function createLog(annotations: boolean): Log {
  const counts = { notice: 0, warning: 0, error: 0 }
  const annotate = (kind: keyof typeof counts, message: string, asAnnotation: boolean) => {
    const text = plain(message, MESSAGE_LIMIT)
    counts[kind]++
    // What no annotation would show still stands in the log.
    if (!asAnnotation || counts[kind] > MOST_OF_A_KIND) info(`${LABELS[kind]}: ${text}`)
    else COMMANDS[kind](text, { title: 'Merge Queue Gate' })
  }
  return {
    info: line => info(plain(line, MESSAGE_LIMIT)),
    debug: line => debug(plain(line, MESSAGE_LIMIT)),
    notice: message => annotate('notice', message, annotations),
    warning: message => annotate('warning', message, annotations),
    error: message => annotate('error', message, true),
  }
}

/** Named one by one, so that the bundler sees what of the package is used. */
const COMMANDS = { notice, warning, error }
const LABELS = { notice: 'Notice', warning: 'Warning', error: 'Error' }

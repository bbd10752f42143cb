import type { TestPlace } from '../facts/test-report.ts'
import type { Result } from '../result.ts'
import type { Toolkit } from '../runner/runner.ts'
import { asText, asWords, count, type Message, say } from '../text/message.ts'
import { workflowAnnotations } from './merge-group-checks.ts'
import { sectionLine } from './sections.ts'
import type { Annotation, Story } from './story.ts'

/** The most characters of a message; GitHub cuts annotations at 4,096. */
const MESSAGE_LIMIT = 4000
/** GitHub shows ten annotations of each kind for a step, and silently drops the others. */
const MOST_OF_A_KIND = 10
/** At most this many further reasons of one condition are in the log; the job summary has more. */
const MOST_REASONS = 3

type Kind = 'notice' | 'warning' | 'error'

/** The log of the step. It makes every message harmless; its callers begin every line with words of the action. */
export interface Log {
  info(line: Message): void
  /** A line that the runner shows only if debug logging is on. */
  debug(line: Message): void
  /** Lines folded under a title, which is in the action's own words. */
  group(title: string, lines: readonly Message[]): void
  /** The first ten errors are annotations even where `annotations` is off: they say why the step failed. */
  annotate(kind: Kind, message: Annotation): void
  /**
   * Annotates a file. Returns false and writes nothing if annotations are off, or if GitHub would not show it. The last
   * error is kept free for the step's own failure.
   */
  annotateFile(kind: 'warning' | 'error', message: Annotation, place: TestPlace | null): boolean
}

interface LogOptions {
  /** If true, warnings and notices are annotations; else they are plain lines. */
  annotations: boolean
  toolkit: Toolkit
}

export function createLog({ annotations, toolkit }: LogOptions): Log {
  const harmless = (message: Message) => asText(message, MESSAGE_LIMIT)
  const counts = { notice: 0, warning: 0, error: 0 }
  return {
    info: line => toolkit.info(harmless(line)),
    debug: line => toolkit.debug(harmless(line)),
    group(title, lines) {
      toolkit.startGroup(title)
      for (const line of lines) toolkit.info(harmless(line))
      toolkit.endGroup()
    },
    annotate(kind, { title, text }) {
      counts[kind]++
      // A message that GitHub would not show as an annotation is still in the log.
      const isShown = (annotations || kind === 'error') && counts[kind] <= MOST_OF_A_KIND
      if (isShown) toolkit[kind](harmless(text), { title })
      else toolkit.info(`${LABELS[kind]}: ${harmless(text)}`)
    },
    annotateFile(kind, { title, text }, place) {
      if (!annotations || counts[kind] >= MOST_OF_A_KIND - (kind === 'error' ? 1 : 0)) return false
      counts[kind]++
      const where = place && { file: place.file, ...(place.line === null ? {} : { startLine: place.line }) }
      toolkit[kind](harmless(text), { ...where, title })
      return true
    },
  }
}

const LABELS = { notice: 'Notice', warning: 'Warning', error: 'Error' }
const MARKS = { met: '✓', unmet: '✗', unknown: '?' }

/** The last lines before the errors: what is known, each condition, the outcome. */
export function closingLines({ icon, headline, digest, known, sections }: Story): Message[] {
  return [
    ...digest,
    ...known,
    ...sections.map(each => say`${MARKS[each.verdict]} ${sectionLine(each, MOST_REASONS)}`),
    `${icon} ${asWords(headline)}`,
  ]
}

/** Writes notices and warnings, then what is known of the failed tests on their files. */
export function annotate({ notices, warnings }: Story, result: Result, log: Log): void {
  for (const notice of notices) log.annotate('notice', notice)
  for (const warning of warnings) log.annotate('warning', warning)
  for (const { kind, message, place } of workflowAnnotations(result)) log.annotateFile(kind, message, place)
  annotateTests(result, log)
}

/** Annotates failed tests on their files as far as GitHub shows annotations, and counts the others. */
function annotateTests({ tests }: Result, log: Log): void {
  const left = { error: 0, warning: 0 }
  for (const { kind, message, place } of tests?.annotations ?? []) {
    if (!log.annotateFile(kind, message, place)) left[kind]++
  }
  const more = [
    ...(left.error === 0 ? [] : [count(left.error, 'more blocking test', 'more blocking tests')]),
    ...(left.warning === 0 ? [] : [count(left.warning, 'more excused test', 'more excused tests')]),
  ]
  if (more.length > 0) log.info(`Not annotated: ${more.join(', ')}; see the job summary`)
}

import type { TestIdentity } from '../../facts/test-report.ts'
import { firstOf, listOf, type Message, quoted, say, sentences } from '../../text/message.ts'
import { type BlockingTest, type EntriesRead, nearMissNote } from './excuses.ts'

const MOST_NAMED = 3

/** Why tests block, with the names of the first. */
export function blockedBy(blocking: readonly BlockingTest[], list: EntriesRead): Message {
  const count = blocking.length
  if (!list.complete) {
    const them = count === 1 ? "1 test failed and can't" : `${count} tests failed and none can`
    return sentences(say`${them} be excused: ${list.why}`, failedOf(blocking))
  }
  const tests = blocking.filter(({ cause }) => cause !== 'no-test')
  const are = tests.length === 1 ? '1 failed test is' : `${tests.length} failed tests are`
  const named = tests.length === 0 ? '' : say`${are} not excused: ${namesOf(tests)}.`
  return sentences(named, setUpsOf(blocking))
}

/** A sentence with the blocking tests, where the list of quarantined tests is not known. */
function failedOf(blocking: readonly BlockingTest[]): Message {
  const tests = blocking.filter(({ cause }) => cause !== 'no-test')
  return sentences(tests.length === 0 ? '' : say`Failed: ${namesOf(tests)}.`, setUpsOf(blocking))
}

function namesOf(tests: readonly BlockingTest[]): Message {
  return firstOf(tests, MOST_NAMED, blocking => {
    const notes = notesOn(blocking)
    const name = quoted(blocking.test.name)
    return notes.length === 0 ? name : say`${name} (${listOf(notes)})`
  })
}

/** What is known of why nothing excuses a test; empty if it is simply not in the list. */
export function notesOn({ test, cause, near }: BlockingTest): Message[] {
  return [
    ...(test.alsoPassed ? ['failed and passed under one name'] : []),
    ...(cause === 'ambiguous' ? ['the quarantined test fits other tests as well'] : []),
    ...(near ? [nearMissNote(near)] : []),
  ]
}

/** Sentences on failures that are no tests, or an empty text. */
function setUpsOf(blocking: readonly BlockingTest[]): Message {
  const setUps = blocking.filter(({ cause }) => cause === 'no-test')
  const [first] = setUps
  if (!first) return ''
  const more = setUps.length > 1 ? ` The same holds for ${setUps.length - 1} more.` : ''
  const what = `${placeOf(first.test)} stands for a set-up, or for code that did not load.`
  return `${what} Its tests may not have run, so nothing excuses it.${more}`
}

function placeOf({ name, classname, parent, file }: TestIdentity): string {
  const of = classname
    ? ` of class ${quoted(classname)}`
    : parent
      ? ` of suite ${quoted(parent)}`
      : file
        ? ` in ${quoted(file)}`
        : ''
  return `${name.trim() === '' ? 'A failure' : `The failure ${quoted(name)}`}${of}`
}

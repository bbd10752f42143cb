import { isOfOneRun, type QuarantinedTest, type TestIdentity } from '../../facts/test-report.ts'
import { code, firstOf, listOf, type Message, quoted, say, sentences } from '../../text/message.ts'
import type { BlockingTest, EntriesRead, NearMiss } from './excuses.ts'

const MOST_NAMED = 3

/** Why tests block, with the names of the first. */
export function blockedBy(blocking: readonly BlockingTest[], list: EntriesRead): Message {
  const count = blocking.length
  const tests = blocking.filter(({ cause }) => cause !== 'no-test')
  if (!list.complete) {
    const them = count === 1 ? "1 test failed and can't" : `${count} tests failed and none can`
    const failed = tests.length === 0 ? '' : say`Failed: ${namesOf(tests)}.`
    return sentences(say`${them} be excused: ${list.why}`, failed, setUpsOf(blocking))
  }
  const are = tests.length === 1 ? '1 failed test is' : `${tests.length} failed tests are`
  const named = tests.length === 0 ? '' : say`${are} not excused: ${namesOf(tests)}.`
  return sentences(named, setUpsOf(blocking))
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

const CALLED = { classname: 'class', file: 'file', parent: 'suite' } as const

/** What keeps an entry from excusing a test, worded to follow its name in brackets. */
function nearMissNote({ entry, differs, here }: NearMiss): Message {
  if (differs === null) return bareNote(entry, here)
  if (differs === 'variant') {
    const there = entry.variant ? say`for variant ${code(entry.variant)}` : 'without a variant'
    return say`quarantined ${there}, and this run ${here ? say`is ${code(here)}` : 'has none'}`
  }
  const verb = differs === 'file' ? 'moved' : 'renamed'
  const change = say`${verb} from ${code(entry[differs] ?? '')} to ${code(here ?? '')}`
  return say`quarantined in another ${CALLED[differs]}: ${change}?`
}

function bareNote({ classname, file, parent }: QuarantinedTest, here: string | null): Message {
  if (classname || file) return 'quarantined under this name, but not with a class, file or suite that the report has'
  if (!parent) return 'quarantined by its name alone, which excuses no test'
  const under = say`quarantined under this name and suite ${code(parent)}, which`
  if (isOfOneRun(parent)) return say`${under} is named after the time of one run; a class or file is needed`
  return here === parent
    ? say`${under} all tests share; a class or file is needed`
    : say`${under} the report does not have`
}

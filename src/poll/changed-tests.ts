import { plain } from '../escape.ts'
import type { RunContext } from '../facts/context.ts'
import type { ExcusedTest } from '../gate/quarantine/excuses.ts'
import type { ConnectToGitHub } from '../github/connection.ts'
import { firstOf, type Message, say } from '../message.ts'
import { placeOf } from '../reports/test-place.ts'
import type { World } from '../world.ts'

/** The files of at most this many excused tests are looked up, because each look-up reads the disk. */
const MOST_TESTS = 1000
const MOST_NAMED = 5

/** A warning that files of excused tests are changed, or a notice that this is not known. */
interface ChangedTests {
  kind: 'warnings' | 'notices'
  text: Message
}

/**
 * Looks whether the pull request changes the file of an excused test, as it may then have caused the failure. Null if
 * it changes none. Throws only on cancellation.
 */
export async function changedExcused(
  excused: readonly ExcusedTest[],
  { pullRequest, repository, onThisServer }: RunContext,
  connect: ConnectToGitHub,
  { environment, signal }: Pick<World, 'environment' | 'signal'>,
): Promise<ChangedTests | null> {
  if (pullRequest === null || !onThisServer) return null
  const workspace = environment['GITHUB_WORKSPACE'] || process.cwd()
  const files = new Set(excused.slice(0, MOST_TESTS).flatMap(({ test }) => placeOf(test, workspace)?.file ?? []))
  if (files.size === 0) return null
  const { github, client } = await connect()
  // GitHub lists at most 3,000 changed files, which are 30 pages of 100.
  const poll = { budget: github.requestBudget(40), signal }
  const scope = { client, repository: repository.value, poll }
  const answer = await github.readChangedFiles(scope, pullRequest.value)
  if (answer.kind === 'failed') {
    const text = say`It is not known whether this pull request changes the files of excused tests: ${answer.failure.message}. ${answer.failure.remedy}`
    return { kind: 'notices', text }
  }
  const changed = answer.value.paths.filter(path => files.has(path))
  if (changed.length > 0) {
    const names = firstOf(changed, MOST_NAMED, path => plain(path, 120))
    const text = say`This pull request changes ${names}, where quarantined tests failed and were excused. Check whether they fail because of the change.`
    return { kind: 'warnings', text }
  }
  const { incomplete } = answer.value
  if (incomplete === null) return null
  const text = say`It is not fully known whether this pull request changes the files of excused tests: ${incomplete.message}.`
  return { kind: 'notices', text }
}

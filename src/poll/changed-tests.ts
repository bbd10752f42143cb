import { plain } from '../escape.ts'
import type { RunContext } from '../facts/context.ts'
import type { JudgedTests } from '../gate/quarantine/tests.ts'
import type { ConnectToGitHub } from '../github/connection.ts'
import { firstOf, type Message, say } from '../message.ts'
import { placeOf } from '../reports/test-place.ts'
import type { World } from '../world.ts'

/** Most excused tests whose place is looked up, as each look-up reads the disk. */
const MOST_TESTS = 1000
const MOST_NAMED = 5

/** A sentence that such files are changed, or that it is not known. */
interface ChangedTests {
  kind: 'warnings' | 'notices'
  text: Message
}

/**
 * If the pull request changes the file of an excused test, it may be the cause of the failure. Null where there are
 * none. Throws only on cancellation.
 */
export async function changedExcused(
  { groups }: JudgedTests,
  { pullRequest, repository, onThisServer }: RunContext,
  connect: ConnectToGitHub,
  { environment, signal }: Pick<World, 'environment' | 'signal'>,
): Promise<ChangedTests | null> {
  const excused = groups.flatMap(({ excuses }) => excuses.excused)
  if (pullRequest === null || !onThisServer) return null
  const workspace = environment['GITHUB_WORKSPACE'] || process.cwd()
  const files = new Set(excused.slice(0, MOST_TESTS).flatMap(({ test }) => placeOf(test, workspace)?.file ?? []))
  if (files.size === 0) return null
  const { github, client } = await connect()
  // 3,000 files are 30 pages of 100.
  const poll = { budget: github.requestBudget(40), signal }
  const scope = { client, repository: repository.value, poll }
  const answer = await github.readChangedFiles(scope, pullRequest.value)
  if (answer.kind === 'failed') {
    const text = say`Whether this pull request changes the files of excused tests is not known: ${answer.failure.message}. ${answer.failure.remedy}`
    return { kind: 'notices', text }
  }
  const changed = answer.value.paths.filter(path => files.has(path))
  if (changed.length > 0) {
    const names = firstOf(changed, MOST_NAMED, path => plain(path, 120))
    const text = say`This pull request changes ${names}, where tests failed that are excused because they are quarantined. Look whether they fail because of the change.`
    return { kind: 'warnings', text }
  }
  const { incomplete } = answer.value
  if (incomplete === null) return null
  const text = say`Whether this pull request changes the files of excused tests is not wholly known: ${incomplete.message}.`
  return { kind: 'notices', text }
}

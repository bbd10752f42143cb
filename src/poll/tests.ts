import fs from 'node:fs'
import os from 'node:os'
import type { Plan, SecretlessOrigin } from '../facts/context.ts'
import { type Facts, READS, type Read } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { conclude, type Decision, NO_POLL, tokenlessVerdict, whyNoToken } from '../gate/conclusion.ts'
import { type CachedTestJudges, createTestJudges, type JudgedTests } from '../gate/quarantine/tests.ts'
import { readMatchingReports } from '../reports/junit.ts'
import { type Inputs, listOwnerIn } from '../setup/inputs.ts'
import type { Ready, World } from '../setup/setup.ts'
import { code, type Message, say } from '../text/message.ts'

/** The test reports of a step; `judges` judge the conditions on tests, `findJudgedTests` tells how each test fared. */
export interface TestsRead extends CachedTestJudges {
  testReports: Facts['testReports']
  /** Tests failed, and the list of quarantined tests can be asked for. */
  needsQuarantinedTests: boolean
  warnings: Message[]
  notices: Message[]
}

/** Reads the test reports of the workspace, once. Throws only on cancellation. */
export async function readTests(
  { inputs, context: { source }, tokenlessOrigin, secrets: { clean } }: Ready,
  { environment, clock, signal }: Pick<World, 'environment' | 'clock' | 'signal'>,
): Promise<TestsRead> {
  const { testOutcome, require, junitPaths } = inputs
  const workspace = environment['GITHUB_WORKSPACE'] || process.cwd()
  const temp = environment['RUNNER_TEMP'] || os.tmpdir()
  // The runner writes the event file when the job starts, so its time tells which reports are older than the job.
  const eventFile = fs.statSync(environment['GITHUB_EVENT_PATH'] ?? '', { throwIfNoEntry: false })
  const options = { workspace, temp, clean, signal, testOutcome, jobStart: eventFile?.mtimeMs ?? 0 }
  const read = junitPaths.length > 0 ? await untilCancelled(signal, readMatchingReports(junitPaths, options)) : null
  const { failed = [], problems = [] } = read?.reports ?? {}
  const hasFailed = failed.length > 0
  // If the condition is required, its reason names the globs without a match.
  const isJudged = require.includes('no-blocking-failures')
  const unmatched = isJudged ? [] : problems.filter(({ kind }) => kind === 'missing')
  const canList = tokenlessOrigin === null && listOwnerIn(inputs, source) !== null
  const testJudges = createTestJudges({
    ...inputs,
    limits: { count: inputs.maxQuarantined, ageMs: inputs.maxQuarantineAgeMs },
    whyNoList: canList ? null : whyNoList(tokenlessOrigin, source),
    now: clock.now(),
    workspace,
  })
  return {
    ...testJudges,
    testReports: read ? { value: read.reports } : undefined,
    needsQuarantinedTests: hasFailed && canList,
    warnings: [
      ...(hasFailed && testOutcome === 'success' ? [CONCLUSION_FOR_OUTCOME] : []),
      ...unmatched.map(({ message }) => say`${message}.`),
    ],
    notices: shortSuites(read?.notices ?? []),
  }
}

/** Throws as soon as the step is cancelled: a search of folders can't be stopped, and may take long. */
function untilCancelled<T>(signal: AbortSignal, reading: Promise<T>): Promise<T> {
  const cancelled = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([reading, cancelled])
}

const CONCLUSION_FOR_OUTCOME = say`Tests failed, yet ${code('test-outcome')} is ${code('success')}; the reports decide. Does the workflow hand on ${code('conclusion')} instead of ${code('outcome')}? A crash would then pass.`

/** The reason why the quarantined tests can't be listed, worded to follow a colon, and its remedy. */
function whyNoList(origin: SecretlessOrigin | null, { name, listOwnerInput: input }: SourceProfile) {
  if (origin !== null) {
    const way =
      origin === 'fork' ? 'push the branch to this repository' : 'store the token among the Dependabot secrets'
    return { why: `this ${whyNoToken(origin)}.`, remedy: `Fix the failed tests, or ${way}.` }
  }
  if (input !== null) return { why: say`input ${code(input)} is empty.`, remedy: say`Set ${code(input)}.` }
  const remedy = say`Fix the failed tests, or set ${code('source: service')}.`
  return { why: `${name} has no list of quarantined tests.`, remedy }
}

/** One notice on suites that show fewer tests than they count, although the step that ran them succeeded. */
function shortSuites([first, ...others]: readonly string[]): Message[] {
  if (first === undefined) return []
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return [say`${first}${more}. This decides nothing, because ${code('test-outcome')} is ${code('success')}.`]
}

/** The plan with the read of quarantined tests, which is decisive if `no-blocking-failures` is required. */
export function withQuarantinedTests(plan: Plan, { require }: Inputs): Plan {
  const added = (reads: readonly Read[]) => READS.filter(each => each === 'quarantined-tests' || reads.includes(each))
  const decides = require.includes('no-blocking-failures')
  return { ...plan, reads: added(plan.reads), decisiveReads: decides ? added(plan.decisiveReads) : plan.decisiveReads }
}

/** Decides by test reports alone, on an event without secrets: all other conditions need a token. */
export function decideByReports(
  tests: TestsRead | null,
  origin: SecretlessOrigin,
  { inputs, context, plan }: Ready,
): Decision & { judgedTests: JudgedTests | null } {
  const facts: Facts = { testReports: tests?.testReports }
  const require = inputs.require.filter(each => each === 'no-blocking-failures')
  const verdictOnTests = conclude(facts, context, { ...inputs, require, plan, testJudges: tests?.judges })
  const needsNoToken = require.length > 0 && require.length === inputs.require.length
  const verdict = needsNoToken ? verdictOnTests : tokenlessVerdict(origin, inputs, verdictOnTests.conditions[0] ?? null)
  return { ...NO_POLL, verdict, facts, judgedTests: tests?.findJudgedTests(facts) ?? null }
}

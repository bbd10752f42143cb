import fs from 'node:fs'
import os from 'node:os'
import type { Plan, WithoutSecrets } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import { isRead, READS, type Read } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { conclude } from '../gate/conclusion.ts'
import { judge } from '../gate/conditions.ts'
import { type Decision, whyNoToken, withoutPoll, withoutToken } from '../gate/decision.ts'
import { snapshotOf } from '../gate/doubts.ts'
import { createJudgeOfTests, type JudgedTests, type JudgeOfTests } from '../gate/quarantine/tests.ts'
import { type Inputs, listOfTests } from '../setup/inputs.ts'
import type { Ready, World } from '../setup/setup.ts'
import { code, type Message, say } from '../text/message.ts'

export interface TestsRead extends JudgeOfTests {
  files: Pick<Facts, 'testReports'>
  /** Tests failed, and the list of quarantined tests can be asked for. */
  wantsList: boolean
  warnings: Message[]
  notices: Message[]
}

/** Reads the test reports of the workspace, once. Throws only on cancellation. */
export async function readTests(
  { inputs, context, without, secrets }: Ready,
  { environment, clock, signal }: Pick<World, 'environment' | 'clock' | 'signal'>,
): Promise<TestsRead> {
  const { source } = context
  const { clean } = secrets
  const places = {
    workspace: environment['GITHUB_WORKSPACE'] || process.cwd(),
    temp: environment['RUNNER_TEMP'] || os.tmpdir(),
  }
  const files: TestsRead['files'] = { testReports: undefined }
  const warnings: Message[] = []
  const notices: Message[] = []
  if (inputs.junitPaths.length > 0) {
    // Few steps read reports, and what reads them is large.
    const reports = await import('../reports/junit.ts')
    const options = { ...places, clean, signal, testOutcome: inputs.testOutcome, jobStart: jobStart(environment) }
    const reading = reports.readWorkspace(inputs.junitPaths, options)
    const read = await untilCancelled(signal, reading)
    files.testReports = { value: read.reports }
    if (read.reports.failed.length > 0 && inputs.testOutcome === 'success') warnings.push(CONCLUSION_FOR_OUTCOME)
    notices.push(...shortSuites(read.notices))
    // If the condition is required, its reason reports a glob without a match.
    const unmatched = read.reports.problems.filter(({ kind }) => kind === 'missing')
    const isJudged = inputs.require.includes('no-blocking-failures')
    if (!isJudged) warnings.push(...unmatched.map(({ message }) => say`${message}.`))
  }
  const failed = isRead(files.testReports) && files.testReports.value.failed.length > 0
  const canAsk = without === null && listOfTests(inputs, source) !== null
  const judge = createJudgeOfTests({
    ...inputs,
    limits: { count: inputs.maxQuarantined, ageMs: inputs.maxQuarantineAgeMs },
    withoutList: canAsk ? null : whyNoList(without, source),
    now: clock.now(),
    workspace: places.workspace,
  })
  return { ...judge, files, wantsList: failed && canAsk, warnings, notices }
}

/** Throws as soon as the step is cancelled: a search of folders can't be stopped, and may take long. */
function untilCancelled<T>(signal: AbortSignal, reading: Promise<T>): Promise<T> {
  const cancelled = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([reading, cancelled])
}

const CONCLUSION_FOR_OUTCOME = say`Tests failed, yet ${code('test-outcome')} is ${code('success')}; the reports decide. Was ${code('conclusion')} passed instead of ${code('outcome')}? A crash would then pass.`

const WITHOUT_LIST: Record<WithoutSecrets, string> = {
  fork: 'Fix what failed, or push the branch to this repository.',
  dependabot: 'Fix what failed, or store the token among the Dependabot secrets.',
}

/** The reason why the quarantined tests can't be listed, worded to follow a colon, and its remedy. */
function whyNoList(without: WithoutSecrets | null, { name, listedBy }: SourceProfile) {
  if (without !== null) {
    return { why: `this ${whyNoToken(without)}.`, remedy: WITHOUT_LIST[without] }
  }
  if (listedBy !== null) return { why: say`input ${code(listedBy)} is empty.`, remedy: say`Set ${code(listedBy)}.` }
  const remedy = say`Fix what failed, or set ${code('source: service')}.`
  return { why: `${name} has no list of quarantined tests.`, remedy }
}

/** One notice on suites that show fewer tests than they count, although the step that ran them succeeded. */
function shortSuites([first, ...others]: readonly string[]): Message[] {
  if (first === undefined) return []
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return [say`${first}${more}. This decides nothing, because ${code('test-outcome')} is ${code('success')}.`]
}

/** The runner writes the event file when the job starts; 0 without that file. */
function jobStart(environment: World['environment']): number {
  try {
    return fs.statSync(environment['GITHUB_EVENT_PATH'] ?? '').mtimeMs
  } catch {
    return 0
  }
}

/** The plan, with the list of quarantined tests if the test reports make it necessary. */
export function withList(plan: Plan, { require }: Inputs): Plan {
  const decides = require.includes('no-blocking-failures')
  const added = (reads: readonly Read[], adds: boolean) =>
    READS.filter(read => reads.includes(read) || (adds && read === 'quarantined-tests'))
  return { ...plan, reads: added(plan.reads, true), needed: added(plan.needed, decides) }
}

/** Decides by test reports alone, on an event that gives no token. */
export function decideByFiles(
  { files, judges, judged }: TestsRead,
  { inputs, context, plan, without }: Ready,
): Decision & { judged: JudgedTests | null } {
  const facts: Facts = { ...files }
  const { require, onUnavailable } = inputs
  const isAlone = require.length > 0 && require.every(each => each === 'no-blocking-failures')
  if (without === null || isAlone) {
    const verdict = conclude(facts, context, { require, onUnavailable, plan, tests: judges })
    return { ...withoutPoll(verdict), facts, judged: judged(facts) }
  }
  const isRequired = require.includes('no-blocking-failures')
  const verdict = isRequired ? judge('no-blocking-failures', snapshotOf(facts, context), judges) : null
  return { ...withoutPoll(withoutToken(without, inputs, verdict)), facts, judged: judged(facts) }
}

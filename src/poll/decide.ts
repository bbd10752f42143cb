import type { Plan } from '../facts/context.ts'
import type { Source } from '../facts/source.ts'
import { withoutPoll, withoutToken } from '../gate/decision.ts'
import type { GitHubClient } from '../github/client.ts'
import { aboutLine } from '../publish/lines.ts'
import type { Log } from '../publish/log.ts'
import type { Result } from '../result.ts'
import { isAboutTests, listOfTests, pollsAgain } from '../setup/inputs.ts'
import type { Ready, World } from '../setup/setup.ts'
import { askView, type Subject } from './github.ts'
import { decideByFiles, readTests, type TestsRead, withList } from './tests.ts'
import { pollUntilDecided } from './wait.ts'

export interface Tools {
  world: World
  log: Log
  source: Source
  client: GitHubClient
}

/**
 * Comes to the verdict: by test reports alone where the event gives no token, else by polls. On cancellation it returns
 * what was known.
 */
export async function decide(step: Ready, begun: Result, tools: Tools): Promise<Result> {
  const { inputs, context, plan, without } = step
  const { world, log } = tools
  // Test reports need no token.
  if (without !== null && inputs.junitPaths.length === 0) {
    log.info(aboutLine(context, plan, inputs.require))
    return { ...begun, ...withoutPoll(withoutToken(without, inputs)) }
  }
  try {
    const tests = isAboutTests(inputs) ? await readTests(step, world) : null
    const read = tests === null ? begun : withTests(begun, tests)
    return tests !== null && without !== null
      ? decideWithoutToken(step, read, tests, log)
      : await decideByPolls(step, read, tests, tools)
  } catch (error) {
    if (!world.signal.aborted) throw error
    return begun
  }
}

function withTests(begun: Result, { warnings, notices }: TestsRead): Result {
  return { ...begun, warnings: [...begun.warnings, ...warnings], notices: [...begun.notices, ...notices] }
}

function decideWithoutToken(step: Ready, begun: Result, tests: TestsRead, log: Log): Result {
  const plan: Plan = { ...step.plan, reads: [], needed: [] }
  introduce(step, { context: step.context, plan }, log)
  return { ...begun, plan, ...decideByFiles(tests, { ...step, plan }) }
}

async function decideByPolls(step: Ready, begun: Result, tests: TestsRead | null, tools: Tools): Promise<Result> {
  const { inputs, context } = step
  const { world, log, source, client } = tools
  const { require, onUnavailable, waitTimeoutMs: timeoutMs, pollIntervalMs } = inputs
  const plan = tests?.wantsList ? withList(step.plan, inputs) : step.plan
  const inquiry = {
    source,
    context,
    plan,
    list: listOfTests(inputs, context.source),
    files: tests?.files ?? {},
    requirements: { require, onUnavailable, plan, tests: tests?.judges },
    askGitHub: (signal: AbortSignal) => askView(client, context, signal),
    clock: world.clock,
  }
  const patience = pollsAgain(inputs) ? { timeoutMs, pollIntervalMs } : null
  const onSubject = (subject: Subject) => introduce(step, subject, log)
  const onLine = (line: string) => log.info(line)
  const { decision, subject } = await pollUntilDecided({ inquiry, patience, onSubject, onLine }, world)
  return {
    ...begun,
    ...decision,
    context: subject.context,
    plan: subject.plan,
    source: begun.calls.length > 0 ? source.profile.id : null,
    judged: tests?.judged(decision.facts) ?? null,
  }
}

/** The first lines of the log: what this run is about, what is read, what is required. */
function introduce({ inputs }: Ready, { context, plan }: Pick<Subject, 'context' | 'plan'>, log: Log): void {
  log.info(aboutLine(context, plan, inputs.require, inputs.junitPaths.length > 0 ? ['test reports'] : []))
}

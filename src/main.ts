import { getInput } from '@actions/core'
import { NOTHING_ASKED } from './facts/facts.ts'
import type { Verdict } from './gate/conclusion.ts'
import { cancelled, endedEarly, withoutToken } from './gate/early-end.ts'
import { reason } from './gate/reasons.ts'
import type { Decision } from './poll/once.ts'
import { aboutLine } from './publish/lines.ts'
import { createLog, type Log } from './publish/log.ts'
import { publish } from './publish/publish.ts'
import type { RunInfo } from './publish/result.ts'
import { command } from './runner/command.ts'
import { type Secret, type Secrets, secretOf } from './secret.ts'
import type { CallRecord } from './service/transport.ts'
import type { Plan, RunContext } from './setup/context.ts'
import { type Problem, tokenHint } from './setup/inputs.ts'
import { prepare, type Step } from './setup/setup.ts'
import type { World } from './world.ts'

/** What came out of the step before it is told. */
interface Outcome extends Decision {
  context: RunContext | null
  plan: Plan | null
}

/** Runs the step, in the order in which the facts flow: inputs, context, facts, verdict, publish. */
export async function main(world: World): Promise<void> {
  const { environment, clock } = world
  const startedAt = clock.now()
  const secrets = readSecrets(world.print)
  const step = await prepare(name => getInput(name), world, secrets.service)
  const log = createLog({
    annotations: step.inputs.annotations,
    // Set where debug logging is switched on ("Default environment variables" in GitHub's documentation).
    debugging: environment['RUNNER_DEBUG'] === '1',
    print: world.print,
  })
  const calls: CallRecord[] = []
  const outcome = await decide(step, secrets, log, calls, world)
  publish(
    {
      ...outcome,
      calls,
      run: runInfo(environment),
      startedAt,
      endedAt: clock.now(),
      notices: noticesOf(outcome, secrets.service),
    },
    {
      log,
      reportFile: step.reportFile,
      outputFile: environment['GITHUB_OUTPUT'] || null,
      summaryFile: environment['GITHUB_STEP_SUMMARY'] || null,
      summary: step.inputs.summary,
    },
  )
}

/** Reads the secrets and has them masked before anything else can be printed. */
function readSecrets(print: World['print']): Secrets {
  const given = getInput('api-token', { trimWhitespace: false })
  const service = secretOf(given)
  const mask = (form: string) => print(command('add-mask', form))
  for (const form of new Set([given, service.value, ...service.forms])) {
    if (form.trim() !== '') mask(form)
  }
  const github = getInput('github-token')
  if (github !== '') mask(github)
  return { service, github }
}

/** Whether the step may go on, and by which facts. */
async function decide(step: Step, secrets: Secrets, log: Log, calls: CallRecord[], world: World): Promise<Outcome> {
  const { inputs, ready, withoutSecrets } = step
  if (!ready) return { ...unasked(refused(step.problems)), context: step.context, plan: null }
  if (withoutSecrets) {
    log.info(aboutLine(ready.context, ready.plan, inputs.require))
    return { ...unasked(withoutToken(withoutSecrets, inputs)), ...ready }
  }
  // What asks, waits and judges is only loaded when there is something to ask.
  const { ask } = await import('./poll/ask.ts')
  try {
    return await ask({ inputs, ...ready, secrets, log, calls, world })
  } catch (error) {
    if (!world.signal.aborted) throw error
    return { ...unasked(cancelled(null)), ...ready }
  }
}

/** What a step came to that asked nothing. */
function unasked(verdict: Verdict): Decision {
  return { verdict, facts: NOTHING_ASKED, timeline: [], askings: 0, timedOut: false }
}

function refused(problems: Problem[]): Verdict {
  const reasons = problems.map(({ input, message, code }) =>
    reason(code ?? 'bad-input', null, input === null ? `Cannot start: ${message}.` : `Input \`${input}\`: ${message}.`),
  )
  return endedEarly('failed', false, reasons)
}

/** What people should know and what decides nothing. */
function noticesOf({ facts, context }: Outcome, secret: Secret): string[] {
  const hint = tokenHint(secret)
  const github = facts.github.kind === 'failed' ? `GitHub's side is not known: ${facts.github.message}.` : null
  return [...(context?.notices ?? []), github, hint].filter(notice => notice !== null)
}

function runInfo(env: NodeJS.ProcessEnv): RunInfo {
  return {
    id: env['GITHUB_RUN_ID'] ?? '',
    attempt: env['GITHUB_RUN_ATTEMPT'] ?? '',
    commit: env['GITHUB_SHA'] ?? '',
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    repository: env['GITHUB_REPOSITORY'] ?? '',
    serverUrl: env['GITHUB_SERVER_URL'] ?? '',
  }
}

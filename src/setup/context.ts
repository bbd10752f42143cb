import { BISECTION } from '../facts/branch.ts'
import type { RunContext, Sourced } from '../facts/context.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { code, say } from '../text/message.ts'
import { isSameText, NO_SUBJECT, type Subject } from './event.ts'
import type { Inputs } from './inputs.ts'
import type { Problem } from './rules.ts'

export interface Server {
  repository: string
  serverUrl: string
}

/** Joins the inputs and the event: an input wins over the event; an event of another repository tells nothing. */
export function contextOf(
  inputs: Inputs,
  subject: Subject,
  server: Server,
  source: SourceProfile,
): { context: RunContext; problems: Problem[]; isEventUsed: boolean } {
  const problems: Problem[] = []
  const own = splitRepository(server.repository)
  const wanted = inputs.repository ?? own
  if (!wanted) {
    const message = say`Input ${code('repository')} is empty, and GITHUB_REPOSITORY names no repository. Set ${code('repository')} to ${code('owner/name')}.`
    problems.push({ input: 'repository', message })
  }
  const serverHost = URL.canParse(server.serverUrl) ? new URL(server.serverUrl).host : 'github.com'
  const host = inputs.repositoryHost ?? serverHost
  const onThisServer = host === serverHost
  if (!onThisServer && source.testsOn === 'merge-group') {
    const message = say`Input ${code('repository-host')}: GitHub's own queue is read from the server that runs the workflow, ${code(serverHost)}. Take the input out.`
    problems.push({ input: 'repository-host', message })
  }
  const sameRepository = wanted !== null && isSameText(server.repository, `${wanted.owner}/${wanted.name}`)
  const event = sameRepository ? subject : NO_SUBJECT

  const pullRequest = sourced(inputs.pullRequest, event.pullRequest)
  // The event's commit concerns only the event's own pull request.
  const { headOf } = event
  const isOwn = event.pullRequest === pullRequest?.value
  const isHead = pullRequest !== null && (headOf === 'unnamed' || headOf.includes(pullRequest.value))
  const testRunId = sourced(inputs.testRunId, event.testRunId)
  const cut = testRunId?.value.replace(BISECTION, '') ?? ''
  // The suffix of a bisection is already cut off an id from the event; `event.isBisection` tells if there was one.
  const namesBisection = testRunId?.from === 'event' ? event.isBisection : cut !== testRunId?.value
  const isBisection = source.cutsBisections && testRunId !== null && namesBisection
  const isGiven = { 'target-branch': inputs.targetBranch !== null, 'pull-request': inputs.pullRequest !== null }
  const context: RunContext = {
    kind: event.kind,
    source,
    repository: {
      value: { host, owner: wanted?.owner ?? '', name: wanted?.name ?? '' },
      from: inputs.repository ? 'input' : 'default',
    },
    pullRequest,
    targetBranch: sourced(inputs.targetBranch, event.targetBranch),
    headSha: event.headSha,
    pullRequestHead: isHead ? event.headSha : null,
    statusHead: null,
    queueActivity: isOwn ? event.queueActivity : null,
    groupBranch: event.groupBranch,
    testRunId: isBisection ? { ...testRunId, value: cut } : testRunId,
    isBisection,
    branchNumbers: event.branchNumbers,
    askForBranch: isOwn && event.targetBranch === null && inputs.targetBranch === null && onThisServer,
    eventBase: isOwn && inputs.targetBranch !== null ? event.targetBranch : null,
    fromFork: subject.withoutSecrets === 'fork',
    onThisServer,
    notices: [
      ...event.notices.flatMap(({ settledBy, text }) => (isGiven[settledBy] ? [] : [text])),
      ...(isBisection
        ? [say`The run of a bisection has an id of its own, so the run that it splits is shown instead: ${code(cut)}.`]
        : []),
    ],
  }
  return { context, problems, isEventUsed: sameRepository || own === null }
}

function sourced<T>(input: T | null, event: T | null): Sourced<T> | null {
  if (input !== null) return { value: input, from: 'input' }
  return event === null ? null : { value: event, from: 'event' }
}

function splitRepository(text: string): { owner: string; name: string } | null {
  const at = text.lastIndexOf('/')
  return at > 0 && at < text.length - 1 ? { owner: text.slice(0, at), name: text.slice(at + 1) } : null
}

import type { RunContext, Sourced } from '../facts/context.ts'
import type { SourceProfile } from '../facts/profile.ts'
import type { Inputs } from './inputs.ts'
import { isSameText, NO_SUBJECT, type Subject } from './subject.ts'

/** The repository and the server of the workflow, as the runner names them. */
export interface Server {
  repository: string
  serverUrl: string
}

/** Joins the inputs and the event: an input wins over the event; an event of another repository tells nothing. */
export function contextOf(inputs: Inputs, subject: Subject, server: Server, source: SourceProfile): RunContext {
  const event = isOfEvent(inputs, server) ? subject : NO_SUBJECT
  const pullRequest = sourced(inputs.pullRequest, event.pullRequest)
  const isOwn = pullRequest !== null && pullRequest.value === event.pullRequest
  const isAboutIt = pullRequest !== null && event.headOf.includes(pullRequest.value)
  const asksAboutIt = isOwn || (event.group !== null && source.testsOn === 'merge-group')
  const isGiven = { 'target-branch': inputs.targetBranch !== null, 'pull-request': inputs.pullRequest !== null }
  return {
    kind: event.kind,
    source,
    repository: repositoryOf(inputs, server),
    pullRequest,
    targetBranch: sourced(inputs.targetBranch, event.targetBranch),
    headSha: event.headSha,
    // The event's commit concerns only pull requests that the event is about.
    pullRequestHead: isAboutIt ? event.headSha : null,
    queueActivity: isOwn ? event.queueActivity : null,
    group: event.group,
    testRunId: sourced(inputs.testRunId, idOfBranch(event, source)),
    branchNumbers: event.testBranch?.pullRequests ?? [],
    askForBranch: asksAboutIt && event.targetBranch === null && inputs.targetBranch === null,
    ...(isOwn && event.stackBase !== undefined && { stackBase: event.stackBase }),
    eventBase: isOwn && inputs.targetBranch !== null ? event.targetBranch : null,
    fromFork: subject.withoutSecrets === 'fork',
    notices: event.notices.flatMap(({ settledBy, text }) => (isGiven[settledBy] ? [] : [text])),
  }
}

/** True if the step asks about the repository of its workflow, which the event is about. */
export function isOfEvent({ repository }: Inputs, server: Server): boolean {
  return repository === null || isSameText(server.repository, `${repository.owner}/${repository.name}`)
}

/** The run that the name of a test branch names. Anybody can choose the name, so it takes a commit to compare. */
function idOfBranch({ testBranch, headSha }: Subject, { namesBisections }: SourceProfile): string | null {
  if (testBranch === null || headSha === null || (testBranch.isBisection && !namesBisections)) return null
  return testBranch.testRunId
}

function repositoryOf(inputs: Inputs, server: Server): RunContext['repository'] {
  const host = URL.canParse(server.serverUrl) ? new URL(server.serverUrl).host : 'github.com'
  if (inputs.repository !== null) return { value: { host, ...inputs.repository }, from: 'input' }
  const at = server.repository.lastIndexOf('/')
  const repository = { owner: server.repository.slice(0, Math.max(0, at)), name: server.repository.slice(at + 1) }
  return { value: { host, ...repository }, from: 'default' }
}

function sourced<T>(input: T | null, event: T | null): Sourced<T> | null {
  if (input !== null) return { value: input, from: 'input' }
  return event === null ? null : { value: event, from: 'event' }
}

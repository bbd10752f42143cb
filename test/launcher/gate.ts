import { loadEvent } from '../events/index.js'
import { type Run, type RunOptions, startAction } from './runner.js'

export interface GateOptions extends Pick<RunOptions, 'inputs' | 'env' | 'workspace' | 'timeLimit' | 'nodePath'> {
  /** The pull request 42 of test/events, with its variables, unless given. */
  event?: RunOptions['event']
}

/** Starts the action on the event of a pull request; GitHub is nowhere, unless a test puts it somewhere. */
export function startGate(
  endpoint: string,
  { inputs, env, workspace, timeLimit, event, nodePath }: GateOptions = {},
): Run {
  const { name, payload, env: variables } = loadEvent('pull-request')
  return startAction({
    event: event ?? { name, payload },
    inputs: { endpoint, ...inputs },
    env: { ...(event ? {} : variables), GITHUB_API_URL: 'http://127.0.0.1:9', ...env },
    ...(workspace === undefined ? {} : { workspace }),
    ...(timeLimit === undefined ? {} : { timeLimit }),
    ...(nodePath === undefined ? {} : { nodePath }),
  })
}

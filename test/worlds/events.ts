import { type EventFixture, loadEvent } from '../events/index.js'
import type { WorldEvent } from './world.ts'

/** A row of the table of contexts. */
export interface About {
  context: 'pull-request' | 'test-branch' | 'branch' | 'merge-group' | 'other'
  /** The event's; null if it has none. */
  pullRequest: number | null
  /** `github`: it has to be asked for. */
  target: string | 'github' | null
  head: string | null
  testRun: string | null
  /** A fork or Dependabot, which get no secrets. */
  withoutSecrets: boolean
}

const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
const FORK_HEAD = '8b0242134888a623a47e7aa197e18db103302dba'
const MAIN = '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9'

/** The table of contexts, one row an event, written by hand from the contract and the event files. */
export const ABOUT = {
  'pull-request': about('pull-request', 42, 'main', HEAD),
  // The event has secrets, also for forks.
  'pull-request-target': about('pull-request', 42, 'main', FORK_HEAD),
  'pull-request-fork': about('pull-request', 42, 'main', FORK_HEAD, null, true),
  'pull-request-fork-deleted': about('pull-request', 42, 'main', FORK_HEAD, null, true),
  'pull-request-dependabot': about('pull-request', 42, 'main', '5dde4e9854bf1daf861a9511c0c4d10d0f5ef3ad', null, true),
  'pull-request-test-branch': about(
    'test-branch',
    null,
    'main',
    'baebb6f69a2c9c07aae7277ae3730430230626d0',
    '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6',
  ),
  'pull-request-test-branch-fork': about(
    'pull-request',
    58,
    'main',
    '48b051da0739261df2557d1bd3e50cd910e07202',
    null,
    true,
  ),
  'push-main': about('branch', null, 'main', MAIN),
  'push-test-branch': about(
    'test-branch',
    null,
    'main',
    'e8212b9244ef9cc9c4682b9182beda4d4741aa47',
    'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b',
  ),
  'issue-comment-pull-request': about('pull-request', 42, 'github', null),
  'workflow-run-pull-request': about('pull-request', 42, 'main', HEAD),
  'workflow-run-others': about('branch', null, 'mona/more-thrust', HEAD),
  'workflow-run-ours-and-others': about('pull-request', 42, 'main', HEAD),
  'workflow-run-push': about('branch', null, 'main', MAIN),
  'merge-group': about('merge-group', null, 'main', '62983e0bda3891a5aedaf0878b634d292e518de5'),
  'workflow-dispatch': about('branch', null, 'release/1.x', null),
  schedule: about('branch', null, 'main', null),
} satisfies Partial<Record<WorldEvent, About>>

export type JudgedEvent = keyof typeof ABOUT

/** The row of an event; an error for one that has no row. */
export function aboutOf(event: WorldEvent): About {
  if (!Object.hasOwn(ABOUT, event)) throw new Error(`No row for the event ${event}`)
  return ABOUT[event as JudgedEvent]
}

function about(
  context: About['context'],
  pullRequest: number | null,
  target: About['target'],
  head: string | null,
  testRun: string | null = null,
  withoutSecrets = false,
): About {
  return { context, pullRequest, target, head, testRun, withoutSecrets }
}

/** The event as the runner hands it over: name, payload, variables. */
export function eventOf(event: WorldEvent): ReturnType<typeof loadEvent> {
  if (event !== 'workflow-run-others' && event !== 'workflow-run-ours-and-others') {
    return loadEvent(event satisfies EventFixture)
  }
  const loaded = loadEvent('workflow-run-pull-request')
  const run = loaded.payload.workflow_run
  const [ours] = run.pull_requests
  const theirs = structuredClone(ours)
  // Anyone who forks the repository can open a pull request of the same commit at home.
  theirs.url = 'https://api.github.com/repos/eve/shop/pulls/42'
  theirs.base.ref = 'main'
  theirs.base.repo = { id: 666, url: 'https://api.github.com/repos/eve/shop', name: 'shop' }
  run.pull_requests = event === 'workflow-run-others' ? [theirs] : [{ ...theirs, number: 7 }, ours]
  return loaded
}

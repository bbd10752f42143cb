import fc from 'fast-check'
import {
  bodiesOf,
  GITHUB_STORIES,
  OTHER_COMMIT,
  PULL_REQUEST_STORIES,
  type PullRequestStory,
  QUEUE_STORIES,
  RUN_STORIES,
  repliesOf,
  type Stories,
  type Subject,
} from './answers.ts'
import { ABOUT, aboutOf, type JudgedEvent } from './events.ts'
import { ODDITIES, REPLIES } from './oddities.ts'
import type { GateWorld, Reply, Scene } from './world.ts'

/** Conditions that worlds are made of, and the reads that each needs, by the contract's words. */
export const NEEDS = {
  submitted: ['pull-request'],
  'not-submitted': ['pull-request', 'queue'],
  ready: ['pull-request'],
  'tests-passed': ['pull-request'],
  merged: ['pull-request'],
  settled: ['pull-request', 'queue'],
  'queue-running': ['queue'],
  'queue-empty': ['queue'],
  'test-run-succeeded': ['test-run'],
} as const satisfies Record<string, readonly ('pull-request' | 'queue' | 'test-run')[]>
export type Condition = keyof typeof NEEDS
export const CONDITIONS = Object.keys(NEEDS) as Condition[]

type Side = keyof typeof ODDITIES
type Oddity = { scene: number; side: Side; change: string } | { scene: number; side: Side; reply: string }

const MINUTE = 60_000
const SIDES = Object.keys(ODDITIES) as Side[]

const oddity: fc.Arbitrary<Oddity> = fc.oneof(
  ...SIDES.map(side => ({
    weight: side === 'github' ? 1 : 3,
    arbitrary: fc.record({
      scene: fc.nat(3),
      side: fc.constant(side),
      change: fc.constantFrom(...Object.keys(ODDITIES[side])),
    }),
  })),
  {
    weight: 3,
    arbitrary: fc.record({
      scene: fc.nat(3),
      side: fc.constantFrom(...SIDES),
      reply: fc.constantFrom(...Object.keys(REPLIES)),
    }),
  },
)

const stories: fc.Arbitrary<Stories & { minutes: number }> = fc.record({
  minutes: fc.integer({ min: 1, max: 8 }),
  'pull-request': fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(PULL_REQUEST_STORIES) as PullRequestStory[])) },
    { weight: 1, arbitrary: fc.constant<PullRequestStory>('never') },
  ),
  queue: fc.oneof({ weight: 3, arbitrary: fc.constant('running' as const) }, fc.constantFrom(...QUEUE_STORIES)),
  'test-run': fc.oneof({ weight: 2, arbitrary: fc.constant('succeeded' as const) }, fc.constantFrom(...RUN_STORIES)),
  github: fc.oneof({ weight: 2, arbitrary: fc.constant('clean' as const) }, fc.constantFrom(...GITHUB_STORIES)),
})

/** Null most of the time. */
function seldom<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
}

const recipe = fc.record({
  event: fc.oneof(
    { weight: 8, arbitrary: fc.constant<JudgedEvent>('pull-request') },
    { weight: 3, arbitrary: fc.constantFrom<JudgedEvent>('pull-request-test-branch', 'push-test-branch') },
    { weight: 8, arbitrary: fc.constantFrom(...(Object.keys(ABOUT) as JudgedEvent[])) },
  ),
  require: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Condition[]>([]) },
    { weight: 9, arbitrary: fc.subarray([...CONDITIONS], { minLength: 1, maxLength: 3 }) },
  ),
  /** True: inputs give the values that the event lacks. */
  fill: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
  number: seldom(fc.constantFrom(42, 43)),
  target: seldom(fc.constantFrom('main', 'release/1.x')),
  run: seldom(fc.constant('b82d47e1-05fa-4c69-8e13-7fd9604c2a5b')),
  wait: fc.oneof(fc.constant(null), fc.constantFrom(5, 20)),
  interval: fc.constantFrom('20s', '30s', '1m'),
  onUnavailable: fc.constantFrom('fail', 'warn'),
  read: fc.oneof(
    { weight: 6, arbitrary: fc.constant('auto') },
    { weight: 1, arbitrary: fc.constantFrom('queue', 'pull-request', 'pull-request, queue', 'test-run') },
  ),
  token: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
  onMissingToken: fc.constantFrom('fail', 'skip'),
  githubToken: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  scenes: fc.array(stories, { minLength: 1, maxLength: 4 }),
  /** At the end of a wait the service is gone for one of the reads. */
  outage: seldom(fc.constantFrom<Side>('pull-request', 'queue', 'test-run')),
  oddities: fc.array(oddity, { maxLength: 3 }),
})

/** Worlds that hold together, with nothing or up to three things off. They shrink towards fewer of them. */
export const worlds: fc.Arbitrary<GateWorld> = recipe.map(made)

/** Worlds of one poll: what a child process, which has no virtual time, can be asked. */
export const momentaryWorlds: fc.Arbitrary<GateWorld> = recipe.map(given => made({ ...given, wait: null }))

type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never

function made(given: Recipe): GateWorld {
  const inputs = inputsOf(given)
  const subject = subjectOf(given, inputs)
  const count = given.wait === null ? 1 : given.scenes.length
  let from = 0
  const scenes = given.scenes.slice(0, count).map((story, index): Scene => {
    const bodies = bodiesOf(story, subject)
    const replaced: Partial<Record<Side, Reply>> = {}
    for (const off of given.oddities) {
      if (off.scene % count !== index) continue
      const body = bodies[off.side]
      if ('reply' in off) replaced[off.side] = instead(off.side, off.reply)
      else if (body !== null) ODDITIES[off.side][off.change]?.(body, subject)
    }
    const scene = { from, ...repliesOf(bodies), ...replaced }
    from += story.minutes * MINUTE
    return scene
  })
  const last = scenes.at(-1)
  if (given.wait !== null && given.outage !== null && last) {
    scenes.push({ ...last, from: last.from + 2 * MINUTE, [given.outage]: instead(given.outage, 'outage') })
  }
  return { event: given.event, inputs, scenes }
}

/** Stands in for an answer. GitHub's client waits in real time: a GitHub that is silent refuses instead. */
function instead(side: Side, name: string): Reply {
  const { [name]: reply = NO_REPLY, 'token refused': refused = NO_REPLY } = REPLIES
  const waits = reply.kind === 'silence' || (reply.kind === 'answer' && (reply.status >= 500 || reply.status === 429))
  return side === 'github' && waits ? refused : reply
}

const NO_REPLY: Reply = { kind: 'reset' }

function inputsOf(given: Recipe): Record<string, string> {
  const { require } = given
  const event = aboutOf(given.event)
  const needed = new Set(require.flatMap(condition => NEEDS[condition]))
  const number = given.number ?? (needed.has('pull-request') && event.pullRequest === null && given.fill ? 42 : null)
  const lacksTarget = event.target === null || given.event === 'workflow-run-others'
  const target = given.target ?? (lacksTarget && given.fill ? 'main' : null)
  const lacksRun = needed.has('test-run') && event.testRun === null && given.fill
  const run = given.run ?? (lacksRun ? 'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b' : null)
  return {
    require: require.length === 0 ? 'none' : require.join(', '),
    'api-token': given.token || !event.withoutSecrets ? 'service-token-of-the-worlds' : '',
    'github-token': given.githubToken ? 'github-token-of-the-worlds' : '',
    'on-unavailable': given.onUnavailable,
    'on-missing-token': given.onMissingToken,
    'request-timeout': '1s',
    read: given.read,
    ...(given.wait !== null && { 'wait-timeout': `${given.wait}m`, 'poll-interval': given.interval }),
    ...(number !== null && { 'pull-request': String(number) }),
    ...(target !== null && { 'target-branch': target }),
    ...(run !== null && { 'test-run-id': run }),
  }
}

/** The answers of a consistent world speak of what the action asks about. */
function subjectOf(given: Recipe, inputs: Record<string, string>): Subject {
  const event = aboutOf(given.event)
  const number = Number(inputs['pull-request'] ?? event.pullRequest ?? 42)
  const target = inputs['target-branch'] ?? (event.target === 'github' ? 'main' : (event.target ?? 'main'))
  const id = inputs['test-run-id'] ?? event.testRun ?? 'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b'
  return {
    number,
    target,
    head: number === event.pullRequest ? (event.head ?? OTHER_COMMIT) : 'fedcba9876543210fedcba9876543210fedcba98',
    testBranch: `rocketq-merge/pr-${number}/${id}`,
    testSha: event.context === 'test-branch' ? (event.head ?? OTHER_COMMIT) : OTHER_COMMIT,
  }
}

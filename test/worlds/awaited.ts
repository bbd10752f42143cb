import { bodiesOf, repliesOf } from './answers.ts'
import { type GateWorld, json, type Scene } from './world.ts'

/** What the action does not do yet. Worlds like these are left out, and each has an example that has to fail. */
export interface Awaited {
  name: string
  isLike: (world: GateWorld) => boolean
  example: GateWorld
}

const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
const RUN = 'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b'
const SUBJECT = { number: 42, target: 'main', head: HEAD, testBranch: `rocketq-merge/pr-42/${RUN}`, testSha: HEAD }
const GOOD = bodiesOf({ 'pull-request': 'ready', queue: 'running', 'test-run': 'succeeded', github: 'clean' }, SUBJECT)

/** Take an entry out as soon as its example no longer fails. */
export const AWAITED: Awaited[] = [
  {
    name: "a `workflow_run` that names another repository's pull request is about none",
    isLike: ({ event }) => event === 'workflow-run-others' || event === 'workflow-run-ours-and-others',
    example: example('submitted', {}, { event: 'workflow-run-others' }),
  },
  {
    name: 'a list of the testing details that is null is not known, and the status of the run still is',
    isLike: ({ scenes }) =>
      scenes.some(({ 'test-run': reply }) => {
        return reply.kind === 'answer' && /"(requiredStatuses|checkSuites)":null/.test(reply.body)
      }),
    example: example('test-run-succeeded', {
      'test-run': json({ ...GOOD['test-run'], requiredStatuses: null, checkSuites: null }),
    }),
  },
]

function example(require: string, replies: Partial<Scene>, members: Partial<GateWorld> = {}): GateWorld {
  const inputs = {
    require,
    'api-token': 'service-token-of-the-worlds',
    'github-token': 'github-token-of-the-worlds',
    'request-timeout': '1s',
    read: 'auto',
    'target-branch': 'main',
    'test-run-id': RUN,
  }
  return { event: 'pull-request', inputs, scenes: [{ from: 0, ...repliesOf(GOOD), ...replies }], ...members }
}

import { bodiesOf, repliesOf } from './answers.ts'
import { type GateWorld, json, type Scene } from './world.ts'

const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
const RUN = 'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b'
const SUBJECT = { number: 42, target: 'main', head: HEAD, testBranch: `rocketq-merge/pr-42/${RUN}`, testSha: HEAD }
const GOOD = bodiesOf({ 'pull-request': 'ready', queue: 'running', 'test-run': 'succeeded', github: 'clean' }, SUBJECT)

/** Worlds that once came out wrong; each name says what has to hold. */
export const EXAMPLES: { name: string; example: GateWorld }[] = [
  {
    name: "a `workflow_run` that names another repository's pull request is about no pull request of ours",
    example: example('submitted', {}, { event: 'workflow-run-others' }),
  },
  {
    name: 'where a list of the testing details is null, the status of the run is still known',
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

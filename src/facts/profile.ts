import { code, type Message, say } from '../text/message.ts'

/** The names of a source and the questions that it can answer, known without a request. */
export interface SourceProfile {
  /** Its name in the first line of the log, and the output `source`. */
  id: SourceId
  name: string
  /** Its name for a reader who does not know the workflow. */
  nameInHeadlines: string
  /** The input that says whose quarantined tests are listed; null if the source has no such list. */
  listOwnerInput: 'organization' | 'test-collection' | null
  /** The source names the test run of a pull request in the queue; the v1 API names only that of a merged one. */
  namesTestRun?: true
  /** What its queue tests. A merge group's run takes many requests: `read: auto` reads it only on `merge_group`. */
  testsOn: 'test-branch' | 'merge-group'
  /** A pull request counts as out of the queue only if the queue's list does not hold it either. */
  confirmsRemovalByList?: true
  /** The repository may use a queue that this source can't see, so a branch without a queue proves nothing. */
  mayHaveOtherQueue?: true
  /** The name of a bisection's test branch holds the id of the bisection's own run. */
  bisectionBranchNamesRun?: true
  /** Its queue holds no ended entries, so an entry in an unknown state has not ended. */
  listsOnlyLiveEntries?: true
  /** Its answers lag, so "out of the queue" ends a wait only when two polls in a row say so. */
  answersLag?: true
  /** The inputs that the source can't take, such as `read: queue`. The text follows the name: why, and what to do. */
  refusals: Readonly<Record<string, Message>>
  ignoredInputs: readonly string[]
}

export type SourceId = 'service-v1' | 'service-v2' | 'github'

const GITHUB_ONLY = say`is about GitHub's own merge queue. Take the value out, or set ${code('source: github')}.`
const NO_LIST = say`needs a list of quarantined tests, and GitHub's own queue has none. Take out what rests on quarantined tests, or set ${code('source: service')}.`

const SERVICE = {
  name: 'the service',
  nameInHeadlines: "the queue's service",
  testsOn: 'test-branch',
  confirmsRemovalByList: true,
  refusals: { 'read: merge-group-checks': GITHUB_ONLY },
} as const

export const SOURCES: Readonly<Record<SourceId, SourceProfile>> = {
  'service-v1': {
    ...SERVICE,
    id: 'service-v1',
    listOwnerInput: 'organization',
    bisectionBranchNamesRun: true,
    ignoredInputs: ['test-collection'],
  },
  'service-v2': {
    ...SERVICE,
    id: 'service-v2',
    listOwnerInput: 'test-collection',
    namesTestRun: true,
    ignoredInputs: ['organization'],
  },
  github: {
    id: 'github',
    name: 'GitHub',
    nameInHeadlines: 'GitHub',
    listOwnerInput: null,
    namesTestRun: true,
    testsOn: 'merge-group',
    mayHaveOtherQueue: true,
    listsOnlyLiveEntries: true,
    answersLag: true,
    refusals: {
      'read: queue':
        "is about the state of the queue, or its list. GitHub's own queue can't be paused, and no workflow token may list it. Take the value out.",
      'read: quarantined-tests': NO_LIST,
      'max-quarantined': NO_LIST,
      'max-quarantine-age': NO_LIST,
      'max-excused': NO_LIST,
      'test-run-id': "has no meaning for GitHub's own queue, whose runs have no id. Take the input out.",
    },
    ignoredInputs: ['endpoint', 'api-token', 'organization', 'test-collection', 'on-missing-token'],
  },
}

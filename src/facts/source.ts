import { code, type Message, say } from '../message.ts'
import type { Condition, Read } from './conditions.ts'
import type { Facts, PullRequest, QuarantinedTests, Queue, Removal, TestRun } from './facts.ts'
import type { Reading } from './reading.ts'

/**
 * A source of facts about a merge queue. Polling, gate and publishing know this interface and no source by name; facts
 * that a source can't give are null. A failure is a reading; a source throws only on cancellation.
 */
export interface FactSource {
  /** Begins all reads of one poll at once; the others are `not-asked`. */
  read(request: SourceRequest, signal?: AbortSignal): SourceReadings
  /** One test run by its id, to confirm what the name of a branch claims. */
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<Reading<TestRun>>
  /** The run with which a pull request left the queue, asked once after the deciding poll; it never counts. */
  lastRun?(number: number, targetBranch: string, signal?: AbortSignal): Promise<Facts['foundRun']>
  /** Asked once after the deciding poll, if the source's answer about the pull request lacks it. */
  removal?(pr: PullRequest, signal?: AbortSignal): Promise<Reading<Removal>>
  /**
   * The newest test run of a pull request, if nothing names one. It carries neither queue nor episode, so it never
   * counts. Without this method, GitHub's branches are searched for the run.
   */
  newestRun?(number: number, signal?: AbortSignal): Promise<Reading<TestRun>>
}

export interface SourceRequest {
  reads: readonly Read[]
  number: number | null
  targetBranch: string | null
  testRunId: string | null
  /** Value of the input that the profile names in `listedBy`. */
  list: string | null
}

/** The readings of one poll; each is a promise of its own, so that one can be late. */
export interface SourceReadings {
  pullRequest: Promise<Reading<PullRequest>>
  queue: Promise<Reading<Queue>>
  testRun: Promise<Reading<TestRun>>
  /** The whole list; after a failure, the part that was read, marked as partial. */
  quarantinedTests: Promise<Reading<QuarantinedTests>>
  /** GitHub's view of the pull request if the source's answer holds it; then nobody else is asked. */
  view?: Promise<Facts['github']>
}

/** The name of a source and the questions that it can answer; needs no client. */
export interface SourceProfile {
  id: SourceId
  /** In the first line of the log. */
  label: string
  /** In the middle of a sentence. */
  name: string
  /** For a reader who does not know the workflow. */
  inHeadlines: string
  /** Set if the name alone would not tell it from the other APIs. */
  fullName: string
  /** The input that locates the quarantined tests; null if the source has none. */
  listedBy: 'organization' | 'test-collection' | null
  /** It names the test run of a pull request if neither an input nor the event has an id. */
  namesTestRun: boolean
  /** The place of its test runs: `read: auto` reads those only on merge groups, because each takes several requests. */
  testsOn: 'test-branch' | 'merge-group'
  /** "Out of the queue" needs the queue's list, too; otherwise the answer about the pull request suffices. */
  confirmsByList: boolean
  /** The repository may use a queue that this source can't see, so a branch without a queue proves nothing. */
  hasRivals: boolean
  /** It gives bisection runs their own ids, instead of the suffix of their branches. */
  cutsBisections: boolean
  /** An entry of its queue has not ended, even in an unknown state. */
  endsOutside: boolean
  /** Its answers lag, so "out of the queue" ends a wait only after two polls in a row say so. */
  confirmsLeaving: boolean
  /**
   * Questions that it can't answer; each completes a sentence that begins with it: the reason, and what to do instead.
   */
  refuses: Partial<Record<Condition | Read | SourceInput, Message>>
  idle: readonly SourceInput[]
}

/** Inputs that not every source takes. */
type SourceInput =
  | 'endpoint'
  | 'api-token'
  | 'on-missing-token'
  | 'organization'
  | 'test-collection'
  | 'test-run-id'
  | 'max-quarantined'
  | 'max-quarantine-age'
  | 'max-excused'

export type SourceId = 'service-v1' | 'service-v2' | 'github'

const NO_LIST = say`needs a list of quarantined tests, and GitHub's own queue has none. Take out what rests on quarantined tests, or set ${code('source: service')}.`

const SERVICE_V1: SourceProfile = {
  id: 'service-v1',
  label: 'service v1',
  name: 'the service',
  inHeadlines: "the queue's service",
  fullName: "the service's v1 API",
  listedBy: 'organization',
  namesTestRun: false,
  testsOn: 'test-branch',
  confirmsByList: true,
  hasRivals: false,
  cutsBisections: false,
  endsOutside: false,
  confirmsLeaving: false,
  refuses: {},
  idle: ['test-collection'],
}

export const SOURCES: Readonly<Record<SourceId, SourceProfile>> = {
  'service-v1': SERVICE_V1,
  'service-v2': {
    ...SERVICE_V1,
    id: 'service-v2',
    label: 'service v2',
    fullName: "the service's v2 API",
    listedBy: 'test-collection',
    namesTestRun: true,
    cutsBisections: true,
    idle: ['organization'],
  },
  github: {
    id: 'github',
    label: "GitHub's queue",
    name: 'GitHub',
    inHeadlines: 'GitHub',
    fullName: "GitHub's own queue",
    listedBy: null,
    namesTestRun: true,
    testsOn: 'merge-group',
    confirmsByList: false,
    hasRivals: true,
    cutsBisections: false,
    endsOutside: true,
    confirmsLeaving: true,
    refuses: {
      'queue-running': "asks for a state that GitHub's own queue does not have: it can't be paused. Take it out.",
      'quarantine-within-limits': NO_LIST,
      'quarantined-tests': NO_LIST,
      'max-quarantined': NO_LIST,
      'max-quarantine-age': NO_LIST,
      'max-excused': NO_LIST,
      'test-run-id': "has no meaning for GitHub's own queue, whose runs have no id. Take it out.",
    },
    idle: ['endpoint', 'api-token', 'organization', 'test-collection', 'on-missing-token'],
  },
}

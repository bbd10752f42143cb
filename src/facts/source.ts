import { code, type Message, say } from '../message.ts'
import type { Condition, Read } from './conditions.ts'
import type { Facts, PullRequest, QuarantinedTests, Queue, Removal, TestRun } from './facts.ts'
import type { Reading } from './reading.ts'

/**
 * Where the facts of a merge queue come from. Polling, gate and publishing know this and no source by name: what a
 * source can't say is null in its facts. Every failure is a reading; a source throws on cancellation alone.
 */
export interface FactSource {
  /** Begins the reads of one poll, all at once; those that are not asked for are `not-asked`. */
  read(request: SourceRequest, signal?: AbortSignal): SourceReadings
  /** One test run by its id, to confirm what the name of a branch claims. */
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<Reading<TestRun>>
  /** The run that a pull request left the queue with, asked once after the poll that decides: it never counts. */
  lastRun?(number: number, targetBranch: string, signal?: AbortSignal): Promise<Facts['foundRun']>
  /** Asked once after the poll that decides, of a source whose answer about the pull request does not hold it. */
  removal?(pr: PullRequest, signal?: AbortSignal): Promise<Reading<Removal>>
  /**
   * The newest test run of a pull request for which nothing names one. It carries neither queue nor episode, so it
   * never counts. Where there is no such call, GitHub's branches are searched for it.
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

/** The readings of one poll; they are independent of each other, so that one can be late. */
export interface SourceReadings {
  pullRequest: Promise<Reading<PullRequest>>
  queue: Promise<Reading<Queue>>
  testRun: Promise<Reading<TestRun>>
  /** All of them; what was read before a failure is kept, and marked as partial. */
  quarantinedTests: Promise<Reading<QuarantinedTests>>
  /** GitHub's view of the pull request, where the source's own answer holds it: then nobody else is asked for it. */
  view?: Promise<Facts['github']>
}

/** The name of a source and the questions that it can answer. No client is loaded for it. */
export interface SourceProfile {
  id: SourceId
  /** In the first line of the log. */
  label: string
  /** In the middle of a sentence. */
  name: string
  /** For somebody who has seen nothing of the workflow yet. */
  inHeadlines: string
  /** Where the name alone would not tell it from the other APIs. */
  fullName: string
  /** The input that says where the quarantined tests are; null where the source has none. */
  listedBy: 'organization' | 'test-collection' | null
  /** It names the test run of a pull request for which neither an input nor the event has an id. */
  namesTestRun: boolean
  /** Where its test runs are: `read: auto` reads those on merge groups alone, for each takes several requests. */
  testsOn: 'test-branch' | 'merge-group'
  /** "Out of the queue" takes the queue's list, too; elsewhere the answer about the pull request itself suffices. */
  confirmsByList: boolean
  /** The repository may use a queue that it knows nothing of, so a branch without one tells nothing. */
  hasRivals: boolean
  /** It knows the runs of bisections by ids of their own, and not by the suffix of their branches. */
  cutsBisections: boolean
  /** An entry of its queue has not ended, also in a state that is not known. */
  endsOutside: boolean
  /** Its answers lag behind, so that "out of the queue" ends a wait only where two polls in a row say so. */
  confirmsLeaving: boolean
  /** Questions that it can't answer, each with the rest of a sentence that begins with it: why, and the way out. */
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

const NO_LIST = say`needs a list of quarantined tests, and GitHub's own queue has none. Take it out, or set ${code('source: service')}.`

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

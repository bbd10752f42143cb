import * as z from 'zod/mini'
import type { Timeline, TimelineEvent } from '../facts/facts.ts'
import { type Answer, type GitHubFailure, gitHubFailure } from '../facts/reading.ts'
import { type GitHubRead, type GitHubScope, shaped } from './client.ts'
import { askRest, PAGE_SIZE } from './read.ts'

const TOPIC = { task: 'list what happened to the pull request', permission: 'pull-requests: read' }

/** How many of the last pages are read besides the first page: the latest events tell the most. */
const LAST_PAGES = 2

const KINDS: ReadonlyMap<string, TimelineEvent['kind']> = new Map([
  ['head_ref_force_pushed', 'head-force-pushed'],
  ['committed', 'committed'],
  ['closed', 'closed'],
  ['reopened', 'reopened'],
  ['merged', 'merged'],
  ['removed_from_merge_queue', 'removed-from-queue'],
] as const)

// Checks only the kind of each event: most kinds are not needed, and their shapes vary.
const page = z.array(z.looseObject({ event: z.nullish(z.string()) }))
const text = z.nullish(z.string())
const event = z.object({
  created_at: text,
  commit_id: text,
  sha: text,
  committer: z.nullish(z.object({ date: text })),
})

/**
 * Reads the events of a pull request (GET /repos/{owner}/{repo}/issues/{n}/timeline): the first page and the last two,
 * so at most three requests. The actors are left out. Throws only on cancellation.
 */
export async function readTimeline(scope: GitHubScope, pullRequest: number): Promise<GitHubRead<Timeline>> {
  const readPage = async (number: number) => {
    const parameters = { issue_number: pullRequest, per_page: PAGE_SIZE, page: number }
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/timeline'
    const reading = await askRest(scope, { route, parameters, topic: TOPIC, shape: page })
    if (reading.kind === 'failed') return reading
    const events = eventsOf(reading.value.data)
    return events.kind === 'failed' ? events : { ...events, pages: reading.value.answer }
  }
  const first = await readPage(1)
  if (first.kind === 'failed') return first
  const last = first.pages.lastPage ?? (first.pages.hasNext ? 2 : 1)
  const from = Math.max(2, last - LAST_PAGES + 1)
  const rest = await Promise.all(Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => readPage(from + at)))
  const pages = [first]
  for (const page of rest) {
    // Without the latest events, the current state is unknown.
    if (page.kind === 'failed') return page
    pages.push(page)
  }
  const events = pages.flatMap(page => page.value)
  const isCut = from > 2 || pages.at(-1)?.pages.hasNext === true
  return { kind: 'read', value: { events, incomplete: isCut ? MIDDLE_MISSING : null } }
}

const MIDDLE_MISSING = gitHubFailure(
  'too-many',
  'So much happened to the pull request that only the first and the last events were read',
  "Look at the pull request's page for the rest.",
)

function eventsOf(items: z.output<typeof page>): Answer<TimelineEvent[], GitHubFailure> {
  const events: TimelineEvent[] = []
  for (const item of items) {
    const kind = KINDS.get(item.event ?? '')
    if (kind === undefined) continue
    const shape = shaped(event, item, TOPIC)
    if (shape.kind === 'failed') return shape
    const { created_at, commit_id, sha, committer } = shape.value
    const at = kind === 'committed' ? committer?.date : created_at
    events.push({ kind, at: at ?? null, sha: (kind === 'committed' ? sha : commit_id) ?? null })
  }
  return { kind: 'read', value: events }
}

import type { Condition } from './generate.ts'
import { judge, type Word } from './judge.ts'
import type { Snapshot } from './picture.ts'
import type { Poll } from './polls.ts'
import type { Setting, Side } from './setting.ts'
import { statusesOf } from './statuses.ts'

const OVER = ['merged', 'failed', 'cancelled']
const READY: Record<Word, string> = { met: 'true', unmet: 'false', unknown: 'unknown' }

/** By output, the values that the contract allows after a poll. */
export function factsOf(poll: Poll, setting: Setting): Record<string, string[]> {
  const { snapshot, asked } = poll
  const allowed: Record<string, string[]> = {
    ...ofPullRequest(snapshot, setting),
    ...ofQueue(snapshot, setting),
    ...ofTestRun(snapshot, setting),
  }
  for (const [name, values] of Object.entries(allowed)) {
    const side = SIDE_OF[name] ?? 'queue'
    if (!asked.has(side)) allowed[name] = ['']
    // A fact that is only shown may be left out.
    else if (!setting.needed.has(side)) values.push('')
  }
  // The position takes two answers.
  return allowed
}

const SIDE_OF: Record<string, Side> = {
  'pull-request-state': 'pull-request',
  ready: 'pull-request',
  'test-run-status': 'test-run',
  'test-branch': 'test-run',
  'pull-requests': 'test-run',
  'missing-statuses': 'test-run',
  'failed-statuses': 'test-run',
}

function ofPullRequest(snapshot: Snapshot, setting: Setting): Record<string, string[]> {
  const reading = snapshot['pull-request']
  const ready = judge('ready', snapshot, setting.asked).words.map(word => READY[word])
  if (reading.kind === 'missing') {
    const { queue, heard } = snapshot
    const open = heard.has('queue') && judge('not-submitted', snapshot, setting.asked).words.includes('unknown')
    const noQueue = heard.has('queue') && queue.kind === 'missing'
    return { 'pull-request-state': noQueue ? [''] : ['not_submitted', ...(open ? [''] : [])], ready }
  }
  if (!isRead(reading)) return { 'pull-request-state': [''], ready: ['unknown', ''] }
  const { state, prNumber, isCurrentlySubmittedToQueue: submitted } = reading.value
  // GitHub need not be asked for what no condition needs.
  if (!setting.conditions.includes('ready')) ready.push('unknown')
  const isOpen = (condition: Condition) => judge(condition, snapshot, setting.asked).words.includes('unknown')
  return {
    'pull-request-state': [
      (state ?? '').toLowerCase(),
      ...(state?.trim() === state ? [] : [(state ?? '').trim().toLowerCase(), '']),
      ...(prNumber === setting.number ? [] : ['']),
      // A contradiction leaves the state open.
      ...(isOpen('submitted') || isOpen('tests-passed') ? [''] : []),
      ...(submitted ? [] : ['not_submitted']),
    ],
    ready,
  }
}

function ofQueue({ queue: reading }: Snapshot, setting: Setting): Record<string, string[]> {
  if (reading.kind === 'missing') return { 'queue-state': ['none', ''], 'queue-length': [''], 'queue-position': [''] }
  if (!isRead(reading)) return { 'queue-state': [''], 'queue-length': [''], 'queue-position': [''] }
  const { state, branch, mode, enqueuedPullRequests: list } = reading.value
  const enqueuedPullRequests = list ?? []
  const other = branch === setting.target ? [] : ['']
  const live = enqueuedPullRequests.filter(entry => !OVER.includes(entry.state?.toLowerCase() ?? ''))
  const places = [enqueuedPullRequests, live].map(list => list.findIndex(entry => entry.prNumber === setting.number))
  const listed = enqueuedPullRequests.find(entry => entry.prNumber === setting.number)
  const unclear = enqueuedPullRequests.some(entry => !entry.prNumber)
  const positions = places.map(place => (place < 0 ? '' : String(place + 1)))
  return {
    'queue-state': [state.toLowerCase(), ...(state.trim() === state ? [] : [state.trim().toLowerCase(), '']), ...other],
    'queue-length': [list ? String(live.length) : '', ...other],
    'queue-position':
      mode.toLowerCase() === 'single'
        ? [...(listed && live.includes(listed) ? positions : [...positions, '']), ...other, ...(unclear ? [''] : [])]
        : [''],
  }
}

function ofTestRun(snapshot: Snapshot, setting: Setting): Record<string, string[]> {
  const reading = snapshot['test-run']
  const names = ['test-run-status', 'test-branch', 'pull-requests', 'missing-statuses', 'failed-statuses']
  if (!isRead(reading)) return Object.fromEntries(names.map(name => [name, ['']]))
  const run = reading.value
  const statuses = statusesOf(run)
  const status = run.status ?? ''
  const { runHead } = setting.asked
  // A run of another commit does not count, so it need not be shown.
  const hidden = runHead !== null && run.testBranchSha !== runHead ? [''] : []
  const isOpen = judge('test-run-succeeded', snapshot, setting.asked).words.includes('unknown')
  const facts: Record<string, string[]> = {
    'test-run-status': [
      status.toLowerCase(),
      ...(status.trim() === status ? [] : [status.trim().toLowerCase(), '']),
      ...(isOpen ? [''] : []),
    ],
    'test-branch': [run.testBranch],
    'pull-requests': [
      run.testedPullRequests ? JSON.stringify(run.testedPullRequests.map(({ prNumber }) => prNumber)) : '',
    ],
    'missing-statuses': [statuses?.missing ? JSON.stringify(statuses.missing) : ''],
    'failed-statuses': statuses ? [JSON.stringify(statuses.failed), ...(statuses.partial ? [''] : [])] : [''],
  }
  return Object.fromEntries(Object.entries(facts).map(([name, values]) => [name, [...values, ...hidden]]))
}

import { isWebAddress } from '../escape.ts'
import type { RunInfo } from './result.ts'

/** The page of this attempt of the workflow run; null where the runner does not say enough for one. */
export function runUrl({ serverUrl, repository, id, attempt }: RunInfo): string | null {
  if (serverUrl === '' || repository === '' || !/^\d+$/.test(id)) return null
  const address = `${serverUrl}/${repository}/actions/runs/${id}${/^\d+$/.test(attempt) ? `/attempts/${attempt}` : ''}`
  return isWebAddress(address) ? address : null
}

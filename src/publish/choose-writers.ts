import type { Told, WriterOptions, Writers } from './writers.ts'

const NOTHING_TOLD: Told = { notices: [], comments: [], cut: false }

export const NO_WRITERS: Writers = { waiting: () => {}, tell: async () => NOTHING_TOLD }

/** Chooses the writers of a step; the code of the others is not even loaded. */
export async function chooseWriters(options: WriterOptions): Promise<Writers> {
  const { comment, statusContext } = options.inputs
  if (comment === 'never' && statusContext === null) return NO_WRITERS
  return (await import('./github-writers.ts')).createGitHubWriters(options)
}

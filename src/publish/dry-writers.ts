import type { CommitStatus } from '../github/status.ts'
import { asHtml, code, listOf } from '../message.ts'
import { commentBody } from './comment.ts'
import type { Result } from './result.ts'
import { statusOf } from './status.ts'
import { commentPlace, statusPlace } from './targets.ts'
import type { WriterOptions, Writers } from './writers.ts'

/** Writers that neither write nor ask GitHub, but show what would be written. */
export function dryWriters({ inputs, asksSource }: WriterOptions): Writers {
  const { comment, statusContext } = inputs
  return {
    waiting: () => {},
    async tell(result) {
      const status = statusContext === null ? null : statusPart(result, statusContext, asksSource)
      const remark = comment === 'never' ? null : commentPart(result, comment)
      const told = [status, remark].filter(each => each !== null)
      const shown = told.flatMap(({ preview }) => (preview === null ? [] : [preview]))
      return {
        notices: ['This is a dry run: nothing was written to GitHub.', ...told.flatMap(({ notices }) => notices)],
        comments: [],
        preview: shown.length === 0 ? null : [TITLE, ...shown].join('\n\n'),
        cut: false,
      }
    },
  }
}

const TITLE = '<h3>🧪 Dry run: this would have been written</h3>'
const MARKS: Record<CommitStatus['state'], string> = { success: '✅', failure: '❌', error: '❌', pending: '🟡' }

function statusPart(result: Result, name: string, asksSource: boolean) {
  const { at, notices } = statusPlace(result, name, { hasPending: false, asksSource })
  if (at === null) return { notices, preview: null }
  const { state, description } = statusOf(result)
  const preview = `<p>Status on ${asHtml(code(at.slice(0, 7)))}: ${MARKS[state]} <b>${asHtml(name)}</b> (${state}), ${asHtml(description)}</p>`
  return { notices, preview }
}

function commentPart(result: Result, when: 'always' | 'on-failure') {
  const { at, notices } = commentPlace(result)
  if (at === null) return { notices, preview: null }
  const numbers = asHtml(listOf(at.pullRequests.map(number => `#${number}`)))
  const only = when === 'on-failure' && result.verdict.succeeds ? ', only if one is there already' : ''
  const preview = `<p>Comment on ${numbers}${only}:</p>\n\n<blockquote>\n\n${commentBody(result)}\n\n</blockquote>`
  return { notices, preview }
}

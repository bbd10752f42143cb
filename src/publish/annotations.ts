import type { Result } from '../result.ts'
import { count } from '../text/message.ts'
import type { Log } from './log.ts'
import { workflowAnnotations } from './merge-group-checks.ts'
import type { Story } from './story.ts'

/** Writes notices and warnings, then what is known of the failed tests on their files. */
export function annotate({ notices, warnings }: Story, result: Result, log: Log): void {
  for (const notice of notices) log.annotate('notice', notice)
  for (const warning of warnings) log.annotate('warning', warning)
  for (const { kind, message, place } of workflowAnnotations(result)) log.annotateFile(kind, message, place)
  annotateTests(result, log)
}

/** Annotates failed tests on their files as far as GitHub shows annotations, and counts the others. */
function annotateTests({ tests }: Result, log: Log): void {
  const left = { error: 0, warning: 0 }
  for (const { kind, message, place } of tests?.annotations ?? []) {
    if (!log.annotateFile(kind, message, place)) left[kind]++
  }
  const more = [
    ...(left.error === 0 ? [] : [count(left.error, 'more blocking test', 'more blocking tests')]),
    ...(left.warning === 0 ? [] : [count(left.warning, 'more excused test', 'more excused tests')]),
  ]
  if (more.length > 0) log.info(`Not annotated: ${more.join(', ')}; see the job summary`)
}

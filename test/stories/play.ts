import { changeMembers, loadEvent } from '../events/index.js'
import { maskLog, parseCommand } from '../launcher/log.js'
import { ago, gitHubWith, type OnGitHub, rules } from '../scenarios/queue.ts'
import { runStep, type StepEvent } from '../scenarios/step.ts'

/** What happened to somebody in a public thread, as answers of the stand-in, and what the step has to tell. */
export interface Story extends OnGitHub {
  /** `dequeued` of #42 into main, unless given. */
  event?: StepEvent
  /** Beside `source: github` and `comment: always`. */
  inputs?: Record<string, string>
  conclusion: string
  diagnosis: string
  outputs?: Record<string, string>
  /**
   * What the last line of the log and the comment have to hold. An age is held without its last digits, because the
   * stories take a minute or two.
   */
  says?: string[]
  /** What stands in a warning or a notice. */
  warns?: string[]
}

/** The event `pull_request` of #42, with other members of the payload by their paths. */
export function pullRequestEvent(changes: Record<string, unknown>): StepEvent {
  const { name, payload } = loadEvent('pull-request')
  changeMembers(payload, changes)
  return { name, payload }
}

export function dequeued(reason = 'CI_FAILURE'): StepEvent {
  return pullRequestEvent({ action: 'dequeued', reason, 'pull_request.updated_at': ago(10) })
}

export async function play({ event = dequeued(), inputs, repository, ...story }: Story) {
  const { result, github } = await runStep({
    event,
    inputs: { source: 'github', comment: 'always', ...inputs },
    github: gitHubWith({ ...story, repository: { rules: rules('unit'), ...repository } }),
  })
  const commands = maskLog(result.stdout).split('\n').map(parseCommand)
  const comments = github.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments ?? []
  return {
    result,
    requests: github.requests,
    violations: github.violations,
    /** Errors, warnings and notices; the last one is what the step ends with. */
    lines: commands
      .filter(each => each && ['error', 'warning', 'notice'].includes(each.name))
      .map(each => `${each?.properties['title']}: ${each?.message}`),
    comment: plainText(comments.at(-1)?.body ?? ''),
  }
}

/** A comment as it is read: without markup, with names as the log has them. */
function plainText(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<a href="([^"]*)"><code>(.*?)<\/code><\/a>/g, '`$2` ($1)')
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#8203;', '')
    .replaceAll('&#35;', '#')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .trim()
}

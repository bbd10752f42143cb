/** GITHUB_EVENT_NAME, which can be anything where somebody else starts the action; empty where it is no name. */
export function eventName(env: NodeJS.ProcessEnv): string {
  const name = env['GITHUB_EVENT_NAME'] ?? ''
  return /^\w{1,40}$/.test(name) ? name : ''
}

/** The article of an event's name: `an` before `issue_comment`, `a` before `push`. */
export function articleOf(event: string): 'a' | 'an' {
  return /^[aeiou]/.test(event) ? 'an' : 'a'
}

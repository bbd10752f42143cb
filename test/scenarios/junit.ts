/** Test reports as the cases need them, short. */

export interface Case {
  name: string
  file?: string
  classname?: string
  /** The message of the failure; the case passed if there is none. */
  failure?: string
  trace?: string
  skipped?: boolean
}

/** A report with one suite, that of the quarantined tests of `bodies.ts` unless it is told otherwise. */
export function junit(
  cases: readonly Case[],
  {
    suite = 'engine suite',
    tests = cases.length,
    failures = cases.filter(({ failure }) => failure !== undefined).length,
  } = {},
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="${suite}" tests="${tests}" failures="${failures}">
${cases.map(element).join('\n')}
</testsuite></testsuites>
`
}

function element({ name, file = 'src/engine/engine.test.ts', classname = 'engine.Test', ...rest }: Case): string {
  const { failure, trace = '', skipped = false } = rest
  const inside = [
    ...(failure === undefined ? [] : [`<failure message="${failure}">${trace}</failure>`]),
    ...(skipped ? ['<skipped/>'] : []),
  ]
  return `<testcase name="${name}" classname="${classname}" file="${file}" line="7">${inside.join('')}</testcase>`
}

export const passes = (name: string, over: Partial<Case> = {}): Case => ({ name, ...over })
export const fails = (name: string, over: Partial<Case> = {}): Case => ({ name, failure: 'no thrust', ...over })
export const skips = (name: string): Case => ({ name, skipped: true })

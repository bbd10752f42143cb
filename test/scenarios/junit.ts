/** Test reports as the cases need them, short. */

export interface Case {
  name: string
  file?: string
  classname?: string
  /** The message of the failure; the case passed if there is none. */
  failure?: string
  trace?: string
}

/** A report with one suite, that of the quarantined tests of `bodies.ts`. */
export function junit(
  cases: readonly Case[],
  { failures = cases.filter(({ failure }) => failure !== undefined).length } = {},
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="engine suite" tests="${cases.length}" failures="${failures}">
${cases.map(element).join('\n')}
</testsuite></testsuites>
`
}

function element({
  name,
  file = 'src/engine/engine.test.ts',
  classname = 'engine.Test',
  failure,
  trace = '',
}: Case): string {
  const inside = failure === undefined ? '' : `<failure message="${failure}">${trace}</failure>`
  return `<testcase name="${name}" classname="${classname}" file="${file}" line="7">${inside}</testcase>`
}

export const passes = (name: string): Case => ({ name })
export const fails = (name: string, over: Partial<Case> = {}): Case => ({ name, failure: 'no thrust', ...over })

import type { FailedTest } from '../../facts/test-report.ts'
import type { JudgedTests } from '../../gate/quarantine/judged.ts'
import { placeOf } from '../../reports/test-place.ts'
import type { TestAnnotation } from './presentation.ts'

/** GitHub shows ten of each kind, so no more are looked for on the disk. */
const MOST_PLACES = 10

/**
 * Errors for blocking tests and warnings for excused ones, on file and line where the report has them. Tests of other
 * legs have none: their own steps told them, with what the tests said.
 */
export function testAnnotations({ groups }: JudgedTests, workspace: string): TestAnnotation[] {
  const own = groups.filter(({ leg }) => leg === null)
  const annotation = (kind: TestAnnotation['kind'], what: string) => (test: FailedTest, at: number) => ({
    kind,
    message: {
      title: `Merge Queue Gate: ${what}`,
      text: `${test.name || 'A test without a name'}: ${test.message ?? 'failed'}`,
    },
    place: at < MOST_PLACES ? placeOf(test, workspace) : null,
  })
  const blocking = own.flatMap(({ excuses }) => excuses.blocking.map(({ test }) => test))
  const excused = own.flatMap(({ excuses }) => excuses.excused.map(({ test }) => test))
  return [
    ...blocking.map(annotation('error', 'blocking test')),
    ...excused.map(annotation('warning', 'quarantined test failed')),
  ]
}

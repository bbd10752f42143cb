import { expect, test } from 'vitest'
import type { FailedTest } from '../../src/facts/test-report.ts'
import { placeOf } from '../../src/reports/failure.ts'
import { makeWorkspace } from './workspace.ts'

test.each<[name: string, given: FailedTest['place'], place: ReturnType<typeof placeOf>]>([
  ['in the workspace', { file: 'src/a.ts', line: 3 }, { file: 'src/a.ts', line: 3 }],
  ['by its full path', { file: '$WORKSPACE/src/a.ts', line: null }, { file: 'src/a.ts', line: null }],
  ['by an address', { file: 'file://$WORKSPACE/src/a.ts', line: 1 }, { file: 'src/a.ts', line: 1 }],
  ['as Windows writes it', { file: '.\\src\\a.ts', line: 3 }, { file: 'src/a.ts', line: 3 }],
  ['in a folder above the report', { file: 'test/b.ts', line: 3 }, { file: 'packages/shop/test/b.ts', line: 3 }],
  ['a file that is not there', { file: 'src/gone.ts', line: 3 }, null],
  ['outside of the workspace', { file: '../temp/c.ts', line: 3 }, null],
  ['nothing', null, null],
])('%s', (_, given, place) => {
  const { workspace } = makeWorkspace({ 'src/a.ts': '', 'packages/shop/test/b.ts': '', '../temp/c.ts': '' })
  const at = given && { ...given, file: given.file.replace('$WORKSPACE', workspace) }
  expect(placeOf({ place: at, report: 'packages/shop/reports/a.xml' }, workspace)).toEqual(place)
})

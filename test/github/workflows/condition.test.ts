import { expect, test } from 'vitest'
import { evaluateIf, type Tristate } from '../../../src/github/workflows/condition.ts'

const [YES, NO, OPEN] = [true, false, undefined]

test.each<[string, Tristate]>([
  ["github.event_name == 'merge_group'", YES],
  ["github.event_name != 'merge_group'", NO],
  ["GitHub.Event_Name == 'MERGE_GROUP'", YES],
  [`\${{ github.event_name == 'pull_request' }}`, NO],
  ["!(github.event_name == 'merge_group')", OPEN],
  ["github.event_name == 'pull_request' || github.event_name == 'merge_group'", YES],
  ["github.event_name == 'push' && needs.a.outputs.b", NO],
  ["github.event_name == 'merge_group' && needs.a.outputs.b", OPEN],
  ["github.event_name == 'merge_group' || needs.a.outputs.b", YES],
  ["needs.a.result == 'success'", OPEN],
  ["contains(fromJSON('[1]'), 'a || always() || b')", OPEN],
  ['x[a || always() || b]', OPEN],
  ["!github.event_name == 'push'", OPEN],
  ["contains(github.event.pull_request.labels.*.name, 'x')", OPEN],
  ["github['event_name'] == 'merge_group'", OPEN],
  ["(github.event_name == 'push' || x) && always()", OPEN],
  ["'it''s'", OPEN],
  ['|| true', OPEN],
  ['true', YES],
  ['false', NO],
  ['', YES],
  ['always()', YES],
  ['!cancelled()', YES],
  ['failure()', OPEN],
  ['success()', YES],
  [`\${{ always() }} && github.event_name == 'push'`, OPEN],
  ["github.event_name == 'push", OPEN],
  ['github.event_name ==', OPEN],
  ['(true', OPEN],
  ['contains(', OPEN],
  ['true)', OPEN],
  ['a) || always() || (b', OPEN],
])('%s', (text, expected) => {
  expect(evaluateIf(text, true)).toBe(expected)
})

test.each<[string, Tristate, Tristate]>([
  ['true', NO, NO],
  ['true', OPEN, OPEN],
  ['false', OPEN, NO],
  ['always()', NO, YES],
  ['!cancelled()', OPEN, YES],
  ['success() || failure()', OPEN, OPEN],
  ['', NO, NO],
])('%s, where the jobs before it ran: %s', (text, succeeded, expected) => {
  expect(evaluateIf(text, succeeded)).toBe(expected)
})

import { expect, test } from 'vitest'
import { INPUTS } from '../../src/setup/inputs.ts'
import { unknownInputs } from '../../src/setup/unknown-inputs.ts'
import { rendered } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/secret.ts'

const TOKEN = 'a-token-0123456789'
const warned = (names: string) => `Unknown inputs ${names}: the action ignores them.`

type Row = [name: string, environment: NodeJS.ProcessEnv, problems: string[], warnings: string[]]
const asRequire = (value: string): Row => [
  `conditions as ${JSON.stringify(value)}`,
  { INPUT_FOO: value },
  ['Unknown input `foo`. Did you mean `require`?'],
  [],
]

test.each<Row>([
  ['nothing', {}, [], []],
  ['all that are known', Object.fromEntries(INPUTS.map(each => [`INPUT_${each.toUpperCase()}`, 'x'])), [], []],
  ['one in lower case, as Windows may have it', { input_require: 'ready' }, [], []],
  ['what is no input', { REQUIRES: 'ready', MY_INPUT_REQUIRES: 'ready', PATH: '/bin' }, [], []],
  ['one without a name', { INPUT_: 'x' }, [], []],
  ['one near ours', { INPUT_REQUIRES: 'ready' }, ['Unknown input `requires`. Did you mean `require`?'], []],
  ...[
    ['unit-paths', 'junit-paths'],
    ['on-uavailable', 'on-unavailable'],
    ['dry-un', 'dry-run'],
    ['no-missing-token', 'on-missing-token'],
  ].map(
    ([given, meant]): Row => [
      `\`${given}\`, though it looks negated`,
      { [`INPUT_${given?.toUpperCase()}`]: 'x' },
      [`Unknown input \`${given}\`. Did you mean \`${meant}\`?`],
      [],
    ],
  ),
  [
    'several near ours, by name',
    { INPUT_WAIT_TIMEOUT: '10m', INPUT_REQUIRES: 'ready' },
    ['Unknown input `requires`. Did you mean `require`?', 'Unknown input `wait_timeout`. Did you mean `wait-timeout`?'],
    [],
  ],
  [
    'one that is equally near to two of ours',
    { 'INPUT_MAX-QUARANTINE-E': '10d' },
    ['Unknown input `max-quarantine-e`. Did you mean `max-quarantined` or `max-quarantine-age`?'],
    [],
  ],
  [
    'members that every object has',
    { INPUT_CONSTRUCTOR: 'x', INPUT_TOSTRING: 'x' },
    [],
    [warned('`constructor`, `tostring`')],
  ],
  // Told with the other inputs that hold one.
  ['a token', { INPUT_COLOUR: TOKEN, INPUT_REQUIRES: TOKEN }, [], []],
  ['a condition', { INPUT_NEEDS: 'merged' }, ['Unknown input `needs`. Did you mean `require`?'], []],
  ['conditions', { INPUT_NEEDS: 'ready,\n merged ' }, ['Unknown input `needs`. Did you mean `require`?'], []],
  ...['!submitted, merged', 'Merged', '- merged', '- ready\n- "merged"', '[merged]', "['ready', merged]"].map(
    asRequire,
  ),
  ...['merged; ready', 'ready merged', 'not merged', 'not-ready', '-merged'].map(asRequire),
  ['brackets around nothing', { INPUT_NEEDS: '[-]' }, [], ['Unknown input `needs`: the action ignores it.']],
  [
    'what other actions call ours',
    { INPUT_PR_NUMBER: '7', INPUT_TIMEOUT: '5m' },
    [],
    [warned('`pr_number` (did you mean `pull-request`?), `timeout` (did you mean `wait-timeout`?)')],
  ],
  ['a sentence', { INPUT_NEEDS: 'merged now' }, [], ['Unknown input `needs`: the action ignores it.']],
  ['a word beside a condition', { INPUT_NEEDS: 'ready, set' }, [], ['Unknown input `needs`: the action ignores it.']],
  ['a long text', { INPUT_NEEDS: `x${'-'.repeat(120_000)}x` }, [], ['Unknown input `needs`: the action ignores it.']],
  ['an empty list', { INPUT_NEEDS: ',' }, [], ['Unknown input `needs`: the action ignores it.']],
  [
    'the opposite of ours',
    { 'INPUT_MAX-UNEXCUSED': '3' },
    [],
    ['Unknown input `max-unexcused`: the action ignores it.'],
  ],
  ['one like none', { INPUT_COLOUR: 'red' }, [], ['Unknown input `colour`: the action ignores it.']],
  ['two like none', { INPUT_SHAPE: 'x', INPUT_COLOUR: 'x' }, [], [warned('`colour`, `shape`')]],
  [
    'one near and one like none',
    { INPUT_REQUIRES: 'ready', INPUT_COLOUR: 'red' },
    ['Unknown input `requires`. Did you mean `require`?'],
    ['Unknown input `colour`: the action ignores it.'],
  ],
  [
    'more than a line holds',
    Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`INPUT_COLOUR-${10 + at}`, 'x'])),
    [],
    [warned(`${Array.from({ length: 10 }, (_, at) => `\`colour-${10 + at}\``).join(', ')} and 2 more`)],
  ],
  ['text from outside', { 'INPUT_A\n::ERROR::B': 'x' }, [], ['Unknown input `a ⏎ ::error::b`: the action ignores it.']],
])('%s', (_, environment, problems, warnings) => {
  expect(rendered(unknownInputs(environment, cleanerOf(TOKEN)))).toEqual({
    problems: problems.map(message => ({ input: message.split('`')[1], message })),
    warnings,
  })
})

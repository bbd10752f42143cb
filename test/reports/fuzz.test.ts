import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readTestReports } from '../../src/reports/junit.ts'
import { seeded } from '../poll/clock.ts'
import { isClean, makeWorkspace } from './workspace.ts'

const MUTANTS = 150
const FIXTURES = path.join(import.meta.dirname, 'fixtures')
/** A hang is over 1 s of CPU a MB; the first file of all is read by code that is not compiled yet. */
const MILLISECONDS_A_MB = 1000
const MILLISECONDS_AT_LEAST = 500

/** One failed test among others, so that little is needed to lose it, with true counts. */
const SMALL = `<testsuites failures="1"><testsuite name="s" tests="3" failures="1" errors="0">
<testcase name="a" classname="c"/><testcase name="b" classname="c"><failure message="m">t</failure></testcase>
<testcase name="d" classname="c"><system-out><![CDATA[o]]></system-out></testcase></testsuite></testsuites>`

/** Texts that break a report, or change what it says, wherever they are put. */
const INSERTED = [
  ...[
    '<',
    '>',
    '/',
    '&',
    '"',
    "'",
    '\0',
    '\n',
    '=',
    ' ',
    ']]>',
    '<!--',
    '-->',
    '<![CDATA[',
    '<?x?>',
    '<?',
    '&#0;',
    '&a;',
  ],
  ...['<skipped/>', '<failure/>', '</testcase>', '<testcase name="b" classname="c"/>', '<testsuite>', '</testsuite>'],
  ...['\u00ff', '\u00c3', '\u00ef\u00bb\u00bf', '\u0080', '\u001b', '<!DOCTYPE a [<!ENTITY b "c">]>'],
].map(text => Buffer.from(text, 'latin1'))

test(`${MUTANTS} broken reports: no crash, no hang, and none that is better than the report it was`, async () => {
  const place = makeWorkspace()
  const file = path.join(place.workspace, 'a.xml')
  const chance = seeded(13)
  const random = (below: number) => Math.floor(chance() * below)
  const sources = [Buffer.from(SMALL), ...fixtures()]
  const better: string[] = []
  const hanging: string[] = []
  let malformed = 0
  for (let run = 0; run < MUTANTS; run++) {
    // Every second report is made from the small one.
    const source = sources[run % 2 === 0 ? 0 : random(sources.length)] ?? Buffer.alloc(0)
    const mutant = mutated(source, random)
    fs.writeFileSync(file, mutant)
    // The time of this thread alone: other processes may be busy.
    const start = process.threadCpuUsage()
    const { reports } = await readTestReports(['a.xml'], place)
    const { user, system } = process.threadCpuUsage(start)
    const limit = MILLISECONDS_AT_LEAST + (mutant.length / 1e6) * MILLISECONDS_A_MB
    if ((user + system) / 1000 > limit) hanging.push(mutant.toString('latin1').slice(0, 2000))
    if (isClean(reports)) better.push(mutant.toString('latin1').slice(0, 2000))
    if (reports.problems.some(({ kind }) => kind === 'malformed')) malformed++
  }
  // All sources have a failed test.
  expect(better).toEqual([])
  expect(hanging).toEqual([])
  expect(malformed).toBeGreaterThan(MUTANTS / 2)
}, 600_000)

function fixtures(): Buffer[] {
  return fs
    .readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
    .filter(each => each.endsWith('.xml') && path.basename(each) !== 'pom.xml')
    .toSorted()
    .map(each => fs.readFileSync(path.join(FIXTURES, each)))
}

/** Mostly one change, at times a few. */
function mutated(source: Buffer, random: (below: number) => number): Buffer {
  const changes = random(4) === 0 ? 1 + random(4) : 1
  let bytes = source
  for (let change = 0; change < changes; change++) bytes = changed(bytes, random)
  return bytes
}

function changed(bytes: Buffer, random: (below: number) => number): Buffer {
  const at = random(bytes.length + 1)
  const to = Math.min(bytes.length, at + 1 + random(random(2) === 0 ? 4 : 200))
  const head = bytes.subarray(0, at)
  const tail = bytes.subarray(at)
  switch (random(6)) {
    case 0: {
      const copy = Buffer.from(bytes)
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
      return copy
    }
    case 1:
      return Buffer.concat([head, INSERTED[random(INSERTED.length)] ?? tail, tail])
    case 2:
      return Buffer.concat([head, bytes.subarray(to)])
    case 3:
      return Buffer.concat([head, bytes.subarray(at, to), tail])
    case 4:
      return Buffer.from(head)
    default: {
      const from = random(bytes.length)
      return Buffer.concat([head, bytes.subarray(from, from + 1 + random(100)), tail])
    }
  }
}

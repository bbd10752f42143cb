import { isOfOneRun, type QuarantinedTest, type TestIdentity, type TestReports } from '../../facts/test-report.ts'
import { code, type Message, say } from '../../text/message.ts'

/** The members that are compared besides name and variant. */
const MEMBERS = ['classname', 'file', 'parent'] as const
type Member = (typeof MEMBERS)[number]

/** What the reports of a step say about the use of parents. */
type Parents = Pick<TestReports, 'singleParent' | 'parentsOnly'>

/** Null and an empty text both mean: no variant. */
export function isOfVariant(entry: QuarantinedTest, variant: string | null): boolean {
  return (entry.variant || null) === (variant || null)
}

/** True if at least one member is equal, and none that both have differs. Names and variants are compared elsewhere. */
export function fits(test: TestIdentity, entry: QuarantinedTest, parents: Parents): boolean {
  const both = membersOfBoth(test, entry, parents)
  return both.length > 0 && both.every(member => test[member] === entry[member])
}

function membersOfBoth(test: TestIdentity, entry: QuarantinedTest, { singleParent, parentsOnly }: Parents): Member[] {
  // A parent that all tests share tells none apart, but may be all there is.
  const isAllThereIs = parentsOnly && !entry.classname && !entry.file
  const members = singleParent && !isAllThereIs ? MEMBERS.filter(each => each !== 'parent') : MEMBERS
  return members.filter(member => hasMember(test, member) && hasMember(entry, member))
}

function hasMember(test: Pick<TestIdentity, Member>, member: Member): boolean {
  return Boolean(test[member]) && !(member === 'parent' && isOfOneRun(test.parent))
}

/** An entry of the test's name that almost fits it. */
export interface NearMiss {
  entry: QuarantinedTest
  /** The only member that differs; null if there is none that both have. */
  differs: Member | 'variant' | null
  /** What the reports have there, else their parent. */
  here: string | null
}

/** The first entry that differs in one member, else the first that has none in common with the test. */
export function nearMissOf(
  test: TestIdentity,
  entries: readonly QuarantinedTest[],
  variant: string | null,
  parents: Parents,
): NearMiss | null {
  let bare: NearMiss | null = null
  for (const entry of entries) {
    const both = membersOfBoth(test, entry, parents)
    const differing: NonNullable<NearMiss['differs']>[] = both.filter(member => test[member] !== entry[member])
    if (!isOfVariant(entry, variant)) differing.push('variant')
    const [differs, another] = differing
    if (differs && !another) return { entry, differs, here: differs === 'variant' ? variant : test[differs] }
    if (!differs) bare ??= { entry, differs: null, here: test.parent }
  }
  return bare
}

const CALLED = { classname: 'class', file: 'file', parent: 'suite' } as const

/** What keeps an entry from excusing a test, worded to follow its name in brackets. */
export function nearMissNote({ entry, differs, here }: NearMiss): Message {
  if (differs === null) return bareNote(entry, here)
  if (differs === 'variant') {
    const there = entry.variant ? say`for variant ${code(entry.variant)}` : 'without a variant'
    return say`quarantined ${there}, and this run ${here ? say`is ${code(here)}` : 'has none'}`
  }
  const verb = differs === 'file' ? 'moved' : 'renamed'
  const change = say`${verb} from ${code(entry[differs] ?? '')} to ${code(here ?? '')}`
  return say`quarantined in another ${CALLED[differs]}: ${change}?`
}

function bareNote({ classname, file, parent }: QuarantinedTest, here: string | null): Message {
  if (classname || file) return 'quarantined under this name, but not with a class, file or suite that the report has'
  if (!parent) return 'quarantined by its name alone, which excuses no test'
  const under = say`quarantined under this name and suite ${code(parent)}, which`
  if (isOfOneRun(parent)) return say`${under} is named after the time of one run; a class or file is needed`
  return here === parent
    ? say`${under} all tests share; a class or file is needed`
    : say`${under} the report does not have`
}

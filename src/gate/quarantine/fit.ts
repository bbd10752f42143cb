import type { QuarantinedTest, TestIdentity } from '../../facts/test-report.ts'

/** Compared beside name and variant. */
export type Member = 'classname' | 'file' | 'parent'

const MEMBERS: readonly Member[] = ['classname', 'file', 'parent']
const WITHOUT_PARENT: readonly Member[] = ['classname', 'file']

/** The members to compare: a parent that all tests have in common tells nothing apart. */
export function membersToCompare(singleParent: boolean): readonly Member[] {
  return singleParent ? WITHOUT_PARENT : MEMBERS
}

/** None, null and empty are the same variant. */
export function isOfVariant(entry: QuarantinedTest, variant: string | null): boolean {
  return (entry.variant || null) === (variant || null)
}

/**
 * How an entry fits a test of the same name and variant: `exact` where all members are equal, `partial` where none
 * differs that both have. Null where one differs, or where nothing but the name agrees.
 */
export function fitOf(
  test: TestIdentity,
  entry: QuarantinedTest,
  members: readonly Member[],
): 'exact' | 'partial' | null {
  let agreeing = 0
  let exact = true
  for (const member of members) {
    const ours = test[member] || null
    const theirs = entry[member] || null
    if (ours === null || theirs === null) exact &&= ours === theirs
    else if (ours === theirs) agreeing++
    else return null
  }
  if (agreeing === 0) return null
  return exact ? 'exact' : 'partial'
}

/**
 * The only member in which a test and an entry of the same name differ, while another one agrees: moved, renamed, or
 * quarantined for another variant. Undefined where that is not so.
 */
export function onlyDifference(
  test: TestIdentity,
  entry: QuarantinedTest,
  variant: string | null,
  members: readonly Member[],
): Member | 'variant' | undefined {
  let agreeing = 0
  const differing: (Member | 'variant')[] = isOfVariant(entry, variant) ? [] : ['variant']
  for (const member of members) {
    if (!test[member] || !entry[member]) continue
    if (test[member] === entry[member]) agreeing++
    else differing.push(member)
  }
  return agreeing > 0 && differing.length === 1 ? differing[0] : undefined
}

/** An entry that has nothing but its name could be any test of that name. */
export function hasNameOnly(entry: QuarantinedTest, members: readonly Member[]): boolean {
  return members.every(member => !entry[member])
}

/** The name of a branch: some events and answers give whole refs. */
export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

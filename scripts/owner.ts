/**
 * The account that publishes the action. It stands in `repository` of package.json, and `npm run docs` writes it from
 * there into every page and every file that names the repository.
 */

/** Stands for the account as long as nobody publishes the action. */
export const NOBODY = 'OWNER'

/** The owner in the `repository` of a package.json, which is `github:<owner>/merge-queue-gate`. */
export function ownerOf({ repository }: { repository?: unknown }): string {
  const [, owner] = /^github:([\w-]+)\/merge-queue-gate$/.exec(String(repository)) ?? []
  if (owner === undefined) throw new Error('package.json: `repository` is not github:<owner>/merge-queue-gate')
  return owner
}

/** A text in which the repository, and the placeholder in CODEOWNERS, have this owner. */
export function withOwner(text: string, owner: string): string {
  return text
    .replaceAll(/\b[\w-]+(?=\/merge-queue-gate(?![\w-]))/g, owner)
    .replaceAll(new RegExp(`@${NOBODY}\\b`, 'g'), `@${owner}`)
}

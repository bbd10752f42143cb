/** The part of a node of the syntax tree that is looked at here. */
interface Node {
  type: string
  quasis?: { value: { raw: string } }[]
}

/**
 * Leaves out mutants of sentences, and of code that chooses between words in them. The snapshots of the scenarios check
 * every word that a person reads, but they are too slow to be played for each mutant.
 */
const texts = {
  shouldIgnore({ node }: { node: Node }): string | undefined {
    const parts = node.type === 'TemplateLiteral' ? (node.quasis ?? []) : []
    return parts.some(({ value }) => /[a-z,.:] [a-z`"'#]|^ [a-z]+|[a-z]+ $/i.test(value.raw)) ? 'a sentence' : undefined
  },
}

/** A plugin of Stryker (its PluginKind.Ignore). */
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: texts }]

import type { TestIdentity } from '../facts/test-report.ts'
import type { TestHash } from './compact-tests.ts'
import { detached } from './detached.ts'

/** The names that have a hash, {@link TestHash.name}: most often none or one. */
export type NamesOf = (hash: number) => readonly string[]

/** What a test is told apart by beside its name. */
interface Scope extends Omit<TestIdentity, 'name'> {
  /** The classname is the name, as jest-junit has it unless told otherwise: then each test would have its own scope. */
  isNamed: boolean
}

/** Characters of all scopes; a report with more is broken in another way. */
const MAX_TEXT = 256 * 1024 * 1024
/** What a scope takes beside its characters, in characters. */
const SCOPE_TEXT = 100

/**
 * The names of many tests, 8 bytes each: a hash, and the number of the scope that the test stands in. Tests that follow
 * each other mostly share it. A test that comes twice is in twice.
 */
export class CompactNames {
  private rows = new Uint32Array(1024)
  private size = 0
  private readonly scopes: Scope[] = []
  private lastScope = -1
  private text = 0
  private readonly maxText: number

  constructor(maxText = MAX_TEXT) {
    this.maxText = maxText
  }

  /** Whether the scopes take more memory than there is for them. */
  get isFull(): boolean {
    return this.text > this.maxText
  }

  /** Adds the test that was hashed last. */
  add({ name, scope }: TestHash, test: TestIdentity): void {
    const { scopes } = this
    if (scope !== this.lastScope || scopes.at(-1)?.isNamed) this.enterScope(test)
    this.lastScope = scope
    if (this.size === this.rows.length) {
      const all = new Uint32Array(this.size * 2)
      all.set(this.rows)
      this.rows = all
    }
    this.rows[this.size++] = name
    this.rows[this.size++] = scopes.length - 1
  }

  /**
   * The tests that bear one of the names, and some that only bear a name of the same hash as one of them.
   *
   * @param namesOf the names of a hash
   */
  *named(namesOf: NamesOf): Generator<TestIdentity> {
    for (let at = 0; at < this.size; at += 2) {
      for (const name of namesOf(this.rows[at] ?? 0)) {
        const scope = this.scopes[this.rows[at + 1] ?? 0]
        if (scope)
          yield { name, classname: scope.isNamed ? name : scope.classname, file: scope.file, parent: scope.parent }
      }
    }
  }

  /** Texts that the scope before has are shared with it; the others are copies. */
  private enterScope({ name, classname, file, parent }: TestIdentity): void {
    const last = this.scopes.at(-1)
    const isNamed = classname === name
    if (isNamed && last?.isNamed && last.file === file && last.parent === parent) return
    const own = (text: string | null, known: string | null | undefined): string | null => {
      if (text === null || text === known) return text && (known ?? text)
      this.text += text.length
      return detached(text)
    }
    this.text += SCOPE_TEXT
    this.scopes.push({
      classname: isNamed ? null : own(classname, last?.classname),
      isNamed,
      file: own(file, last?.file),
      parent: own(parent, last?.parent),
    })
  }
}

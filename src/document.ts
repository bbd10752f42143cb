/** What a document has to look like; made by `described`, or from the same schema by the build. */
export interface Description<T> {
  /** Whether a value that JSON.parse gave is such a document. It can have more members than are described. */
  is(json: unknown): json is T
  /** Of one that isn't: the path of the first wrong member, and what it should be. */
  problem(json: unknown): Promise<string>
}

/** The type of what is described. */
export type Described<D> = D extends Description<infer T> ? T : never

/** A document is not what it has to be. The message names the member, and not what it holds: that is somebody else's. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

/**
 * A document with the type that its description says.
 *
 * @param json what JSON.parse gives
 * @throws {DocumentError} where it is something else
 */
export async function readDocument<T>(description: Description<T>, json: unknown): Promise<T> {
  if (description.is(json)) return json
  throw new DocumentError(await description.problem(json))
}

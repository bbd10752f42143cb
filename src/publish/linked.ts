import { isWebAddress, link, prose } from '../escape.ts'

/** A name in code font with an address in brackets behind it, or behind the word that says what became of it. */
const NAMED = /<code>([^<]*)<\/code>( failed)? \((https?:\/\/[^\s()<>&]+)\)/g
/** An address in brackets. */
const ALONE = /\((https?:\/\/[^\s()<>&]+)\)/g

/**
 * Our own sentences as {@link prose} with links in them: a name leads to the address behind it, as in the tables; an
 * address that belongs to no name leads to itself.
 */
export function linked(text: string, limit?: number): string {
  return prose(text, limit)
    .replace(NAMED, (whole, name, failed = '', address) =>
      isWebAddress(address) ? `${link(`<code>${name}</code>`, address)}${failed}` : whole,
    )
    .replace(ALONE, (whole, address) => (isWebAddress(address) ? `(${link(address, address)})` : whole))
}

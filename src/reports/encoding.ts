/**
 * The decoder of a file: by its byte order mark, else by its XML declaration, else UTF-8. It throws a TypeError for bytes
 * that are not in that encoding, and a RangeError for an encoding that Node does not know.
 */
export function decoderFor(start: Buffer): InstanceType<typeof TextDecoder> {
  const hex = start.subarray(0, 2).toString('hex')
  const mark = hex === 'fffe' ? 'utf-16le' : hex === 'feff' ? 'utf-16be' : null
  const declared = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(start.toString('latin1', 0, 1024))?.[1]
  return new TextDecoder(mark ?? declared ?? 'utf-8', { fatal: true })
}

import { fileURLToPath } from 'node:url'

/**
 * The script that everything here runs as the action: what GATE_BUNDLE names, else the committed bundle. The tests set
 * GATE_BUNDLE to a bundle of the sources at hand (`test/launcher/built.ts`).
 *
 * @returns {string}  Path of the file.
 */
export function bundleFile() {
  return process.env['GATE_BUNDLE'] ?? fileURLToPath(new URL('../../dist/index.js', import.meta.url))
}

/**
 * The amount of work of a test, such as its number of random cases: the first number in `npm test`, the second one in
 * `npm run test:slow`. vitest.config.ts sets SLOW_TESTS; it is read here alone.
 */
export function amount(quick: number, slow: number): number {
  return process.env['SLOW_TESTS'] === '1' ? slow : quick
}

/**
 * How much a test does where more of it only takes longer, such as random cases: the first number in `npm test`, the
 * second one in `npm run test:slow`. vitest.config.ts sets SLOW_TESTS; it is read here alone.
 */
export function amount(quick: number, slow: number): number {
  return process.env['SLOW_TESTS'] === '1' ? slow : quick
}

/**
 * The text of an input as the runner hands it on, in `INPUT_<NAME>`: blanks in the name become `_`, hyphens stay
 * (actions/runner, and `getInput` of actions/toolkit, which reads the real environment only).
 *
 * @returns undefined where it is absent; the runner fills in the default of action.yml, other callers may not
 */
export function inputOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`]
}

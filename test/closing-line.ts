import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one plain line, `N passed, N failed, N skipped`, for programs that read the log. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const count = (state: string) => tests.filter(test => test.result().state === state).length
    // A file that could not be loaded has no test that could fail.
    const broken = modules.filter(module => module.state() === 'failed' && module.children.size === 0).length
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped`)
  }
}

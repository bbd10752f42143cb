import { type Toolkit, toolkit } from '../src/runner/runner.ts'

/** The toolkit as it is, but that its lines are handed over instead of being written to standard output. */
export function toolkitInto(print: (line: string) => void): Toolkit {
  const entries = Object.entries(toolkit).map(([name, write]) => [name, intercepted(write as Write, print)])
  return Object.fromEntries(entries) as Toolkit
}

type Write = (...args: unknown[]) => void

function intercepted(write: Write, print: (line: string) => void): Write {
  return (...args) => {
    const original = process.stdout.write
    process.stdout.write = text => {
      print(String(text).replace(/\r?\n$/, ''))
      return true
    }
    try {
      write(...args)
    } finally {
      process.stdout.write = original
    }
  }
}

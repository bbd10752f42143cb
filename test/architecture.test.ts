import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

interface Import {
  /** A file of src from there on, or the name of a package. */
  target: string
  /** Gone once it is compiled. */
  typeOnly: boolean
}

interface Module {
  /** From src on, with slashes. */
  file: string
  tree: ts.SourceFile
  imports: Import[]
}

const modules: Module[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => file.replaceAll(path.sep, '/'))
  .toSorted()
  .map(file => {
    const text = readFileSync(path.join(SRC, file), 'utf8')
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
    return { file, tree, imports: importsOf(tree) }
  })

/** All imports and re-exports, those that are awaited included. */
function importsOf(tree: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier))
      throw new Error(`${tree.fileName}: an import that nobody can follow`)
    const { text } = specifier
    const target = text.startsWith('.') ? path.posix.join(path.posix.dirname(tree.fileName), text) : text
    found.push({ target, typeOnly })
  }
  walk(tree, node => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node))
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
  })
  return found
}

function isTypeOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const bindings = importClause.namedBindings
  return (
    !importClause.name &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every(element => element.isTypeOnly)
  )
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, child => walk(child, visit))
}

/** `file -> target` for all imports that the rule forbids. */
function offences(forbids: (from: string, each: Import) => boolean): string[] {
  return modules.flatMap(({ file, imports }) =>
    imports.filter(each => forbids(file, each)).map(({ target }) => `${file} -> ${target}`),
  )
}

const isOurs = (target: string) => modules.some(({ file }) => file === target)
const within =
  (...places: string[]) =>
  (file: string) =>
    places.some(place => (place.endsWith('/') ? file.startsWith(place) : file === place))

describe('who may import whom', () => {
  test('every import of ours is a file', () => {
    expect(offences((_, { target }) => target.endsWith('.ts') && !isOurs(target))).toEqual([])
  })

  test('packages are those that the action ships', () => {
    const shipped = /^(?:node:[\w/]+|@actions\/(?:core|github|glob)(?:\/.+)?|saxes|zod(?:\/mini)?)$/
    expect(offences((_, { target }) => !isOurs(target) && !shipped.test(target))).toEqual([])
  })

  test('only main and github know GitHub Actions, and globs are those of its toolkit', () => {
    const may = within('main.ts', 'github/')
    const isGlob = (file: string, target: string) => file === 'reports/glob.ts' && target === '@actions/glob'
    expect(
      offences((file, { target }) => target.startsWith('@actions/') && !may(file) && !isGlob(file, target)),
    ).toEqual([])
  })

  test('the gate does no I/O', () => {
    const gate = within('gate/')
    const barred = (target: string) => !isOurs(target) || within('service/', 'github/', 'publish/')(target)
    expect(offences((file, { target }) => gate(file) && barred(target))).toEqual([])
  })

  test('the gate imports nothing that does, by whichever way', () => {
    const imported = new Map(modules.map(({ file, imports }) => [file, imports.filter(each => !each.typeOnly)]))
    const reached = new Set<string>()
    const follow = (target: string): void => {
      if (reached.has(target)) return
      reached.add(target)
      for (const next of imported.get(target) ?? []) follow(next.target)
    }
    for (const { file } of modules) if (within('gate/')(file)) follow(file)
    expect([...reached].filter(target => !isOurs(target) || within('service/', 'github/', 'publish/')(target))).toEqual(
      [],
    )
  })

  test('the service knows nothing of verdicts, GitHub and publishing', () => {
    const barred = within('gate/', 'github/', 'publish/', 'main.ts', 'inputs.ts', 'event.ts', 'context.ts')
    expect(offences((file, { target }) => within('service/')(file) && barred(target))).toEqual([])
  })

  test('the github knows nothing of the service, verdicts and publishing', () => {
    const barred = within('gate/', 'service/', 'publish/', 'main.ts')
    expect(offences((file, { target }) => within('github/')(file) && barred(target))).toEqual([])
  })

  test('publishing takes types of the service, and asks nobody', () => {
    const barred = within('service/', 'github/')
    expect(offences((file, { target, typeOnly }) => within('publish/')(file) && barred(target) && !typeOnly)).toEqual(
      [],
    )
  })

  test('what wires the parts together is imported by nobody else, and it alone publishes', () => {
    const may = (file: string, target: string) =>
      target === 'index.ts'
        ? false
        : target === 'main.ts'
          ? file === 'index.ts'
          : within('publish/', 'index.ts', 'main.ts', 'poll/ask.ts')(file)
    const rule = within('index.ts', 'main.ts', 'publish/')
    expect(offences((file, { target }) => rule(target) && !may(file, target))).toEqual([])
  })

  test('facts are words of our own: they import nothing', () => {
    expect(
      modules.filter(({ file }) => ['facts.ts', 'conditions.ts'].includes(file)).flatMap(each => each.imports),
    ).toEqual([])
  })
})

describe('cycles', () => {
  /** The files of each ring of imports, once each, from the first in the alphabet on. */
  function rings(counts: (each: Import) => boolean): string[] {
    const targets = new Map(modules.map(({ file, imports }) => [file, imports.filter(counts).map(each => each.target)]))
    const found = new Set<string>()
    const visit = (file: string, trail: string[]): void => {
      const at = trail.indexOf(file)
      if (at >= 0) {
        const ring = trail.slice(at)
        const first = ring.indexOf(ring.toSorted()[0] ?? '')
        found.add([...ring.slice(first), ...ring.slice(0, first)].join(' -> '))
      } else for (const next of targets.get(file) ?? []) visit(next, [...trail, file])
    }
    for (const { file } of modules) visit(file, [])
    return [...found].toSorted()
  }

  test('there is none once it is compiled', () => {
    expect(rings(({ typeOnly }) => !typeOnly)).toEqual([])
  })

  test('there is none among the types either', () => {
    expect(rings(() => true)).toEqual([])
  })
})

describe('the same facts give the same verdict', () => {
  /** What gives another answer each time, or reaches out. */
  const IMPURE =
    /^(?:Date\.now|Math\.random|performance|process|globalThis|console|fetch|setTimeout|setInterval|crypto)$/

  test('the gate looks at no clock, no dice and no environment', () => {
    const found = modules
      .filter(({ file }) => within('gate/')(file))
      .flatMap(({ file, tree }) => {
        const uses: string[] = []
        walk(tree, node => {
          const isName = ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent)
          const isOwner =
            ts.isIdentifier(node) && ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node
          const text = ts.isPropertyAccessExpression(node) || isName || isOwner ? node.getText() : ''
          if (IMPURE.test(text)) uses.push(`${file}: ${text}`)
          if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
            uses.push(`${file}: new Date()`)
          }
        })
        return uses
      })
    expect(found).toEqual([])
  })

  test('no module keeps a variable between two calls', () => {
    const found = modules.flatMap(({ file, tree }) =>
      tree.statements
        .filter(ts.isVariableStatement)
        .filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) === 0)
        .map(statement => `${file}: ${statement.getText().split('\n')[0]}`),
    )
    expect(found.filter(each => !each.startsWith('index.ts'))).toEqual([])
  })
})

describe('nothing happens on import', () => {
  const rest = modules.filter(({ file }) => file !== 'index.ts')

  test('but in index, modules only declare', () => {
    const declares = (statement: ts.Statement) =>
      ts.isImportDeclaration(statement) ||
      ts.isExportDeclaration(statement) ||
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isVariableStatement(statement)
    const found = rest.flatMap(({ file, tree }) =>
      tree.statements.filter(statement => !declares(statement)).map(statement => `${file}: ${statement.getText()}`),
    )
    expect(found).toEqual([])
  })

  test('what is declared reaches for nothing', () => {
    const OUTSIDE = ['process', 'fs', 'os', 'http', 'https', 'fetch', 'console', 'globalThis', 'getInput']
    const found = rest.flatMap(({ file, tree }) => {
      const uses: string[] = []
      const visit = (node: ts.Node): void => {
        // What stands in a function happens when it is called.
        if (ts.isFunctionLike(node)) return
        if (ts.isAwaitExpression(node)) uses.push(`${file}: ${node.getText()}`)
        if (ts.isIdentifier(node) && OUTSIDE.includes(node.text)) uses.push(`${file}: ${node.parent.getText()}`)
        ts.forEachChild(node, visit)
      }
      for (const statement of tree.statements) if (ts.isVariableStatement(statement)) visit(statement)
      return uses
    })
    expect(found).toEqual([])
  })
})

test('every file says what is in it: there is no drawer for the rest', () => {
  const drawers = /^(?:utils?|helpers?|common|misc|shared|lib|tools?)(?:\.ts)?$/
  expect(modules.map(({ file }) => file).filter(file => file.split('/').some(part => drawers.test(part)))).toEqual([])
})

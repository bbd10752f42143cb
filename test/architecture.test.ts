import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { ROOMS, roomOf } from '../scripts/rooms.ts'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

interface Import {
  /** A file of src from there on, or the name of a package. */
  target: string
  /** Gone once it is compiled. */
  typeOnly: boolean
  /** Loaded when it is asked for. */
  late?: boolean
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
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, late = false) => {
    if (!specifier || !ts.isStringLiteral(specifier))
      throw new Error(`${tree.fileName}: an import that nobody can follow`)
    const { text } = specifier
    const target = text.startsWith('.') ? path.posix.join(path.posix.dirname(tree.fileName), text) : text
    found.push({ target, typeOnly, late })
  }
  walk(tree, node => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node))
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true)
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

/** `file -> target` for all imports of which this is true. */
function importsThat(is: (from: string, each: Import) => boolean): string[] {
  return modules.flatMap(({ file, imports }) =>
    imports.filter(each => is(file, each)).map(({ target }) => `${file} -> ${target}`),
  )
}

const isOurs = (target: string) => modules.some(({ file }) => file === target)

test('every file is in a room, and every room has a file', () => {
  expect(modules.map(({ file }) => file).filter(file => roomOf(file) < 0)).toEqual([])
  expect(ROOMS.filter((_, at) => !modules.some(({ file }) => roomOf(file) === at))).toEqual([])
})

test('a room imports rooms below it, and from outside what its row allows', () => {
  const isAllowed = (from: string, { target }: Import) => {
    if (isOurs(target)) return roomOf(target) >= roomOf(from)
    return ROOMS[roomOf(from)]?.outside.some(name => target === name || target.startsWith(`${name}/`))
  }
  expect(importsThat((from, each) => !isAllowed(from, each))).toEqual([])
})

test('the gate imports facts and text alone', () => {
  const isPure = (file: string) => /^(?:gate|facts|text)\//.test(file)
  expect(importsThat((from, { target }) => from.startsWith('gate/') && !isPure(target))).toEqual([])
})

test("three things load late: GitHub's client, YAML, Node's client for HTTP", () => {
  expect(importsThat((_, { late = false }) => late)).toEqual([
    'github/client.ts -> @actions/github/lib/utils',
    'github/workflows/yaml.ts -> yaml',
    'http/transport.ts -> http/client.ts',
  ])
})

test('only two files write to GitHub, and only publishing calls them', () => {
  const codeOf = (tree: ts.SourceFile) => ts.createPrinter({ removeComments: true }).printFile(tree)
  const writers = modules.filter(({ tree }) => /\b(?:POST|PUT|PATCH|DELETE) \/repos\//.test(codeOf(tree)))
  expect(writers.map(({ file }) => file)).toEqual(['github/writes.ts'])
  const calls = importsThat((_, { target, typeOnly }) => writers.some(({ file }) => file === target) && !typeOnly)
  expect(calls.filter(each => !each.startsWith('publish/'))).toEqual([])
})

test('no file imports itself by way of others, types included', () => {
  const targets = new Map(modules.map(({ file, imports }) => [file, imports.map(each => each.target)]))
  const done = new Set<string>()
  const rings: string[] = []
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) rings.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
    if (done.has(file)) return
    done.add(file)
    for (const next of targets.get(file) ?? []) visit(next, [...trail, file])
  }
  for (const { file } of modules) visit(file, [])
  expect(rings).toEqual([])
})

describe('the same facts give the same verdict', () => {
  /** These give another answer each time, or reach out. */
  const IMPURE =
    /^(?:Date\.now|Math\.random|performance|process|globalThis|console|fetch|setTimeout|setInterval|crypto)$/

  test('the gate looks at no clock, no dice and no environment', () => {
    const found = modules
      .filter(({ file }) => file.startsWith('gate/'))
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

  test('declarations import nothing', () => {
    const OUTSIDE = ['process', 'fs', 'os', 'http', 'https', 'fetch', 'console', 'globalThis', 'getInput']
    const found = rest.flatMap(({ file, tree }) => {
      const uses: string[] = []
      const visit = (node: ts.Node): void => {
        // Code in a function runs when it is called.
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

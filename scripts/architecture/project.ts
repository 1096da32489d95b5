import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { parseSync } from 'vite'

/** A violation of a rule: its position, and what is wrong. */
export type Problem = { path: string; line?: number; message: string }

/** One architecture rule. */
export type Rule = { name: string; check(project: Project): Problem[] }

/** A node of the syntax tree. */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown }

/**
 * One import, or export from. `target` is a path in the project, or undefined for a package. `typeOnly` is true when
 * the import has no effect at run time.
 */
export type Import = { specifier: string; target: string | undefined; line: number; typeOnly: boolean }

/** A parsed source file. `mentions` are files that its string literals name. */
export type Source = {
  path: string
  text: string
  lines: string[]
  program: SyntaxNode
  imports: Import[]
  mentions: string[]
}

export type Project = {
  /** Every file, by its path from the root with forward slashes. */
  paths: string[]
  has(path: string): boolean
  text(path: string): string
  /** The TypeScript and JavaScript files. */
  sources: Source[]
  source(path: string): Source | undefined
  /** Syntax errors. */
  unparsed: Problem[]
}

const ignored = new Set(['node_modules', 'dist', '.git', '.data', 'test-results'])
const code = /\.(ts|tsx|mts|mjs|js)$/

/** Reads and parses a checkout. */
export function loadProject(root: string): Project {
  const paths = listFiles(root, '')
  const known = new Set(paths)
  const unparsed: Problem[] = []
  const sources: Source[] = []
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  for (const path of paths.filter((candidate) => code.test(candidate))) {
    const source = parseSource(path, text(path), known)
    if ('message' in source) unparsed.push(source)
    else sources.push(source)
  }
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return {
    paths,
    has: (path) => known.has(path),
    text,
    sources,
    source: (path) => byPath.get(path),
    unparsed,
  }
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (ignored.has(entry.name)) return []
    return entry.isDirectory() ? listFiles(root, path) : [path]
  })
}

function parseSource(path: string, text: string, known: Set<string>): Source | Problem {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) return { path, message: errors[0]?.message ?? 'does not parse' }
  const lineOf = lineFinder(text)
  const imports = readRequests(module, text).map(({ specifier, start, typeOnly }) => ({
    specifier,
    target: specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined,
    line: lineOf(start),
    typeOnly,
  }))
  const lines = text.split('\n')
  const source = {
    path,
    text,
    lines,
    program: program as unknown as SyntaxNode,
    imports,
    mentions: [] as string[],
  }
  source.mentions = findMentions(source, known)
  return source
}

type Request = { specifier: string; start: number; typeOnly: boolean }

function readRequests(module: ReturnType<typeof parseSync>['module'], text: string): Request[] {
  const imports = module.staticImports.map(({ moduleRequest: { value, start }, entries }) => ({
    specifier: value,
    start,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const exports = module.staticExports.flatMap(({ start, entries }) => {
    const specifier = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest?.value
    return specifier ? [{ specifier, start, typeOnly: entries.every(({ isType }) => isType) }] : []
  })
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const specifier = /^(['"`])(.*)\1$/s.exec(text.slice(start, end))?.[2]
    return specifier ? [{ specifier, start, typeOnly: false }] : []
  })
  return [...imports, ...exports, ...dynamic]
}

/** Finds files named in strings: workers, import.meta.url addresses and paths in configurations. */
function findMentions(source: Source, known: Set<string>): string[] {
  const folder = posix.dirname(source.path)
  const found: string[] = []
  walk(source.program, (node) => {
    if (node.type !== 'Literal' || typeof node.value !== 'string' || !/\.\w+$/.test(node.value)) return
    for (const path of [posix.join(folder, node.value), posix.normalize(node.value)]) {
      if (known.has(path)) found.push(path)
    }
  })
  return found
}

/** Visits every node, parents before children. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | undefined) => void,
): void {
  const step = (current: SyntaxNode, parent: SyntaxNode | undefined) => {
    visit(current, parent)
    for (const value of Object.values(current)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) step(child, current)
    }
  }
  step(node, undefined)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns the name of an identifier, or of the last member: `Number.parseFloat` → 'parseFloat'. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (typeof node.name === 'string') return node.name
  return node.type === 'MemberExpression' ? nameOf(node.property) : ''
}

/** Returns a function that maps an offset to its line, counted from 1. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** True for test files, which are exempt from the rules on size and reach. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path)
}

/** True for tests and for code that only tests may use: builders, fixtures, the test database. */
export function isForTests(path: string): boolean {
  return isTest(path) || basename(path) === 'testing.ts' || /^(e2e|bench|proof|testing)\//.test(path)
}

import { parseSync } from 'vite'

/** A node of the syntax tree. */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown }

/** One call of `t`, `rich`, `msg`, `translate` or what `translatorTo` returns. */
export interface TextCall {
  readonly name: 't' | 'rich' | 'msg' | 'translate' | 'translator'
  readonly start: number
  readonly end: number
  /** The message without its context. */
  readonly message: string
  /** The key in the catalogues. */
  readonly key: string
  /** Values by name, without the context. */
  readonly values: ReadonlyMap<string, SyntaxNode>
}

export interface Texts {
  readonly calls: readonly TextCall[]
  /** Imports to remove, because nothing is left that uses them. */
  readonly imports: readonly SyntaxNode[]
}

/** A mistake in a call, with its position in the file. */
export class TextProblem extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

const TEXT_MODULE = /(^|\/)language\/text\.ts$/
/** The module of domain/ and contract/, whose texts the web inlines and the server translates. */
const MARK_MODULE = /(^|\/)languages\/msg\.ts$/
const SERVER_MODULE = /(^|\/)languages\/translate\.ts$/

const MODULES: readonly { readonly module: RegExp; readonly functions: readonly TextCall['name'][] }[] = [
  { module: TEXT_MODULE, functions: ['t', 'rich'] },
  { module: MARK_MODULE, functions: ['msg'] },
  { module: SERVER_MODULE, functions: ['translate'] },
]

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

/** Visits a node and all nodes below it. A visitor that returns false leaves out what is below. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => boolean | undefined): void {
  if (visit(node) === false) return
  for (const field of Object.values(node))
    for (const below of Array.isArray(field) ? field : [field]) if (isSyntaxNode(below)) walk(below, visit)
}

/** Parses TypeScript or TSX. Throws a TextProblem on a syntax error. */
export function parseCode(path: string, code: string): SyntaxNode {
  const { program, errors } = parseSync(path, code)
  const [error] = errors
  if (error) throw new TextProblem(error.message, error.labels[0]?.start ?? 0)
  return program as unknown as SyntaxNode
}

/**
 * Finds the calls for texts in a file. In a file of the server's rooms `t` is what `translatorTo` returns, wherever it comes
 * from. Throws a TextProblem for a call that can't be translated at build time.
 */
export function findTexts(program: SyntaxNode, isRoom = false): Texts {
  const imports: SyntaxNode[] = []
  const names = new Map<string, TextCall['name']>(isRoom ? [['t', 'translator']] : [])
  for (const statement of program.body as SyntaxNode[]) {
    if (statement.type !== 'ImportDeclaration') continue
    const source = (statement.source as SyntaxNode).value as string
    const imported = MODULES.find(({ module }) => module.test(source))
    if (!imported) continue
    if (imported.module !== SERVER_MODULE) imports.push(statement)
    // The server's rooms hand on what `translatorTo` returns, by this name.
    else names.set('t', 'translator')
    for (const specifier of statement.specifiers as SyntaxNode[]) {
      const name = (specifier.imported as SyntaxNode | undefined)?.name as TextCall['name']
      if (imported.functions.includes(name)) names.set((specifier.local as SyntaxNode).name as string, name)
    }
  }
  return { calls: names.size > 0 ? findCalls(program, names) : [], imports }
}

function findCalls(program: SyntaxNode, names: ReadonlyMap<string, TextCall['name']>): TextCall[] {
  const calls: TextCall[] = []
  const callees = new Set<SyntaxNode>()
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') return false
    if (node.type === 'MemberExpression' && !node.computed) callees.add(node.property as SyntaxNode)
    if (node.type === 'Property' && !node.computed && !node.shorthand) callees.add(node.key as SyntaxNode)
    if (node.type === 'CallExpression') {
      const callee = node.callee as SyntaxNode
      const name = callee.type === 'Identifier' ? names.get(callee.name as string) : undefined
      if (name) {
        callees.add(callee)
        calls.push(readCall(name, node))
      }
    }
    const name = node.type === 'Identifier' ? names.get(node.name as string) : undefined
    if ((name === 't' || name === 'rich' || name === 'msg') && !callees.has(node))
      throw new TextProblem(`Call ${node.name} directly: it has no value of its own.`, node.start)
    return undefined
  })
  return calls
}

function readCall(name: TextCall['name'], node: SyntaxNode): TextCall {
  const given = (node.arguments as SyntaxNode[]).slice(name === 'translate' ? 1 : 0)
  const [text, object] = given
  const message = text && literalText(text)
  if (message === undefined) throw new TextProblem(`The message of ${name} must be a literal.`, node.start)
  if (given.length > 2) throw new TextProblem(`${name} takes a message and its values.`, node.start)
  const values = object ? readValues(object) : new Map<string, SyntaxNode>()
  const context = values.get('context')
  values.delete('context')
  const contextText = context && literalText(context)
  if (context && contextText === undefined)
    throw new TextProblem('The context must be a literal.', context.start)
  const key = contextText === undefined ? message : `${message} (${contextText})`
  return { name, start: node.start, end: node.end, message, key, values }
}

/** Returns the text of a literal, a template without expressions, or literals joined over several lines. */
function literalText(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral' && (node.expressions as SyntaxNode[]).length === 0)
    return ((node.quasis as SyntaxNode[])[0]!.value as { cooked: string }).cooked
  return undefined
}

function readValues(node: SyntaxNode): Map<string, SyntaxNode> {
  if (node.type !== 'ObjectExpression')
    throw new TextProblem('The values must be an object literal.', node.start)
  return new Map(
    (node.properties as SyntaxNode[]).map((property) => {
      const key = property.key as SyntaxNode | undefined
      if (property.type !== 'Property' || property.computed || key?.type !== 'Identifier' || property.method)
        throw new TextProblem('Each value must be written as name: value.', property.start)
      return [key.name as string, property.value as SyntaxNode]
    }),
  )
}

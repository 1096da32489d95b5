import { posix } from 'node:path'
import {
  isForTests,
  isNode,
  lineFinder,
  nameOf,
  type Problem,
  type Project,
  type Rule,
  type Source,
  type SyntaxNode,
  walk,
} from './project.ts'

const LEDGER = 'server/rooms/ledger/'
const INDEX = `${LEDGER}index.ts`
/** The only file that writes ledger entries. A file that imports it books money. */
const APPENDING = `${LEDGER}actions/append-entries.ts`
/** Levels of callers to check, from the booking function up to its action. */
const STEPS_UP = 3

/** A function call. */
interface Call {
  readonly source: Source
  readonly name: string
  readonly node: SyntaxNode
  /** The top-level statement that contains the call. */
  readonly around: SyntaxNode
}

/**
 * A crash after each ledger entry must be testable: a failpoint follows the call that books it, in the same function or
 * after every call of that function. The tests in `proof/crashes` stop a process at each failpoint.
 */
const failpoints: Rule = {
  name: 'a failpoint follows every ledger entry',
  check: (project) => {
    const bookings = bookingNames(project)
    const calls = project.sources
      .filter(({ path }) => path.startsWith('server/') && !isForTests(path) && !path.startsWith(LEDGER))
      .flatMap(callsIn)
    return calls
      .filter(({ source, name }) => bookings.has(importedAs(source, name)))
      .filter((call) => !isCovered(call, calls, STEPS_UP))
      .map(({ source, name, node }): Problem => {
        const message = `no failpoint follows ${name}, neither here nor in the callers`
        return { path: source.path, line: lineFinder(source.text)(node.start), message }
      })
  },
}

/** Returns the exports of the ledger's index.ts that write entries. */
function bookingNames(project: Project): ReadonlySet<string> {
  const index = project.source(INDEX)
  const names = new Set<string>()
  for (const node of nodesOf(index?.program.body)) {
    const from = isNode(node.source) ? posix.join(posix.dirname(INDEX), String(node.source.value)) : ''
    if (!project.source(from)?.imports.some(({ target }) => target === APPENDING)) continue
    for (const one of nodesOf(node.specifiers)) if (one.exportKind !== 'type') names.add(nameOf(one.exported))
  }
  return names
}

/** Returns the ledger's name of a local import, or '' when it is not imported from the ledger. */
function importedAs(source: Source, local: string): string {
  for (const node of nodesOf(source.program.body)) {
    if (node.type !== 'ImportDeclaration' || !isNode(node.source)) continue
    if (posix.join(posix.dirname(source.path), String(node.source.value)) !== INDEX) continue
    const found = nodesOf(node.specifiers).find((one) => nameOf(one.local) === local)
    if (found) return nameOf(found.imported)
  }
  return ''
}

function callsIn(source: Source): Call[] {
  return nodesOf(source.program.body).flatMap((around) => {
    const calls: Call[] = []
    walk(around, (node) => {
      if (node.type === 'CallExpression') calls.push({ source, name: nameOf(node.callee), node, around })
    })
    return calls
  })
}

function isCovered(call: Call, calls: readonly Call[], stepsUp: number): boolean {
  const behind = ({ name, around, node }: Call) =>
    name === 'failpoint' && around === call.around && node.start > call.node.end
  if (calls.some(behind)) return true
  const callers = calls.filter(({ name }) => name === declaredBy(call.around))
  return stepsUp > 0 && callers.length > 0 && callers.every((one) => isCovered(one, calls, stepsUp - 1))
}

/** Returns the name of the function that a top-level statement declares, or null. */
function declaredBy(statement: SyntaxNode): string | null {
  const declared = isNode(statement.declaration) ? statement.declaration : statement
  const [first] = nodesOf(declared.declarations)
  return nameOf((first ?? declared).id) || null
}

const nodesOf = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : [])

export const moneyRules: Rule[] = [failpoints]

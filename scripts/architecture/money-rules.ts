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
const DOOR = `${LEDGER}index.ts`
/** The one place that writes entries: whatever imports it books. */
const APPENDING = `${LEDGER}actions/append-entries.ts`
/** From the function that books up to the action that it serves. */
const STEPS_UP = 2

/** A call somewhere in the product. */
interface Call {
  readonly source: Source
  readonly name: string
  readonly node: SyntaxNode
  /** What stands at the top of its file around it. */
  readonly around: SyntaxNode
}

/**
 * Wherever an entry is booked, a crash right afterwards has to be tried: a failpoint stands behind the call, in the same
 * function or behind every call of that function. `proof/torture` fails when one of them is never met.
 */
const failpoints: Rule = {
  name: 'a failpoint stands behind what is booked',
  check: (project) => {
    const bookings = bookingNames(project)
    const calls = project.sources
      .filter(({ path }) => path.startsWith('server/') && !isForTests(path) && !path.startsWith(LEDGER))
      .flatMap(callsIn)
    return calls
      .filter(({ source, name }) => bookings.has(importedAs(source, name)))
      .filter((call) => !isCovered(call, calls, STEPS_UP))
      .map(({ source, name, node }): Problem => {
        const message = `no failpoint stands behind ${name}, neither here nor where this is called`
        return { path: source.path, line: lineFinder(source.text)(node.start), message }
      })
  },
}

/** What the ledger's door hands out that writes entries. */
function bookingNames(project: Project): ReadonlySet<string> {
  const door = project.source(DOOR)
  const names = new Set<string>()
  for (const node of nodesOf(door?.program.body)) {
    const from = isNode(node.source) ? posix.join(posix.dirname(DOOR), String(node.source.value)) : ''
    if (!project.source(from)?.imports.some(({ target }) => target === APPENDING)) continue
    for (const one of nodesOf(node.specifiers)) if (one.exportKind !== 'type') names.add(nameOf(one.exported))
  }
  return names
}

/** The name by which the ledger hands out what a file calls by a name of its own; '' for what isn't the ledger's. */
function importedAs(source: Source, local: string): string {
  for (const node of nodesOf(source.program.body)) {
    if (node.type !== 'ImportDeclaration' || !isNode(node.source)) continue
    if (posix.join(posix.dirname(source.path), String(node.source.value)) !== DOOR) continue
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

/** The function that a statement at the top of a file declares; null where it declares none. */
function declaredBy(statement: SyntaxNode): string | null {
  const declared = isNode(statement.declaration) ? statement.declaration : statement
  const [first] = nodesOf(declared.declarations)
  return nameOf((first ?? declared).id) || null
}

const nodesOf = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : [])

export const moneyRules: Rule[] = [failpoints]

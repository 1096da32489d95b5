import { allRoutes } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import type { TestServer } from '../test-server.ts'
import { aSweptCompany, type Debtor, type SweptCompany } from './company.ts'
import { type DatabaseInspector, openDatabaseInspector } from './database-inspector.ts'
import { foreignIdsOf } from './foreign-ids.ts'
import { makePrincipals, type Principal } from './principals.ts'
import { type SampleCall, sampledByCaller, sampleOf } from './samples.ts'
import { type Subject, subjectOf } from './subject.ts'
import {
  type Answer,
  type Cell,
  makeCells,
  nameOf,
  refusalProblem,
  replaceIds,
  send,
  type Variation,
} from './sweep-call.ts'

/** Two companies, every kind of caller, and every call that they could make. */
export interface Sweep {
  readonly own: SweptCompany
  readonly rival: SweptCompany
  readonly principals: readonly Principal[]
  readonly inspector: DatabaseInspector
  readonly cells: readonly Cell[]
  /** Text of every response so far. */
  readonly responses: string[]
  readonly test: TestServer
  /** Read-only records of a customer. */
  subjectOf(debtor: Debtor): Subject
  /** The sample of a cell's route on read-only records. */
  readOnlyCall(cell: Cell): Promise<SampleCall>
  ask(cell: Cell, call: SampleCall, variation?: Variation): Promise<Answer>
  /** Makes a call that the policy refuses. Returns a problem, or null. */
  refusedProblem(cell: Cell): Promise<string | null>
  /** Makes a read that the policy allows. Returns a problem, or null. */
  readProblem(cell: Cell): Promise<string | null>
  /** Returns the first foreign id in a response, or null. */
  shows(cell: Cell, text: string): string | null
  /** The same calls, made at another server on the same data. */
  at(server: TestServer): Sweep
}

export const labelOf = ({ route, who, target }: Cell): string =>
  `${nameOf(route)} by ${who.name} on ${target.name} ids`

/** The status of a call that succeeds. */
export const successOf = (route: Route, call: SampleCall): number =>
  call.status ?? route.status ?? (route.reply === 'nothing' ? 204 : 200)

/** Leaves one cell for each kind of ids where all callers share the records of a sample, because there are 39,000 of them. */
function needingRecords(cells: readonly Cell[]): Cell[] {
  const found = new Map(
    cells.map((cell) => {
      const caller = sampledByCaller.has(cell.route) ? cell.who.name : ''
      return [`${nameOf(cell.route)} ${cell.target.name} ${caller}`, cell]
    }),
  )
  return [...found.values()]
}

/** Opens a sweep; with `routes` only their calls can be made without changing rows. */
export async function openSweep(test: TestServer, routes: readonly Route[] = allRoutes): Promise<Sweep> {
  const own = await aSweptCompany(test, 'swept-supplies')
  const rival = await aSweptCompany(test, 'rival-supplies')
  const principals = await makePrincipals(test, own, rival)
  const inspector = await openDatabaseInspector(test.ownerConfig)
  const cells = makeCells(allRoutes, principals, own, rival)
  const readOnly = new Map<Debtor, Subject>([
    [own.debtors.first, subjectOf(test, own, own.debtors.first, true)],
    [own.debtors.second, subjectOf(test, own, own.debtors.second, true)],
    [rival.debtors.first, subjectOf(test, rival, rival.debtors.first, true)],
  ])
  const readOnlyCall = async ({ route, who, target }: Cell): Promise<SampleCall> => {
    const sample = (debtor: Debtor) => sampleOf.get(route)!(readOnly.get(debtor)!, who)
    if (target.consistent) return sample(target.debtor!)
    const foreign = target.smuggled ? await sample(target.smuggled) : null
    return replaceIds(await sample(own.debtors.first), target, foreign)
  }
  // Creates all read-only records first, so that later calls change nothing.
  for (const cell of needingRecords(cells)) if (routes.includes(cell.route)) await readOnlyCall(cell)
  const foreign = await foreignIdsOf(inspector, own, rival)
  // Public responses may name any company.
  const shows = ({ route, who }: Cell, text: string): string | null =>
    route.access.kind === 'public' ? null : foreign.within(who, text)
  const subjectOfDebtor = (debtor: Debtor): Subject => readOnly.get(debtor)!
  const calls = { own, rival, principals, inspector, cells, readOnlyCall, shows, subjectOf: subjectOfDebtor }
  return sweepAt(test, calls)
}

type Calls = Pick<
  Sweep,
  'own' | 'rival' | 'principals' | 'inspector' | 'cells' | 'readOnlyCall' | 'shows' | 'subjectOf'
>

/** Makes and checks the calls at one server. */
function sweepAt(test: TestServer, calls: Calls): Sweep {
  const { readOnlyCall, shows } = calls
  const responses: string[] = []
  const ask = async (cell: Cell, call: SampleCall, variation: Variation = {}): Promise<Answer> => {
    const answer = await send(test, cell, call, variation)
    responses.push(answer.text)
    return answer
  }
  return {
    ...{ ...calls, responses, test, ask },
    at: (server) => sweepAt(server, calls),
    async refusedProblem(cell) {
      const answer = await ask(cell, await readOnlyCall(cell))
      if (answer.status !== cell.expected)
        return `${labelOf(cell)}: ${answer.status} instead of ${cell.expected} ${answer.text}`
      const problem = refusalProblem(answer)
      return problem && `${labelOf(cell)} ${problem}`
    },
    async readProblem(cell) {
      const call = await readOnlyCall(cell)
      const { status, text } = await ask(cell, call)
      const good = successOf(cell.route, call)
      if (status !== good) return `${labelOf(cell)}: ${status} instead of ${good} ${text}`
      // Also reads a list without its filters: the filters alone must not be what excludes foreign rows.
      const { text: bare } = call.query ? await ask(cell, { ...call, query: {} }) : { text: '' }
      const stray = shows(cell, text + bare)
      return stray && `${labelOf(cell)} shows ${stray}`
    },
  }
}

import type { z } from 'zod'
import type { Route } from '../../contract/route.ts'
import { labelOf, type Sweep, successOf } from './sweep.ts'
import { type Cell, isRead } from './sweep-call.ts'

/** Values that each condition takes; one that takes none of them is left out. */
const VALUES = ['first', '0.01', '0', 'true', '2026-11-20', 'USD']
/** A name, and the beginnings of numbers; a search of everything takes three characters. */
const WORDS = ['first', '10', 'inv-10', 'pay-10']
const IN_EVERY_ADDRESS = '.test'

/**
 * The ways to ask for a list, one condition at a time and each of its orders: every one is a statement of its own, which
 * has to know whose rows it may give.
 */
function listQueriesOf(route: Route): Record<string, string>[] {
  const shapes = route.query?.shape ?? {}
  const queries = Object.entries(shapes).flatMap(([name, shape]) =>
    valuesOf(name, shape as z.ZodType).map((value) => ({ [name]: value })),
  )
  // For few of many matches rows are read in order, and each is asked whether it is one.
  const few =
    'search' in shapes && 'page_size' in shapes ? [{ search: IN_EVERY_ADDRESS, page_size: '5' }] : []
  return [...queries, ...few]
}

function valuesOf(name: string, shape: z.ZodType): string[] {
  // Pages and the kind of a file choose no rows; an operator more makes no other statement.
  if (/^page|^exclude_|_(lt|gt|lte|eq|neq)$/.test(name)) return []
  if (name === 'search' || name === 'q') return WORDS
  const refused = shape.safeParse('?').error?.issues[0]
  const columns = /^order_by is one of (.+), with/.exec(refused?.message ?? '')?.[1]?.split(', ')
  if (columns) return columns.flatMap((column) => [column, `-${column}`])
  if (refused?.code === 'invalid_value') return refused.values.map(String)
  return VALUES.filter((value) => shape.safeParse(value).success).slice(0, 1)
}

/** What names a provider to go to, and cannot be asked without, lists nothing. */
const isList = ({ query }: Route): boolean => !('redirect_url' in (query?.shape ?? {}))

/** Each list, as each kind of caller reads it who may. */
export function listCells({ cells }: Sweep): Cell[] {
  const lists = cells.filter(
    ({ route, target, expected }) =>
      isRead(route) &&
      expected === 'allowed' &&
      target.name === 'own' &&
      isList(route) &&
      listQueriesOf(route).length > 0,
  )
  const byCaller = Map.groupBy(lists, ({ route, who }) => `${route.path} ${who.is.kind}`)
  return [...byCaller.values()].map(([first]) => first!)
}

/** What is wrong with a list that is asked for in each of its ways; null where each shows what is the caller's. */
export async function listProblem(sweep: Sweep, cell: Cell): Promise<string | null> {
  const call = await sweep.standingCall(cell)
  const queries = listQueriesOf(cell.route)
  // Of everybody, and of one customer where the sample asks for one.
  const narrowed = call.query?.customer ? queries.map((query) => ({ ...call.query, ...query })) : []
  for (const query of [...queries, ...narrowed]) {
    const { status, text } = await sweep.ask(cell, { ...call, query })
    const label = `${labelOf(cell)} with ${JSON.stringify(query)}`
    if (status !== successOf(cell.route, call)) return `${label}: ${status} ${text}`
    const stray = sweep.shows(cell, text)
    if (stray) return `${label} shows ${stray}`
  }
  return null
}

import type { z } from 'zod'
import type { Route } from '../../contract/route.ts'
import { labelOf, type Sweep, successOf } from './sweep.ts'
import { type Cell, isRead } from './sweep-call.ts'

/** Values to try for each filter. A filter that accepts none of them is left out. */
const VALUES = ['first', '0.01', '0', 'true', '2026-11-20', 'USD']
/** Search terms: a name and prefixes of numbers. A global search needs three characters. */
const SEARCH_TERMS = ['first', '10', 'inv-10', 'pay-10']
const COMMON_TERM = '.test'

/**
 * Queries of a list: one filter at a time, and each sort order. Each produces its own SQL statement, which must restrict
 * rows to the caller's.
 */
function listQueriesOf(route: Route): Record<string, string>[] {
  const shapes = route.query?.shape ?? {}
  const queries = Object.entries(shapes).flatMap(([name, shape]) =>
    valuesOf(name, shape as z.ZodType).map((value) => ({ [name]: value })),
  )
  // A small page of many matches uses another query plan: rows are read in order and tested one by one.
  const few = 'search' in shapes && 'page_size' in shapes ? [{ search: COMMON_TERM, page_size: '5' }] : []
  return [...queries, ...few]
}

function valuesOf(name: string, shape: z.ZodType): string[] {
  // Pagination and the file format select no rows. Another operator yields the same statement.
  if (/^page|^exclude_|_(lt|gt|lte|eq|neq)$/.test(name)) return []
  if (name === 'search' || name === 'q') return SEARCH_TERMS
  const refused = shape.safeParse('?').error?.issues[0]
  const columns = /^order_by is one of (.+), with/.exec(refused?.message ?? '')?.[1]?.split(', ')
  if (columns) return columns.flatMap((column) => [column, `-${column}`])
  if (refused?.code === 'invalid_value') return refused.values.map(String)
  return VALUES.filter((value) => shape.safeParse(value).success).slice(0, 1)
}

/** The part of a sample's query without which its route refuses any other. */
function requiredQueryOf(route: Route, query: Readonly<Record<string, string>> = {}): Record<string, string> {
  const shapes: Readonly<Record<string, z.ZodType>> = route.query?.shape ?? {}
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => shapes[name]?.safeParse(undefined).success === false),
  )
}

/**
 * Routes that require a redirect to a provider list nothing. What is behind a figure needs the parameters of its report, all at once:
 * it is read as its sample asks for it.
 */
const isList = ({ query }: Route): boolean =>
  !('redirect_url' in (query?.shape ?? {})) && !('report' in (query?.shape ?? {}))

/** Each list, once for each kind of caller who may read it. */
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

/** Requests a list with each of its queries. Returns a problem, or null when every response shows only the caller's rows. */
export async function listProblem(sweep: Sweep, cell: Cell): Promise<string | null> {
  const call = await sweep.readOnlyCall(cell)
  const required = requiredQueryOf(cell.route, call.query)
  const queries = listQueriesOf(cell.route).map((query) => ({ ...required, ...query }))
  // For all customers, and for one customer where the sample names one.
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

import type { Route } from '../../../../contract/route.ts'
import type { Books } from '../../model/books.ts'
import { call, type Principal, type Request } from '../../world/call.ts'
import type { Company } from '../../world/company.ts'

/** Reads a page and returns its differences from the model. */
export type View = (context: ViewContext) => Promise<string[]>

export interface ViewContext {
  readonly company: Company
  readonly books: Books
  /** Selects the object that the page shows, modulo their number. */
  readonly turn: number
}

export type Shown = Record<string, unknown>

export const STAFF: Principal = { as: 'staff' }

export type Rows = readonly (readonly [id: string, row: Shown])[]

/** The largest page size, which holds all rows of a run. */
export const ALL_ROWS = { page_size: '100' } as const

export const pick = <T>(map: ReadonlyMap<string, T>, turn: number): T | undefined =>
  [...map.values()].at(-1 - (turn % Math.max(1, map.size)))

/** Compares the fields of a page with the expected ones. */
export const compareFields = (page: string, shown: Shown, expected: Shown): string[] =>
  Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(shown[name]) !== JSON.stringify(value))
    .map(
      ([name, value]) =>
        `I15: ${page} shows ${name} ${JSON.stringify(shown[name])}, should be ${JSON.stringify(value)}`,
    )

/** Reads a page and passes its body to `compare`. */
export async function checkPage(
  { company }: ViewContext,
  principal: Principal,
  route: Route,
  request: Request,
  compare: (shown: Shown, page: string) => string[],
): Promise<string[]> {
  const reply = await call(company, principal, route, request)
  const page = `${route.method} ${route.path}`
  if (reply.status !== 200)
    return [`I15: ${page} responds with ${reply.status} ${JSON.stringify(reply.body)}`]
  return compare(reply.body, page)
}

/** Reads a page and compares its fields with the expected ones. */
export const checkFields = (
  context: ViewContext,
  principal: Principal,
  route: Route,
  request: Request,
  expected: Shown,
): Promise<string[]> =>
  checkPage(context, principal, route, request, (shown, page) => compareFields(page, shown, expected))

/** Compares the rows of a list by id, and its count. */
export function compareListRows(page: string, shown: Shown, expected: Rows): string[] {
  const rows = shown.results as readonly Shown[]
  const known = new Map(expected)
  const ids = rows.map(({ pk }) => String(pk))
  const missing = [...known.keys()].filter((id) => !ids.includes(id))
  return [
    ...compareFields(page, { ...shown, rows: rows.length }, { count: known.size, rows: known.size }),
    ...missing.map((id) => `I15: ${page} lacks ${id}`),
    ...rows.flatMap((row) => {
      const wanted = known.get(String(row.pk))
      return wanted
        ? compareFields(`${page} at ${row.pk}`, row, wanted)
        : [`I15: ${page} shows ${row.pk} too`]
    }),
  ]
}

/** Reads a whole list and compares its rows with the expected ones. */
export const checkList = (
  context: ViewContext,
  principal: Principal,
  route: Route,
  expected: Rows,
  filter: Request['query'] = {},
): Promise<string[]> =>
  checkPage(context, principal, route, { query: { ...filter, ...ALL_ROWS } }, (shown, page) =>
    compareListRows(page, shown, expected),
  )

import type { Route } from '../../../../contract/route.ts'
import type { Books } from '../../model/books.ts'
import { call, type Request, type Who } from '../../world/call.ts'
import type { Company } from '../../world/company.ts'

/** What a page shows, against what it has to show. */
export type View = (look: Look) => Promise<string[]>

export interface Look {
  readonly company: Company
  readonly books: Books
  /** Which of the things there are. */
  readonly turn: number
}

export type Shown = Record<string, unknown>

export const STAFF: Who = { as: 'staff' }

export type Rows = readonly (readonly [id: string, row: Shown])[]

/** As many rows as a list tells at once, which is all that a run has. */
export const ALL_ROWS = { page_size: '100' } as const

export const pick = <T>(map: ReadonlyMap<string, T>, turn: number): T | undefined =>
  [...map.values()].at(-1 - (turn % Math.max(1, map.size)))

/** Where a page shows something else than these. */
export const differing = (page: string, shown: Shown, expected: Shown): string[] =>
  Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(shown[name]) !== JSON.stringify(value))
    .map(
      ([name, value]) =>
        `I15: ${page} shows ${name} ${JSON.stringify(shown[name])}, should be ${JSON.stringify(value)}`,
    )

/** Reads a page and hands on what it shows. */
export async function ask(
  { company }: Look,
  who: Who,
  route: Route,
  request: Request,
  compare: (shown: Shown, page: string) => string[],
): Promise<string[]> {
  const reply = await call(company, who, route, request)
  const page = `${route.method} ${route.path}`
  if (reply.status !== 200) return [`I15: ${page} answers ${reply.status} ${JSON.stringify(reply.body)}`]
  return compare(reply.body, page)
}

export const read = (
  look: Look,
  who: Who,
  route: Route,
  request: Request,
  expected: Shown,
): Promise<string[]> => ask(look, who, route, request, (shown, page) => differing(page, shown, expected))

/** A list shows these rows, each once and by its id, and says that it has as many. */
export function differingRows(page: string, shown: Shown, expected: Rows): string[] {
  const rows = shown.results as readonly Shown[]
  const known = new Map(expected)
  const ids = rows.map(({ pk }) => String(pk))
  const missing = [...known.keys()].filter((id) => !ids.includes(id))
  return [
    ...differing(page, { ...shown, rows: rows.length }, { count: known.size, rows: known.size }),
    ...missing.map((id) => `I15: ${page} forgets ${id}`),
    ...rows.flatMap((row) => {
      const should = known.get(String(row.pk))
      return should ? differing(`${page} at ${row.pk}`, row, should) : [`I15: ${page} shows ${row.pk} too`]
    }),
  ]
}

/** Reads a whole list, which has to show these rows. */
export const readRows = (
  look: Look,
  who: Who,
  route: Route,
  expected: Rows,
  only: Request['query'] = {},
): Promise<string[]> =>
  ask(look, who, route, { query: { ...only, ...ALL_ROWS } }, (shown, page) =>
    differingRows(page, shown, expected),
  )

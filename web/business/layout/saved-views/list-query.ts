import type { ListState } from '../../list-search.ts'

/** Parameters of a list's address that say where the person is, not what the list shows. */
const NOT_SAVED = new Set(['page', 'page_size', 'new'])

type Query = Readonly<Record<string, string>>

/** The query of the list's address that a view keeps: search, filters, order and columns. A period stays a period. */
export const savedQueryOf = ({ search }: Pick<ListState, 'search'>): Query =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !NOT_SAVED.has(entry[0]),
    ),
  )

const written = (query: Query): string => JSON.stringify(Object.entries(query).sort())

/** True when two queries show the same list in the same order. */
export const isSameQuery = (one: Query, other: Query): boolean => written(one) === written(other)

/** Address of a list with a query. */
export const viewHref = (path: string, query: Query): string =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`

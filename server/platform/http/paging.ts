import { refuseFields } from '../refusal.ts'

export interface PageQuery {
  readonly page: number
  readonly page_size: number
}

export interface PagedReply<T> {
  page: number
  count: number
  num_pages: number
  next: string | null
  previous: string | null
  results: T[]
}

/**
 * Returns a paged reply. `next` and `previous` are relative addresses that keep all other query
 * parameters.
 */
export function pagedReply<T>(
  path: string,
  query: PageQuery & Record<string, unknown>,
  count: number,
  results: T[],
): PagedReply<T> {
  const pages = Math.max(1, Math.ceil(count / query.page_size))
  const link = (page: number): string => {
    const entries = Object.entries<unknown>({ ...query, page })
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]): [string, string] => [key, String(value)])
    return `${path}?${new URLSearchParams(entries)}`
  }
  return {
    page: query.page,
    count,
    num_pages: pages,
    next: query.page < pages ? link(query.page + 1) : null,
    previous: query.page > 1 ? link(Math.min(query.page - 1, pages)) : null,
    results,
  }
}

const MAX_ROWS_REACHABLE = 100_000

/**
 * Throws invalid_input for a page that is too deep: from the front, and in a list of `count` rows that is
 * read from either end, from its end. `narrowed` completes the advice: 'the list by a search'; null for a list
 * without a search and filters.
 */
export function refuseTooDeep(
  query: PageQuery,
  narrowed: string | null,
  count = Number.POSITIVE_INFINITY,
): void {
  const depth = Math.min(query.page * query.page_size, count - offsetOf(query))
  if (depth <= MAX_ROWS_REACHABLE) return
  const ends = Number.isFinite(count) ? 'first and the last' : 'first'
  const advice =
    narrowed === null
      ? `You can open the ${ends} ${MAX_ROWS_REACHABLE.toLocaleString('en-US')} rows.`
      : `Narrow ${narrowed}.`
  throw refuseFields({ page: [`This page is too far down. ${advice}`] })
}

export const offsetOf = (query: PageQuery): number => (query.page - 1) * query.page_size

/** Splits `-due_date` into column and direction. */
export const orderOf = (orderBy: string): { column: string; direction: 'asc' | 'desc' } =>
  orderBy.startsWith('-')
    ? { column: orderBy.slice(1), direction: 'desc' }
    : { column: orderBy, direction: 'asc' }

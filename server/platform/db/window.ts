import { type RawBuilder, sql } from 'kysely'

/**
 * The end of a statement that reads one page. The numbers stand in its text: PostgreSQL has to guess a LIMIT that comes as
 * a parameter, finds the guess too dear to keep a plan for, and so plans the same statement at every call. Later pages
 * share one text for each size.
 */
export const pageOf = (limit: number, offset: number): RawBuilder<unknown> =>
  offset === 0 ? sql`limit ${whole(limit)}` : sql`limit ${whole(limit)} offset ${offset}`

/** `limit` for rows of which a few more do no harm: rounded up, so that few texts serve all pages. */
export const limitAbout = (rows: number): RawBuilder<unknown> =>
  sql`limit ${whole(2 ** Math.ceil(Math.log2(Math.max(rows, 16))))}`

/** Which rows of `count` a page has, and how far they lie from the end that is nearer; null when it has none. */
export function nearerEnd(
  page: { readonly offset: number; readonly limit: number },
  count: number,
): { readonly limit: number; readonly offset: number; readonly fromEnd: boolean } | null {
  const limit = Math.min(page.limit, count - page.offset)
  if (limit <= 0) return null
  const fromEnd = page.offset > count / 2
  return { limit, fromEnd, offset: fromEnd ? count - page.offset - limit : page.offset }
}

function whole(value: number): RawBuilder<unknown> {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a number of rows: ${value}`)
  return sql.lit(value)
}

import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the LIMIT and OFFSET of a page. The limit is a literal: with a parameter PostgreSQL has to guess
 * it, finds a generic plan too expensive, and plans the statement at every call. Later pages share one text
 * per page size.
 */
export const pageOf = (limit: number, offset: number): RawBuilder<unknown> =>
  offset === 0 ? sql`limit ${whole(limit)}` : sql`limit ${whole(limit)} offset ${offset}`

/**
 * Reads a page whose rows carry the `count` of the whole list. A page past the end has no row, so its count is read
 * with the first row.
 */
export async function readCountedPage<Row extends { readonly count: number }>(
  read: (limit: number, offset: number) => Promise<Row[]>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; rows: Row[] }> {
  const rows = await read(limit, offset)
  const [counted] = rows.length > 0 || offset === 0 ? rows : await read(1, 0)
  return { count: counted?.count ?? 0, rows }
}

/**
 * Returns a `limit` rounded up to a power of two, so that few statement texts serve all pages. For reads
 * where extra rows do no harm.
 */
export const limitAbout = (rows: number): RawBuilder<unknown> =>
  sql`limit ${whole(2 ** Math.ceil(Math.log2(Math.max(rows, 16))))}`

/** Returns a page's rows of `count` as an offset from the nearer end, or null when the page is empty. */
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

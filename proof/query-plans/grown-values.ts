/** Columns and the SQL of their values in the row `n`, by table. */
export type RowsOf = Readonly<Record<string, Readonly<Record<string, string>>>>

export const MINE = '$1::uuid'
/** Has the form of a UUID, as replies demand it. */
export function idOf(text: string): string {
  return `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`
}

/** As many other companies as rows. */
export const OTHER = idOf("'account ' || n")
/** One row of three in the company that is looked at. */
export const EITHER = `case when n % 3 = 0 then ${MINE} else ${OTHER} end`
export const id = (what: string): string => idOf(`'${what} ' || n`)
export const HASH = "decode(md5(n::text), 'hex')"
/** Within the last 2 months, so that nothing has had its time. */
export const AT = "now() - n * interval '25 minutes'"

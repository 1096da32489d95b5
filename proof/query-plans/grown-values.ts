/** Columns by table, each with the SQL of its value in row `n`. */
export type RowsOf = Readonly<Record<string, Readonly<Record<string, string>>>>

const MINE = '$1::uuid'
/** A valid UUID, which reply shapes require. */
export function idOf(text: string): string {
  return `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`
}

/** Another company for each row. */
export const OTHER = idOf("'account ' || n")
/** The sampled company for one row in three. */
export const EITHER = `case when n % 3 = 0 then ${MINE} else ${OTHER} end`
export const id = (what: string): string => idOf(`'${what} ' || n`)
export const HASH = "decode(md5(n::text), 'hex')"
/** Within the last 2 months, so that nothing has expired. */
export const AT = "now() - n * interval '25 minutes'"

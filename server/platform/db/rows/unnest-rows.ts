import { type RawBuilder, sql } from 'kysely'

/** Types of columns that rows are sent with. Bytes are sent in hexadecimal. */
export type SentType =
  | 'uuid'
  | 'text'
  | 'bigint'
  | 'integer'
  | 'smallint'
  | 'date'
  | 'timestamptz'
  | 'bytea'
  | 'jsonb'

/** Values of columns, by name. */
type Sent = Readonly<Record<string, string | number | bigint | Buffer | null>>

/**
 * Rows as a set that a statement selects from: `from ${unnestRows('r', { id: 'uuid', minor: 'bigint' }, rows)}`. Each column is one
 * array, which PostgreSQL reads in a third of the time that records in JSON take.
 */
export function unnestRows<Row extends Sent>(
  alias: string,
  types: { readonly [Column in keyof Row & string]: SentType },
  rows: readonly Row[],
): RawBuilder<unknown> {
  const columns = Object.entries(types) as [keyof Row & string, SentType][]
  const arrays = columns.map(([name, type]) => sql`${arrayOf(rows, name)}::${sql.raw(type)}[]`)
  const names = columns.map(([name]) => sql.ref(name))
  return sql`unnest(${sql.join(arrays)}) as ${sql.ref(alias)}(${sql.join(names)})`
}

/** Writes a column as PostgreSQL reads an array. */
function arrayOf<Row extends Sent>(rows: readonly Row[], name: keyof Row): string {
  let text = '{'
  for (const row of rows) text += `${text.length > 1 ? ',' : ''}${elementOf(row[name] ?? null)}`
  return `${text}}`
}

function elementOf(value: Sent[string]): string {
  if (value === null) return 'NULL'
  if (typeof value !== 'string')
    return Buffer.isBuffer(value) ? `"\\\\x${value.toString('hex')}"` : `${value}`
  return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`
}

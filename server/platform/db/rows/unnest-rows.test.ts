import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUpBooks } from '../../../../testing/set-up-books.ts'
import { unnestRows } from './unnest-rows.ts'

const { tenant } = setUpBooks()

const COLUMNS = { name: 'text', minor: 'bigint', at: 'date', bytes: 'bytea', facts: 'jsonb' } as const
type Row = { name: string | null; minor: bigint; at: string | null; bytes: Buffer; facts: string }

const echo = (rows: readonly Row[]) =>
  tenant.run(
    async (ctx) => (await sql<Row>`select r.* from ${unnestRows('r', COLUMNS, rows)}`.execute(ctx.db)).rows,
  )

it('sends every value as it is, in the order of the rows', async () => {
  const names = ['plain', '', 'NULL', null, 'a "b" \\ c', '{x,y}', "it's", ' padded ', 'two\nlines', '金額 €']
  const rows = names.map((name, at) => ({
    name,
    minor: BigInt(at) - 9_007_199_254_740_993n,
    at: at % 2 === 0 ? '2026-11-26' : null,
    bytes: Buffer.from([0, 92, 34, at]),
    facts: JSON.stringify({ name }),
  }))
  expect(await echo(rows)).toEqual(rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) })))
})

it('sends no rows', async () => {
  expect(await echo([])).toEqual([])
})

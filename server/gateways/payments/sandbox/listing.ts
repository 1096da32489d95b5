import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Listing, type PaymentProcessor, type Period, succeeded } from '../port.ts'
import { type Books, type Charge, type Refund, toPayment, toRefund } from './books.ts'
import type { Open } from './changes.ts'

const A_PART = 100

/** Lists all records in pages. A page begins after the last row of the previous one. */
export const listings = (open: Open): Pick<PaymentProcessor, 'listPayments' | 'listRefunds'> => ({
  listPayments: async (connection, period, after) => {
    const rows = await open(connection, (opened) => part<Charge>(opened, 'sandbox_charges', period, after))
    return succeeded(listing(rows, toPayment))
  },
  listRefunds: async (connection, period, after) => {
    const rows = await open(connection, (opened) => part<Refund>(opened, 'sandbox_refunds', period, after))
    return succeeded(listing(rows, toRefund))
  },
})

async function part<Row extends Charge | Refund>(
  { db, accountId }: Books,
  table: 'sandbox_charges' | 'sandbox_refunds',
  { fromMs, toMs }: Period,
  after: string | null,
): Promise<Row[]> {
  const [at, ref] = after === null ? [fromMs, ''] : readCursor(after)
  const result = await sql<Row>`
    select * from ${sql.table(table)} where account_id = ${accountId}
      and (created_at, ref) > (${asDate(at)}, ${ref}) and created_at < ${asDate(toMs)}
    order by created_at, ref limit ${A_PART}`.execute(db)
  return result.rows
}

function listing<Row extends Charge | Refund, Item>(
  rows: readonly Row[],
  show: (row: Row) => Item,
): Listing<Item> {
  const last = rows.length === A_PART ? rows.at(-1)! : null
  return { items: rows.map(show), next: last && `${last.created_at.getTime()} ${last.ref}` }
}

const readCursor = (cursor: string): [number, string] => {
  const [at = '0', ref = ''] = cursor.split(' ')
  return [Number(at), ref]
}

import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Tables of the records that mails to customers are about. */
const TABLES: Readonly<Record<string, string>> = {
  invoice: 'invoices',
  payment: 'payments',
  credit_memo: 'credit_memos',
}

/** Returns the customer of the record that a mail is about; null for mails to others. */
export async function findMailCustomer(ctx: Ctx, type: string, id: string): Promise<string | null> {
  if (type === 'customer') return id
  const table = TABLES[type]
  if (table === undefined) return null
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from ${sql.table(table)} where account_id = ${ctx.accountId} and id = ${id}`.execute(
    ctx.db,
  )
  return rows[0]?.customer_id ?? null
}

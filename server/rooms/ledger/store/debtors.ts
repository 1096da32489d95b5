import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Returns who owes each of these invoices. It may be another customer than the one who paid: customers are merged at a platform. */
export async function debtorsOf(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('receivables')
    .select(['invoice_id', 'customer_id'])
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`invoice_id = any(${invoiceIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.invoice_id, row.customer_id]))
}

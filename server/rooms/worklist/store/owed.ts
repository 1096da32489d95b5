import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Amount that an invoice still owes, in minor units; 0 for a draft. */
export interface Owed {
  readonly currency: string
  readonly remainingMinor: bigint
}

/** Returns what these invoices of a customer owe. Skips those of others. */
export async function selectOwed(ctx: Ctx, customer: string, ids: readonly string[]): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select i.currency, coalesce(r.remaining_minor, 0) as "remainingMinor"
    from invoices i left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where i.account_id = ${ctx.accountId} and i.customer_id = ${customer} and i.id = any(${ids}::uuid[])`.execute(
    ctx.db,
  )
  return rows
}

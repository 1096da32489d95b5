import { sql } from 'kysely'
import { MOST_INVOICES_PAID } from '../../../../domain/payments/several.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface OpenInvoices {
  readonly customerId: string
  readonly currency: string
  /** Earliest due first. */
  readonly invoiceIds: readonly string[]
}

/** Returns the open invoices of customers by currency, where there are as many as one link can pay: 2 to 200. */
export async function readInvoicesPaidTogether(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<OpenInvoices[]> {
  const { rows } = await sql<OpenInvoices>`
    select r.customer_id as "customerId", r.currency, array_agg(r.invoice_id order by r.due_date, r.invoice_id) as "invoiceIds"
    from receivables r join invoices i on i.account_id = r.account_id and i.id = r.invoice_id and i.state = 'open'
    where r.account_id = ${ctx.accountId} and r.customer_id = any(${customerIds}::uuid[]) and r.remaining_minor > 0
    group by r.customer_id, r.currency
    having count(*) between 2 and ${MOST_INVOICES_PAID}`.execute(ctx.db)
  return rows
}

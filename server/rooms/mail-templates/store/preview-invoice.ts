import { sql } from 'kysely'
import type { MailInvoice } from '../../../../domain/mails/kinds/invoice-facts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findNextFees } from '../../fee-schedule/index.ts'

/** An invoice that a template is shown with. */
export interface PreviewInvoice extends MailInvoice {
  readonly customerName: string
}

/** Returns an issued invoice; without an id, the open one that is due longest. Null when there is none. */
export async function findPreviewInvoice(ctx: Ctx, id: string | null): Promise<PreviewInvoice | null> {
  const wanted =
    id === null ? sql`i.state = 'open' and r.remaining_minor > 0` : sql`i.id = ${id} and i.state <> 'draft'`
  const { rows } = await sql<Omit<PreviewInvoice, 'nextFee'> & { readonly id: string }>`
    select i.number, k.short_name as "customerName", i.currency, i.invoice_date as "invoiceDate", i.due_date as "dueDate",
      i.total_minor as "totalMinor", r.remaining_minor as "remainingMinor", i.fees_minor as "feesMinor", i.id
    from receivables r join invoices i on i.account_id = r.account_id and i.id = r.invoice_id
      join customers k on k.account_id = i.account_id and k.id = i.customer_id
    where r.account_id = ${ctx.accountId} and ${wanted}
    order by i.due_date, i.id limit 1`.execute(ctx.db)
  const [found] = rows
  if (!found) return null
  const { id: invoiceId, ...invoice } = found
  const next = await findNextFees(ctx, [invoiceId])
  return { ...invoice, nextFee: next.get(invoiceId) ?? null }
}

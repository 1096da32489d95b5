import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { InvoiceState } from '../../../../domain/invoices/invoice-status.ts'
import type { DepositTo } from '../../../../domain/payments/deposit-to.ts'
import type { Actor, Ctx } from '../../../platform/context.ts'

/**
 * Facts of an invoice for other rooms. Amounts in minor units; remaining and reserved are zero for a draft.
 */
export interface InvoiceFacts {
  readonly id: string
  readonly number: string
  readonly customerId: string
  readonly state: InvoiceState
  readonly currency: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  /** The company's account that its payments go to. */
  readonly depositTo: DepositTo
  readonly totalMinor: bigint
  /** Late fees within the total. */
  readonly feesMinor: bigint
  readonly remainingMinor: bigint
  /** Reserved by payments in flight. */
  readonly reservedMinor: bigint
}

/**
 * Returns a condition on invoices `i` for what an actor may see: all for staff and jobs; a customer's own
 * sent, non-void invoices for that customer and for previews; the invoices of a pay link for its holder.
 */
export function visibleTo(actor: Actor): RawBuilder<boolean> {
  switch (actor.kind) {
    case 'staff':
    case 'api_key':
    case 'system':
      return sql<boolean>`true`
    case 'customer':
    case 'preview':
      return sql<boolean>`(i.customer_id = ${actor.customerId}::uuid and i.state not in ('draft', 'void'))`
    case 'pay_link':
      return actor.invoiceIds
        ? sql<boolean>`(i.id = any(${actor.invoiceIds}::uuid[]) and i.customer_id = ${actor.customerId}::uuid and i.state = 'open')`
        : sql<boolean>`(i.id = ${actor.invoiceId}::uuid and i.state not in ('draft', 'void'))`
    case 'anonymous':
      return sql<boolean>`false`
  }
}

/** Returns those of these invoices that the actor may see. Skips unknown and foreign ids. */
export async function readInvoiceFacts(ctx: Ctx, ids: readonly string[]): Promise<InvoiceFacts[]> {
  const result = await sql<InvoiceFacts>`
    select i.id, i.number, i.customer_id as "customerId", i.state, i.currency, i.invoice_date as "invoiceDate",
      i.due_date as "dueDate", i.deposit_to as "depositTo", i.total_minor as "totalMinor", i.fees_minor as "feesMinor", coalesce(r.remaining_minor, 0) as "remainingMinor",
      coalesce(r.reserved_minor, 0) as "reservedMinor"
    from invoices i left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where i.account_id = ${ctx.accountId} and i.id = any(${ids}::uuid[]) and ${visibleTo(ctx.actor)}
    order by i.due_date, i.id`.execute(ctx.db)
  return result.rows
}

export interface NumberMatch {
  readonly id: string
  readonly number: string
  /** The requested number, in lower case. */
  readonly key: string
  readonly state: InvoiceState
  readonly customerId: string
  readonly fingerprint: Buffer | null
}

/**
 * Finds invoices by number, ignoring case. Searches by key, for which row-level security permits an index,
 * and then separates numbers with the same key ('A-1' and 'A-01').
 */
export async function findInvoiceNumbers(ctx: Ctx, numbers: readonly string[]): Promise<NumberMatch[]> {
  const result = await sql<NumberMatch>`
    with asked as materialized (
      select distinct lower(number) as number, number_key_of(number) as key from unnest(${numbers}::text[]) as given(number)
    )
    select i.id, i.number, asked.number as key, i.state, i.customer_id as "customerId", i.import_fingerprint as fingerprint
    from asked join invoices i on i.account_id = ${ctx.accountId} and i.number_key = asked.key
    where lower(i.number) = asked.number`.execute(ctx.db)
  return result.rows
}

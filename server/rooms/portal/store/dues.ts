import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface OwedUntil {
  readonly dueCount: number
  readonly laterCount: number
  readonly laterMinor: bigint
}

/** Counts what a customer owes in one currency that is due by a day, and later. Reads the counters. */
export async function owedUntil(
  ctx: Ctx,
  owed: { readonly customerId: string; readonly currency: string },
  day: CalendarDate,
): Promise<OwedUntil> {
  const result = await sql<OwedUntil>`
    select coalesce(sum(t.invoices) filter (where t.due_date <= ${day}::date), 0)::int as "dueCount",
      coalesce(sum(t.invoices) filter (where t.due_date > ${day}::date), 0)::int as "laterCount",
      coalesce(sum(t.remaining_minor) filter (where t.due_date > ${day}::date), 0)::bigint as "laterMinor"
    from invoice_tallies t
    where t.account_id = ${ctx.accountId} and t.scope_id = ${owed.customerId} and t.kind = 'owed'
      and t.currency = ${owed.currency}`.execute(ctx.db)
  return result.rows[0]!
}

export interface DueInvoice {
  readonly id: string
  readonly number: string
  readonly dueDate: CalendarDate
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
}

/** Returns these open invoices, earliest due first. */
export async function selectDueLines(ctx: Ctx, ids: readonly string[]): Promise<DueInvoice[]> {
  const result = await sql<DueInvoice>`
    select i.id, i.number, r.due_date as "dueDate", r.remaining_minor as "remainingMinor", r.reserved_minor as "reservedMinor"
    from receivables r join invoices i on i.account_id = r.account_id and i.id = r.invoice_id
    where r.account_id = ${ctx.accountId} and r.invoice_id = any(${ids}::uuid[])
    order by r.due_date, r.invoice_id`.execute(ctx.db)
  return result.rows
}

import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { openInstallments } from '../../payment-plans/index.ts'

export interface ComingRow {
  day: CalendarDate
  kind: 'due' | 'promise' | 'installment' | 'automatic'
  count: number
  minor: bigint
}

/**
 * Returns what comes from one day to another in one currency: invoices that fall due, open promises, unpaid installments of
 * confirmed plans, and automatic payments that were announced.
 */
export async function comingRows(
  ctx: Ctx,
  { currency, from, until }: { currency: string; from: CalendarDate; until: CalendarDate },
): Promise<ComingRow[]> {
  const account = ctx.accountId
  const days = sql`between ${from}::date and ${until}::date`
  const result = await sql<ComingRow>`
    select t.due_date as day, 'due' as kind, sum(t.invoices)::int as count, sum(t.remaining_minor)::bigint as minor
    from invoice_tallies t where t.account_id = ${account} and t.scope_id = ${account} and t.kind = 'owed'
      and t.currency = ${currency} and t.due_date ${days}
    group by 1 having sum(t.invoices) > 0
    union all
    select p.promised_on, 'promise', count(*)::int, sum(least(coalesce(p.amount_minor, r.remaining_minor), r.remaining_minor))::bigint
    from promises p join receivables r on r.account_id = ${account} and r.invoice_id = p.invoice_id
    where p.account_id = ${account} and p.state = 'open' and p.promised_on ${days} and r.currency = ${currency}
      and r.remaining_minor > 0
    group by 1
    union all
    select n.due_on, 'installment', count(*)::int, sum(n.open_minor)::bigint
    from (${openInstallments(ctx, { currency, from, until })}) n
    group by 1
    union all
    select n.charge_on, 'automatic', count(*)::int, sum(least(n.total_minor, r.remaining_minor))::bigint
    from auto_payment_notices n
      join auto_payment_consents c on c.account_id = ${account} and c.id = n.consent_id and c.withdrawn_at is null
      join receivables r on r.account_id = ${account} and r.invoice_id = n.invoice_id and r.due_date = n.due_date
        and r.remaining_minor > 0
    where n.account_id = ${account} and n.charge_on ${days} and n.currency = ${currency}
    group by 1
    order by 1, 2`.execute(ctx.db)
  return result.rows
}

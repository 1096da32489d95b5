import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

/**
 * The earliest open share of each invoice whose confirmed plan is charged automatically, as SQL. `customers`: an array of ids of
 * customers as SQL, whose plans alone are read; null for all.
 */
export const firstOpenParts = (ctx: Ctx, customers: RawBuilder<unknown> | null): RawBuilder<unknown> => sql`
  select distinct on (a.invoice_id) a.invoice_id, a.installment_id, a.due_on, a.open_minor
  from (${partsOf(ctx, sql`p.state = 'confirmed' and p.charges_itself ${customers ? sql`and p.customer_id = any(${customers})` : sql``}`)}) a where a.open_minor > 0 order by a.invoice_id, a.number`

/** Those of these invoices that are on a confirmed plan with no installment of theirs past due, as SQL. */
export const invoicesOnTime = (
  ctx: Ctx,
  invoiceIds: readonly string[],
  today: CalendarDate,
): RawBuilder<unknown> => sql`
  select a.invoice_id
  from (${partsOf(
    ctx,
    sql`p.state = 'confirmed' and p.id in (select l.plan_id from payment_plan_invoices l
      where l.account_id = ${ctx.accountId} and l.invoice_id = any(${invoiceIds}::uuid[]) and l.is_live)`,
  )}) a
  group by a.invoice_id having not bool_or(a.open_minor > 0 and a.due_on < ${today}::date)`

/**
 * SQL for the open parts of the installments that confirmed plans in a currency have due from one day to another: plan_id,
 * installment_id, number, due_on and open_minor. Paid ones are left out.
 */
export const openInstallments = (
  ctx: Ctx,
  { currency, from, until }: { currency: string; from: CalendarDate; until: CalendarDate },
): RawBuilder<unknown> => sql`
  with due as materialized (
    select distinct d.plan_id from payment_plan_installments d
    where d.account_id = ${ctx.accountId} and d.due_on between ${from}::date and ${until}::date
  )
  select a.plan_id, a.installment_id, a.number, a.due_on, sum(a.open_minor)::bigint as open_minor
  from (${partsOf(
    ctx,
    sql`p.state = 'confirmed' and p.currency = ${currency} and p.id in (select plan_id from due)`,
  )}) a
  where a.due_on between ${from}::date and ${until}::date and a.open_minor > 0
  group by a.plan_id, a.installment_id, a.number, a.due_on`

/**
 * The shares of installments in invoices for the plans that `where` selects from payment_plans `p`, as SQL: plan_id,
 * invoice_id, installment_id, number, due_on, amount_minor and open_minor. The same derivation as `settleInstallments`, which
 * a test compares: each share is an interval of its invoice, the last one ends with what is charged now, and what is settled
 * covers the interval's beginning.
 */
export const partsOf = (ctx: Ctx, where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select plan_id, invoice_id, installment_id, number, due_on, last - first as amount_minor,
    greatest(last - greatest(first, now_minor - remaining_minor), 0) as open_minor
  from (
    select plan_id, invoice_id, installment_id, number, due_on, now_minor, remaining_minor, least(first, now_minor) as first,
      case when last = planned_minor then now_minor else least(last, now_minor) end as last
    from (
      select t.plan_id, v.invoice_id, t.id as installment_id, t.number, t.due_on, v.planned_minor, v.remaining_minor, v.now_minor,
        greatest(t.end_minor - t.amount_minor - v.start_minor, 0) as first,
        least(t.end_minor - v.start_minor, v.planned_minor) as last
      from (
        select n.*, sum(n.amount_minor) over (partition by n.plan_id order by n.number)::bigint as end_minor
        from payment_plans p join payment_plan_installments n on n.account_id = p.account_id and n.plan_id = p.id
        where p.account_id = ${ctx.accountId} and ${where}
      ) t join (
        select x.plan_id, x.invoice_id, x.planned_minor, r.remaining_minor,
          greatest(x.planned_minor + r.charged_minor - x.charged_minor, r.remaining_minor) as now_minor,
          (sum(x.planned_minor) over (partition by x.plan_id order by x.position) - x.planned_minor)::bigint as start_minor
        from payment_plans p join payment_plan_invoices x on x.account_id = p.account_id and x.plan_id = p.id
          join receivables r on r.account_id = x.account_id and r.invoice_id = x.invoice_id
        where p.account_id = ${ctx.accountId} and ${where}
      ) v on v.plan_id = t.plan_id
    ) shares where last > first
  ) fitted where last > first`

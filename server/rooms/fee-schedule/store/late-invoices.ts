import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type LateInvoice, yearBefore } from '../../../../domain/late-fees/decide-fee.ts'
import type { Ctx } from '../../../platform/context.ts'

/** A late invoice with the rule that covers its customer. */
export interface CoveredInvoice extends LateInvoice {
  readonly invoiceId: string
  readonly number: string
  readonly customerId: string
  readonly customerName: string
  readonly ruleId: string
}

interface Row extends Omit<CoveredInvoice, 'customerPause' | 'invoicePause'> {
  readonly customerIsPaused: boolean
  readonly customerPausedUntil: CalendarDate | null
  readonly invoiceIsPaused: boolean
  readonly invoicePausedUntil: CalendarDate | null
}

/** Pairs customers with the one of these rules that covers them: that of their group, otherwise the one for everyone else. */
const covered = (ctx: Ctx, ruleIds: readonly string[]) => sql`
  customers k
    left join customer_groups g on g.account_id = k.account_id and g.id = k.group_id
    left join late_fee_rule_groups m on m.account_id = k.account_id and m.group_id = k.group_id
    join late_fee_rules u on u.account_id = k.account_id and u.id = any(${ruleIds}::uuid[])
      and case when m.rule_id is null then u.covers = 'everyone_else' else u.id = m.rule_id end
  where k.account_id = ${ctx.accountId}`

/** Returns the next customers, by id, whom these rules cover and who owe something that is due before a day. */
export async function findLateCustomers(
  ctx: Ctx,
  ruleIds: readonly string[],
  dueBefore: CalendarDate,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from ${covered(ctx, ruleIds)} ${after === null ? sql`` : sql`and k.id > ${after}`}
      and exists (select from receivables r where r.account_id = ${ctx.accountId} and r.customer_id = k.id
        and r.remaining_minor > 0 and r.due_date < ${dueBefore})
    order by k.id limit ${limit}`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/** The day of a decision, and the day before which invoices have to be due: the same for those that are late. */
export interface LateOn {
  readonly today: CalendarDate
  readonly dueBefore: CalendarDate
}

/** Customers, and which of their invoices; all when absent. */
export interface LateOf {
  readonly customerIds: readonly string[]
  readonly invoiceIds?: readonly string[]
}

/** An invoice with the fees that it was charged, waived or not. */
export type InvoicePeriods = Pick<
  CoveredInvoice,
  'invoiceId' | 'ruleId' | 'dueDate' | 'lastFeeOn' | 'chargedPeriods'
>

/** Returns the late invoices of customers that no payment is under way for, with the periods that were charged, and nothing else. */
export async function findLatePeriods(
  ctx: Ctx,
  ruleIds: readonly string[],
  dueBefore: CalendarDate,
  customerIds: readonly string[],
): Promise<InvoicePeriods[]> {
  const { rows } = await sql<InvoicePeriods>`
    with readers as materialized (
      select k.id, u.id as rule_id from ${covered(ctx, ruleIds)} and k.id = any(${customerIds}::uuid[])
    )
    select r.invoice_id as "invoiceId", k.rule_id as "ruleId", r.due_date as "dueDate", f.last_on as "lastFeeOn",
      coalesce(f.periods, '{}') as "chargedPeriods"
    from readers k
      join receivables r on r.account_id = ${ctx.accountId} and r.customer_id = k.id and r.remaining_minor > 0
        and r.reserved_minor = 0 and r.due_date < ${dueBefore}
      left join lateral (select max(x.day) filter (where x.rule_id is not null) as last_on,
          array_agg(x.period) filter (where x.rule_id = k.rule_id) as periods
        from late_fees x where x.account_id = ${ctx.accountId} and x.invoice_id = r.invoice_id) f on true`.execute(
    ctx.db,
  )
  return rows
}

/** Returns the late invoices of customers, or some of them, with what decisions about their fees need. */
export async function findLateInvoices(
  ctx: Ctx,
  ruleIds: readonly string[],
  { today, dueBefore }: LateOn,
  { customerIds, invoiceIds }: LateOf,
): Promise<CoveredInvoice[]> {
  const { rows } = await sql<Row>`
    with readers as materialized (
      select k.id, k.short_name, k.is_active, k.late_fees_on, coalesce(g.late_fees_on, true) as group_is_on, u.id as rule_id
      from ${covered(ctx, ruleIds)} and k.id = any(${customerIds}::uuid[])
    )
    select r.invoice_id as "invoiceId", i.number, k.id as "customerId", k.short_name as "customerName", k.rule_id as "ruleId",
      r.due_date as "dueDate", i.currency, i.state = 'open' as "isOpen", i.total_minor - i.fees_minor as "totalMinor",
      i.fees_minor as "feesMinor", r.remaining_minor as "remainingMinor", r.reserved_minor as "reservedMinor",
      coalesce(f.year_minor, 0) as "yearFeesMinor", f.last_on as "lastFeeOn",
      coalesce(f.periods, '{}') as "chargedPeriods",
      k.is_active as "customerIsActive", k.late_fees_on as "customerIsOn", k.group_is_on as "groupIsOn",
      cp.id is not null as "customerIsPaused", cp.until as "customerPausedUntil",
      ip.id is not null as "invoiceIsPaused", ip.until as "invoicePausedUntil",
      d.id is not null as "isDisputed", pr.promised_on as "promisedOn", pp.id is not null as "isOnPlan"
    from readers k
      join receivables r on r.account_id = ${ctx.accountId} and r.customer_id = k.id and r.remaining_minor > 0 and r.due_date < ${dueBefore}
      join invoices i on i.account_id = r.account_id and i.id = r.invoice_id
      left join lateral (select max(x.day) filter (where x.rule_id is not null) as last_on,
          sum(x.amount_minor - x.waived_minor) filter (where x.booked_on >= ${yearBefore(today)})::bigint as year_minor,
          array_agg(x.period) filter (where x.rule_id = k.rule_id) as periods
        from late_fees x where x.account_id = ${ctx.accountId} and x.invoice_id = r.invoice_id) f on true
      left join promises pr on pr.account_id = r.account_id and pr.invoice_id = r.invoice_id and pr.state = 'open'
      left join disputes d on d.account_id = r.account_id and d.invoice_id = r.invoice_id and d.state = 'open'
      left join payment_plan_invoices pv on pv.account_id = r.account_id and pv.invoice_id = r.invoice_id and pv.is_live
      left join payment_plans pp on pp.account_id = pv.account_id and pp.id = pv.plan_id and pp.state = 'confirmed'
      left join reminder_pauses cp on cp.account_id = r.account_id and cp.scope = 'customer' and cp.subject_id = k.id
      left join reminder_pauses ip on ip.account_id = r.account_id and ip.scope = 'invoice' and ip.subject_id = r.invoice_id
    ${invoiceIds === undefined ? sql`` : sql`where r.invoice_id = any(${invoiceIds}::uuid[])`}
    order by k.id, r.due_date, r.invoice_id`.execute(ctx.db)
  return rows.map(
    ({ customerIsPaused, customerPausedUntil, invoiceIsPaused, invoicePausedUntil, ...row }) => ({
      ...row,
      customerPause: customerIsPaused ? { until: customerPausedUntil } : null,
      invoicePause: invoiceIsPaused ? { until: invoicePausedUntil } : null,
    }),
  )
}

/** Returns the customers who owe these invoices. */
export async function findCustomersOf(ctx: Ctx, invoiceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct customer_id as id from receivables
    where account_id = ${ctx.accountId} and invoice_id = any(${invoiceIds}::uuid[])`.execute(ctx.db)
  return rows.map((row) => row.id)
}

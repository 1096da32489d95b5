import { sql } from 'kysely'
import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import { LATEST_THANKS_DAYS } from '../../../../domain/reminders/thank-yous.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FormerHold, keyOf, type RehearsedInvoice } from '../rules/rehearse-customer.ts'
import { settlementOf } from './thank-yous.ts'

/** Customers of a flow: those of its groups, or everyone whose group has no other flow that is on. */
const covered = (ctx: Ctx, flow: { readonly id: string; readonly covers: 'groups' | 'everyone_else' }) =>
  flow.covers === 'groups'
    ? sql`k.group_id in (select g.group_id from reminder_flow_groups g
        where g.account_id = ${ctx.accountId} and g.flow_id = ${flow.id})`
    : sql`(k.group_id is null or k.group_id not in (select g.group_id from reminder_flow_groups g
        join reminder_flows f on f.account_id = g.account_id and f.id = g.flow_id and f.on_since is not null
        where g.account_id = ${ctx.accountId} and g.flow_id <> ${flow.id}))`

type Flow = Parameters<typeof covered>[1]

/** Counts the customers of a flow who were ever invoiced. */
export async function countRehearsedCustomers(ctx: Ctx, flow: Flow): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from customers k
    where k.account_id = ${ctx.accountId} and ${covered(ctx, flow)} and exists (select from receivables r
      where r.account_id = k.account_id and r.customer_id = k.id)`.execute(ctx.db)
  return rows[0]!.count
}

/** Returns the next customers of a flow in the order of their ids. */
export async function selectRehearsedCustomers(
  ctx: Ctx,
  flow: Flow,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select k.id from customers k
    where k.account_id = ${ctx.accountId} and ${covered(ctx, flow)} and exists (select from receivables r
      where r.account_id = k.account_id and r.customer_id = k.id)
      ${after === null ? sql`` : sql`and k.id > ${after}`}
    order by k.id limit ${limit}`.execute(ctx.db)
  return rows.map((row) => row.id)
}

interface Row extends Omit<RehearsedInvoice, 'changes' | 'pause' | 'dispute' | 'settlement'> {
  readonly customerId: string
  readonly isPaused: boolean
  readonly pausedUntil: CalendarDate | null
  readonly hasDispute: boolean
  readonly disputedMinor: bigint | null
  readonly isSettled: boolean
  readonly settledOn: CalendarDate | null
  readonly paidOn: CalendarDate | null
  readonly paidMinor: bigint | null
  readonly days: readonly { readonly day: CalendarDate; readonly minor: string }[]
}

export interface InvoiceOfCustomer extends RehearsedInvoice {
  readonly customerId: string
}

/**
 * Returns invoices of customers that were owed on a day since `from`, with how much was owed from which day on, and those that
 * were settled shortly before and may still be thanked for.
 */
export async function selectRehearsedInvoices(
  ctx: Ctx,
  customerIds: readonly string[],
  from: CalendarDate,
  timezone: string,
): Promise<InvoiceOfCustomer[]> {
  const { rows } = await sql<Row>`
    select i.customer_id as "customerId", i.id, i.number, i.currency, i.invoice_date as "invoiceDate", i.due_date as "dueDate",
      i.total_minor as "totalMinor", (coalesce(i.issued_at, i.created_at) at time zone ${timezone})::date as "issuedOn",
      r.reserved_minor as "reservedMinor", s.id is not null as "isPaused", s.until as "pausedUntil",
      r.remaining_minor = 0 and i.state = 'open' as "isSettled", paid."settledOn", paid."paidOn", paid."paidMinor",
      pr.promised_on as "promisedOn", pp.id is not null as "isOnPlan", d.id is not null as "hasDispute", d.amount_minor as "disputedMinor",
      (select jsonb_agg(jsonb_build_object('day', d.booked_on, 'minor', d.minor::text) order by d.booked_on) from (
        select e.booked_on, sum(p.amount_minor) as minor
        from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
        where p.account_id = ${ctx.accountId} and p.invoice_id = i.id and p.ledger_account = 'receivable'
        group by e.booked_on) d) as days
    from invoices i join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
      left join reminder_pauses s on s.account_id = i.account_id and s.scope = 'invoice' and s.subject_id = i.id
      left join promises pr on pr.account_id = i.account_id and pr.invoice_id = i.id and pr.state = 'open'
      left join disputes d on d.account_id = i.account_id and d.invoice_id = i.id and d.state = 'open'
      left join payment_plan_invoices pv on pv.account_id = i.account_id and pv.invoice_id = i.id and pv.is_live
      left join payment_plans pp on pp.account_id = pv.account_id and pp.id = pv.plan_id and pp.state = 'confirmed'
      cross join lateral (${settlementOf(ctx, timezone, sql`i.id`)}) paid
    where i.account_id = ${ctx.accountId} and i.customer_id = any(${customerIds}::uuid[])
      and (r.remaining_minor > 0 or exists (
        select from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
        where p.account_id = ${ctx.accountId} and p.invoice_id = i.id and p.ledger_account = 'receivable'
          and e.booked_on >= ${addDays(from, -LATEST_THANKS_DAYS)}))
    order by i.customer_id, i.due_date, i.id`.execute(ctx.db)
  return rows.map(({ days, isPaused, pausedUntil, hasDispute, disputedMinor, ...found }) => {
    const { isSettled, settledOn, paidOn, paidMinor, ...row } = found
    let remainingMinor = 0n
    const changes = (days ?? []).map(({ day, minor }) => {
      remainingMinor += BigInt(minor)
      return { day, remainingMinor }
    })
    return {
      ...row,
      pause: isPaused ? { until: pausedUntil } : null,
      dispute: hasDispute ? { amountMinor: disputedMinor } : null,
      settlement: isSettled && settledOn && paidOn && paidMinor ? { settledOn, paidOn, paidMinor } : null,
      changes,
    }
  })
}

/** Returns what was decided about steps of invoices: what holds them, or null when they were sent or skipped. */
export async function selectFormer(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, FormerHold>> {
  const rows = await ctx.db
    .selectFrom('reminder_outcomes')
    .select(['invoice_id', 'step_id', 'occurrence', 'outcome', 'reason', 'held_until'])
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', 'in', invoiceIds)
    .execute()
  return new Map(
    rows.map((row) => [
      keyOf({ invoiceId: row.invoice_id, stepId: row.step_id, occurrence: row.occurrence }),
      row.outcome === 'held' ? { reason: row.reason!, until: row.held_until } : null,
    ]),
  )
}

import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Pause } from '../../../../domain/reminders/decide-reminder.ts'
import type { StepKind } from '../../../../domain/reminders/flow.ts'
import type { StepSender } from '../../../../domain/reminders/step-sender.ts'
import type { Ctx } from '../../../platform/context.ts'
import { splitDisputed } from '../rules/split-disputed.ts'
import { thankYous } from './thank-yous.ts'

/** A step that has reached its day for an open invoice, with what a decision needs. Amounts in minor units. */
export interface DueRow {
  readonly customerId: string
  readonly customerName: string
  readonly invoiceId: string
  readonly number: string
  readonly currency: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly totalMinor: bigint
  readonly feesMinor: bigint
  /** Owed and not disputed; all that is owed when all of it is disputed. Of a thank-you, the amount that was paid. */
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
  readonly flowId: string
  readonly stepId: string
  readonly stepName: string
  readonly kind: StepKind
  readonly position: number
  readonly hour: number
  readonly occurrence: number
  readonly scheduledOn: CalendarDate
  /** Null unless the step reminds the customer by email. */
  readonly templateId: string | null
  readonly text: string
  readonly members: readonly string[]
  readonly minRemainingMinor: bigint
  readonly attachPdf: boolean
  readonly copies: readonly string[]
  readonly sender: StepSender | null
  readonly gapDays: number
  /** Day of the last payment, of a thank-you; null for other steps. */
  readonly paidOn: CalendarDate | null
  /** Reason for which it was held last; null when nothing was decided yet. */
  readonly heldFor: string | null
  readonly heldUntil: CalendarDate | null
  readonly flowPause: Pause | null
  readonly invoicePause: Pause | null
  readonly isDisputed: boolean
  /** Last day of the open promise to pay. */
  readonly promisedOn: CalendarDate | null
  readonly isOnPlan: boolean
}

interface Row extends Omit<DueRow, 'flowPause' | 'invoicePause' | 'isDisputed'> {
  readonly flowIsPaused: boolean
  readonly flowPausedUntil: CalendarDate | null
  readonly invoiceIsPaused: boolean
  readonly invoicePausedUntil: CalendarDate | null
  readonly hasDispute: boolean
  readonly disputedMinor: bigint | null
}

/** A moment of the account's calendar. */
export interface LocalTime {
  readonly today: CalendarDate
  readonly hour: number
  readonly timezone: string
}

/**
 * All steps of live flows for the open invoices of an account, or of some customers, and thank-yous for the paid ones, with their
 * calendar days and former outcomes. The flow of a customer is that of their group, otherwise the one for everyone else.
 * Invoices and steps are read once each before they are paired, because PostgreSQL would look an invoice up again for each step.
 * A step that was held for a promise counts as due again when the promise was withdrawn, kept or moved to another day.
 */
const pairs = (ctx: Ctx, timezone: string, customerIds: readonly string[] | null) => sql`
  with readers as materialized (
    select k.id, g.flow_id
    from customers k left join reminder_flow_groups g on g.account_id = k.account_id and g.group_id = k.group_id
    where k.account_id = ${ctx.accountId} ${customerIds === null ? sql`` : sql`and k.id = any(${customerIds}::uuid[])`}
  ), open_invoices as materialized (
    select r.customer_id, r.invoice_id, i.number, i.currency, i.invoice_date, i.due_date, i.total_minor, i.fees_minor, r.remaining_minor,
      r.reserved_minor, k.flow_id, (coalesce(i.issued_at, i.created_at) at time zone ${timezone})::date as issued_on,
      pr.promised_on, d.id is not null as has_dispute, d.amount_minor as disputed_minor, pp.id is not null as on_plan
    from readers k
      join receivables r on r.account_id = ${ctx.accountId} and r.customer_id = k.id and r.remaining_minor > 0
      join invoices i on i.account_id = r.account_id and i.id = r.invoice_id and i.state = 'open'
      left join promises pr on pr.account_id = r.account_id and pr.invoice_id = r.invoice_id and pr.state = 'open'
      left join disputes d on d.account_id = r.account_id and d.invoice_id = r.invoice_id and d.state = 'open'
      left join payment_plan_invoices pv on pv.account_id = r.account_id and pv.invoice_id = r.invoice_id and pv.is_live
      left join payment_plans pp on pp.account_id = pv.account_id and pp.id = pv.plan_id and pp.state = 'confirmed'
  ), live_steps as materialized (
    select s.*, f.covers, f.on_since, n.occurrence
    from reminder_flows f
      join reminder_steps s on s.account_id = f.account_id and s.flow_id = f.id and s.anchor <> 'paid'
      cross join lateral generate_series(0, s.repeat_times) as n(occurrence)
    where f.account_id = ${ctx.accountId} and f.on_since is not null
  )
  select i.customer_id, i.invoice_id, i.number, i.currency, i.invoice_date, i.due_date, i.total_minor, i.fees_minor,
    i.remaining_minor, i.reserved_minor, s.flow_id, s.id as step_id, s.name as step_name, s.kind, s.position, s.hour, s.template_id, s.text,
    s.members, s.min_remaining_minor, s.attach_pdf, s.copies, s.sender, s.gap_days, null::date as paid_on, s.occurrence, o.outcome, o.reason,
    case when o.reason = 'promised' and i.promised_on + 1 is distinct from o.held_until then null else o.held_until end as held_until,
    i.promised_on, i.has_dispute, i.disputed_minor, i.on_plan,
    case s.anchor when 'due_date' then i.due_date else i.invoice_date end + s.offset_days + s.occurrence * s.repeat_days
      as scheduled_on,
    greatest(s.on_since, i.issued_on) as not_before
  from open_invoices i
    join live_steps s on case when i.flow_id is null then s.covers = 'everyone_else' else s.flow_id = i.flow_id end
    left join reminder_outcomes o on o.account_id = ${ctx.accountId} and o.invoice_id = i.invoice_id and o.step_id = s.id
      and o.occurrence = s.occurrence
  where (o.outcome is null or o.outcome = 'held')
  union all ${thankYous(ctx, timezone, customerIds)}`

interface DueCustomer {
  readonly id: string
  /** True when an email fell due before today without a decision. */
  readonly isLate: boolean
}

/** Returns the customers with due steps, in the order of their ids. */
export async function findDueCustomers(
  ctx: Ctx,
  { today, hour, timezone }: LocalTime,
): Promise<DueCustomer[]> {
  const { rows } = await sql<DueCustomer>`
    select p.customer_id as id, bool_or(p.kind = 'email' and p.outcome is null and p.scheduled_on < ${today}) as "isLate"
    from (${pairs(ctx, timezone, null)}) p
    where p.scheduled_on <= ${today} and p.scheduled_on >= p.not_before and p.hour <= ${hour}
      and coalesce(p.held_until, p.scheduled_on) <= ${today}
    group by p.customer_id order by p.customer_id`.execute(ctx.db)
  return rows
}

export interface StepWindow {
  /** Last day of the calendar. */
  readonly until: CalendarDate
  /** Last hour of the day; null takes all. */
  readonly hour: number | null
  /** Null takes all customers. */
  readonly customerIds: readonly string[] | null
  readonly limit?: number
}

/** Returns steps with a day up to the end of the window, the latest of each invoice first. */
export async function findSteps(
  ctx: Ctx,
  { timezone }: LocalTime,
  { until, hour, customerIds, limit }: StepWindow,
): Promise<DueRow[]> {
  const { rows } = await sql<Row>`
    select p.customer_id as "customerId", k.short_name as "customerName", p.invoice_id as "invoiceId", p.number, p.currency,
      p.invoice_date as "invoiceDate", p.due_date as "dueDate", p.total_minor as "totalMinor",
      p.fees_minor as "feesMinor",
      p.remaining_minor as "remainingMinor", p.reserved_minor as "reservedMinor", p.flow_id as "flowId",
      p.step_id as "stepId", p.step_name as "stepName", p.kind, p.position, p.hour, p.occurrence, p.scheduled_on as "scheduledOn",
      p.template_id as "templateId", p.text, p.members, p.min_remaining_minor as "minRemainingMinor", p.attach_pdf as "attachPdf", p.copies,
      p.sender, p.gap_days as "gapDays", p.paid_on as "paidOn", p.reason as "heldFor", p.held_until as "heldUntil",
      p.promised_on as "promisedOn", p.on_plan as "isOnPlan", p.has_dispute as "hasDispute", p.disputed_minor as "disputedMinor",
      fp.id is not null as "flowIsPaused", fp.until as "flowPausedUntil",
      ip.id is not null as "invoiceIsPaused", ip.until as "invoicePausedUntil"
    from (${pairs(ctx, timezone, customerIds)}) p
      join customers k on k.account_id = ${ctx.accountId} and k.id = p.customer_id
      left join reminder_pauses fp on fp.account_id = ${ctx.accountId} and fp.scope = 'flow' and fp.subject_id = p.flow_id
      left join reminder_pauses ip on ip.account_id = ${ctx.accountId} and ip.scope = 'invoice' and ip.subject_id = p.invoice_id
    where p.scheduled_on <= ${until} and p.scheduled_on >= p.not_before
      ${hour === null ? sql`` : sql`and p.hour <= ${hour}`}
    order by p.customer_id, p.invoice_id, p.scheduled_on desc, p.position desc
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(ctx.db)
  return rows.map(toDueRow)
}

function toDueRow(row: Row): DueRow {
  const {
    flowIsPaused,
    flowPausedUntil,
    invoiceIsPaused,
    invoicePausedUntil,
    hasDispute,
    disputedMinor,
    ...rest
  } = row
  return {
    ...rest,
    ...splitDisputed(row.remainingMinor, hasDispute ? { amountMinor: disputedMinor } : null),
    flowPause: flowIsPaused ? { until: flowPausedUntil } : null,
    invoicePause: invoiceIsPaused ? { until: invoicePausedUntil } : null,
  }
}

/**
 * Returns the day and hour at which the next step is due, as 'YYYY-MM-DD HH'; null when nothing waits for the calendar. A step
 * whose day has come counts from now on.
 */
export async function findNextDue(ctx: Ctx, { today, timezone }: LocalTime): Promise<string | null> {
  const result = await sql<{ next: string | null }>`
    select min(to_char(greatest(coalesce(p.held_until, p.scheduled_on), ${today}::date), 'YYYY-MM-DD') || ' '
      || lpad(p.hour::text, 2, '0')) as next
    from (${pairs(ctx, timezone, null)}) p
    where p.scheduled_on >= p.not_before and (p.outcome is null or p.held_until is not null)`.execute(ctx.db)
  return result.rows[0]?.next ?? null
}

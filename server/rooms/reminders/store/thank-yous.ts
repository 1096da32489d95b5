import { type RawBuilder, sql } from 'kysely'
import { THANKS_FIRST, THANKS_KEPT_DAYS } from '../../../../domain/reminders/thank-yous.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Days for which a settled invoice is looked at besides those of its step: its thank-you may wait, and a run be late. */
const SLACK_DAYS = THANKS_KEPT_DAYS + 7

/**
 * Selects what payments did to a settled invoice: the account's day on which it was settled, the day of the last payment, and
 * what was paid, less what went back.
 */
export const settlementOf = (
  ctx: Ctx,
  timezone: string,
  invoiceId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select (max(e.recorded_at) filter (where p.amount_minor < 0) at time zone ${timezone})::date as "settledOn",
    max(e.booked_on) filter (where e.kind in ('payment', 'unapplied_used')) as "paidOn",
    -sum(p.amount_minor) filter (where e.kind in ('payment', 'unapplied_used', 'payment_return', 'refund'))::bigint as "paidMinor"
  from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
  where p.account_id = ${ctx.accountId} and p.invoice_id = ${invoiceId} and p.ledger_account = 'receivable'`

/**
 * Thank-yous of live flows in the columns of the due steps: for invoices that payments settled in full while the step was live,
 * counted from the account's day on which they were settled. Its remaining amount is what was paid. They stand before all other
 * steps of a flow, so that they wait for reminders of other invoices, and not the other way round. The settled invoices are read
 * once for all steps, and what was paid is only summed up for those that no step has thanked for.
 */
export const thankYous = (
  ctx: Ctx,
  timezone: string,
  customerIds: readonly string[] | null,
): RawBuilder<unknown> => sql`(
  with thanks_steps as materialized (
    select s.*, f.covers, f.on_since
    from reminder_flows f join reminder_steps s on s.account_id = f.account_id and s.flow_id = f.id and s.anchor = 'paid'
    where f.account_id = ${ctx.accountId} and f.on_since is not null
  ), settling as materialized (
    select p.invoice_id, max(e.recorded_at) as last_at
    from ledger_entries e
      join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id and p.ledger_account = 'receivable'
    where e.account_id = ${ctx.accountId} and e.kind in ('payment', 'unapplied_used')
      and e.recorded_at >= ${asDate(ctx.now)}::timestamptz
        - ((select max(offset_days) from thanks_steps) + ${SLACK_DAYS}) * interval '1 day'
    group by p.invoice_id
  ), settled as materialized (
    select r.customer_id, i.id, i.number, i.currency, i.invoice_date, i.due_date, i.total_minor, i.fees_minor, g.flow_id, t.last_at
    from settling t
      join receivables r on r.account_id = ${ctx.accountId} and r.invoice_id = t.invoice_id and r.remaining_minor = 0
      join invoices i on i.account_id = r.account_id and i.id = r.invoice_id and i.state = 'open'
      join customers k on k.account_id = r.account_id and k.id = r.customer_id
      left join reminder_flow_groups g on g.account_id = k.account_id and g.group_id = k.group_id
    ${customerIds === null ? sql`` : sql`where r.customer_id = any(${customerIds}::uuid[])`}
  ), open_thanks as materialized (
    select i.customer_id, i.id as invoice_id, i.number, i.currency, i.invoice_date, i.due_date, i.total_minor, i.fees_minor, s.flow_id,
      s.id as step_id, s.name as step_name, s.kind, s.position, s.hour, s.template_id, s.text, s.members, s.min_remaining_minor,
      s.attach_pdf, s.copies, s.sender, s.gap_days, s.offset_days, s.on_since, s.live_since, o.outcome, o.reason, o.held_until
    from settled i
      join thanks_steps s on case when i.flow_id is null then s.covers = 'everyone_else' else s.flow_id = i.flow_id end
        and i.last_at >= ${asDate(ctx.now)}::timestamptz - (s.offset_days + ${SLACK_DAYS}) * interval '1 day'
      left join reminder_outcomes o on o.account_id = ${ctx.accountId} and o.invoice_id = i.id and o.step_id = s.id
        and o.occurrence = 0
    where o.outcome is null or o.outcome = 'held'
  )
  select t.customer_id, t.invoice_id, t.number, t.currency, t.invoice_date, t.due_date, t.total_minor, t.fees_minor,
    paid."paidMinor" as remaining_minor, 0::bigint as reserved_minor, t.flow_id, t.step_id, t.step_name, t.kind,
    t.position - ${THANKS_FIRST} as position, t.hour, t.template_id, t.text, t.members, t.min_remaining_minor, t.attach_pdf, t.copies,
    t.sender, t.gap_days, paid."paidOn" as paid_on, 0 as occurrence, t.outcome, t.reason, t.held_until,
    null::date as promised_on, false as has_dispute, null::bigint as disputed_minor, false as on_plan,
    paid."settledOn" + t.offset_days as scheduled_on, greatest(t.on_since, t.live_since) + t.offset_days as not_before
  from open_thanks t cross join lateral (${settlementOf(ctx, timezone, sql`t.invoice_id`)}) paid
  where paid."paidMinor" > 0)`

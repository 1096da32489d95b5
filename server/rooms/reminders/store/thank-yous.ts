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
 * steps of a flow, so that they wait for reminders of other invoices, and not the other way round.
 */
export const thankYous = (
  ctx: Ctx,
  timezone: string,
  customerIds: readonly string[] | null,
): RawBuilder<unknown> => sql`
  select r.customer_id, i.id as invoice_id, i.number, i.currency, i.invoice_date, i.due_date, i.total_minor, i.fees_minor,
    paid."paidMinor" as remaining_minor, 0::bigint as reserved_minor, s.flow_id, s.id as step_id, s.name as step_name, s.kind,
    s.position - ${THANKS_FIRST} as position, s.hour, s.template_id, s.text, s.members, s.min_remaining_minor, s.attach_pdf, s.copies, s.sender,
    s.gap_days, paid."paidOn" as paid_on, 0 as occurrence, o.outcome, o.reason, o.held_until,
    null::date as promised_on, false as has_dispute, null::bigint as disputed_minor, false as on_plan, paid."settledOn" + s.offset_days as scheduled_on, greatest(f.on_since, s.live_since) + s.offset_days as not_before
  from reminder_steps s
    join reminder_flows f on f.account_id = s.account_id and f.id = s.flow_id and f.on_since is not null
    cross join lateral (
      select distinct p.invoice_id from ledger_entries e
        join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id and p.ledger_account = 'receivable'
      where e.account_id = ${ctx.accountId} and e.kind in ('payment', 'unapplied_used')
        and e.recorded_at >= ${asDate(ctx.now)}::timestamptz - (s.offset_days + ${SLACK_DAYS}) * interval '1 day') settled
    join receivables r on r.account_id = s.account_id and r.invoice_id = settled.invoice_id and r.remaining_minor = 0
    join invoices i on i.account_id = r.account_id and i.id = r.invoice_id and i.state = 'open'
    join customers k on k.account_id = r.account_id and k.id = r.customer_id
    left join reminder_flow_groups g on g.account_id = k.account_id and g.group_id = k.group_id
    left join reminder_outcomes o on o.account_id = r.account_id and o.invoice_id = r.invoice_id and o.step_id = s.id
      and o.occurrence = 0
    cross join lateral (${settlementOf(ctx, timezone, sql`r.invoice_id`)}) paid
  where s.account_id = ${ctx.accountId} and s.anchor = 'paid'
    ${customerIds === null ? sql`` : sql`and r.customer_id = any(${customerIds}::uuid[])`}
    and case when g.flow_id is null then f.covers = 'everyone_else' else f.id = g.flow_id end
    and paid."paidMinor" > 0 and (o.outcome is null or o.outcome = 'held')`

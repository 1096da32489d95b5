import { sql } from 'kysely'
import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import { THANKS_KEPT_DAYS } from '../../../../domain/reminders/thank-yous.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { appendDecisions, type ChangedOutcome } from './outcomes.ts'

/** Ends held thank-yous of invoices that are no longer paid, and those that waited too long. */
export async function endThanks(ctx: Ctx, today: CalendarDate): Promise<void> {
  const reopened = await sql<ChangedOutcome>`
    update reminder_outcomes o set outcome = 'skipped', reason = 'open_again', held_until = null, decided_at = ${asDate(ctx.now)}
    from invoices i, receivables r
    where o.account_id = ${ctx.accountId} and o.outcome = 'held' and o.is_thanks and i.account_id = o.account_id
      and i.id = o.invoice_id and r.account_id = o.account_id and r.invoice_id = o.invoice_id
      and (i.state <> 'open' or r.remaining_minor > 0)
    returning o.invoice_id, o.step_id, o.occurrence, o.step_name, o.scheduled_on, o.held_until`.execute(
    ctx.db,
  )
  await appendDecisions(ctx, reopened.rows, { outcome: 'skipped', reason: 'open_again' }, today)
  const late = await sql<ChangedOutcome>`
    update reminder_outcomes o set outcome = 'skipped', reason = 'missed', held_until = null, decided_at = ${asDate(ctx.now)}
    where o.account_id = ${ctx.accountId} and o.outcome = 'held' and o.is_thanks
      and o.scheduled_on < ${addDays(today, -THANKS_KEPT_DAYS)}
    returning o.invoice_id, o.step_id, o.occurrence, o.step_name, o.scheduled_on, o.held_until`.execute(
    ctx.db,
  )
  await appendDecisions(ctx, late.rows, { outcome: 'skipped', reason: 'missed' }, today)
}

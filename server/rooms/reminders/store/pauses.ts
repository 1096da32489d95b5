import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { isPaused } from '../../../../domain/reminders/decide-reminder.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'

export type PauseScope = 'flow' | 'customer' | 'invoice'

export interface PauseFields {
  readonly scope: PauseScope
  readonly subject: string
  readonly until: CalendarDate | null
  readonly note: string
}

/** Sets or changes a pause. Steps that the former one held are due again until their next decision. */
export async function setPause(ctx: Ctx, { scope, subject, until, note }: PauseFields): Promise<void> {
  const by = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  const values = { until, note, paused_by: by, paused_at: asDate(ctx.now) }
  await ctx.db
    .insertInto('reminder_pauses')
    .values({ account_id: ctx.accountId, id: nextId(ctx), scope, subject_id: subject, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'scope', 'subject_id']).doUpdateSet(values))
    .execute()
  await forgetDayOfPause(ctx, scope, subject)
}

/** Ends a pause: steps that it held are due again. Returns whether there was one. */
export async function deletePause(ctx: Ctx, scope: PauseScope, subject: string): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom('reminder_pauses')
    .where('account_id', '=', ctx.accountId)
    .where('scope', '=', scope)
    .where('subject_id', '=', subject)
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) await forgetDayOfPause(ctx, scope, subject)
  return row !== undefined
}

const HELD_BY = {
  flow: { reason: 'flow_paused', column: 'flow_id' },
  customer: { reason: 'customer_paused', column: 'customer_id' },
  invoice: { reason: 'invoice_paused', column: 'invoice_id' },
} as const

/** Removes the day until which a pause held its steps: it has ended, or ends on another day. */
async function forgetDayOfPause(ctx: Ctx, scope: PauseScope, subject: string): Promise<void> {
  const { reason, column } = HELD_BY[scope]
  await ctx.db
    .updateTable('reminder_outcomes')
    .set({ held_until: null })
    .where('account_id', '=', ctx.accountId)
    .where(column, '=', subject)
    .where('outcome', '=', 'held')
    .where('reason', '=', reason)
    .where('held_until', 'is not', null)
    .execute()
}

/** Returns a pause that holds on a day; null when there is none, or it has ended. */
export async function readPause(
  ctx: Ctx,
  scope: PauseScope,
  subject: string,
  today: CalendarDate,
): Promise<{ until: CalendarDate | null; note: string } | null> {
  const row = await ctx.db
    .selectFrom('reminder_pauses')
    .select(['until', 'note'])
    .where('account_id', '=', ctx.accountId)
    .where('scope', '=', scope)
    .where('subject_id', '=', subject)
    .executeTakeFirst()
  return row !== undefined && isPaused(row, today) ? row : null
}

import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PlanReminderKind } from '../tables.ts'

/** A payment that comes back opens a completed plan again within this time. */
const REOPENS_MS = 180 * DAY_MS

/** Returns the next plans, in the order of their ids, that may move on by themselves. */
export async function selectMovingIds(ctx: Ctx, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payment_plans p
    where p.account_id = ${ctx.accountId} ${after === null ? sql`` : sql`and p.id > ${after}`}
      and (p.state in ('proposed', 'confirmed', 'defaulted')
        or p.state = 'completed' and p.ended_at > ${asDate(ctx.now - REOPENS_MS)} and p.id in (
          select v.plan_id from payment_plan_invoices v
            join receivables r on r.account_id = v.account_id and r.invoice_id = v.invoice_id
          where v.account_id = ${ctx.accountId} and not v.is_live and r.remaining_minor > 0))
    order by p.id limit ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Returns the completed plans of an invoice that may be opened again, the last one first. */
export async function selectCompletedPlans(ctx: Ctx, invoiceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payment_plan_invoices v join payment_plans p on p.account_id = v.account_id and p.id = v.plan_id
    where v.account_id = ${ctx.accountId} and v.invoice_id = ${invoiceId} and p.state = 'completed'
      and p.ended_at > ${asDate(ctx.now - REOPENS_MS)}
    order by p.ended_at desc, p.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

export async function hasMovingPlan(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('payment_plans')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('state', 'in', ['proposed', 'confirmed', 'defaulted'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that an installment is reminded of. Returns false when it was before. */
export async function claimReminder(
  ctx: Ctx,
  of: { readonly planId: string; readonly installmentId: string; readonly kind: PlanReminderKind },
  today: CalendarDate,
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('payment_plan_reminders')
    .values({
      account_id: ctx.accountId,
      plan_id: of.planId,
      installment_id: of.installmentId,
      kind: of.kind,
      sent_on: today,
      mail_id: null,
      open_minor: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('plan_id')
    .executeTakeFirst()
  return row !== undefined
}

export interface SentReminder {
  readonly planId: string
  readonly installmentId: string
  readonly kind: PlanReminderKind
  /** Null for an email of before this was stored. */
  readonly openMinor: bigint | null
}

/** Records the email of a claimed reminder with what it says is open. */
export async function setReminderMail(
  ctx: Ctx,
  of: { readonly planId: string; readonly installmentId: string; readonly kind: PlanReminderKind },
  mail: { readonly id: string; readonly openMinor: bigint },
): Promise<void> {
  await ctx.db
    .updateTable('payment_plan_reminders')
    .set({ mail_id: mail.id, open_minor: mail.openMinor })
    .where('account_id', '=', ctx.accountId)
    .where('plan_id', '=', of.planId)
    .where('installment_id', '=', of.installmentId)
    .where('kind', '=', of.kind)
    .execute()
}

/** Locks the reminder that an email belongs to; null for one that is not recorded. */
export const lockReminderOfMail = async (ctx: Ctx, mailId: string): Promise<SentReminder | null> =>
  (await ctx.db
    .selectFrom('payment_plan_reminders')
    .select(['plan_id as planId', 'installment_id as installmentId', 'kind', 'open_minor as openMinor'])
    .where('account_id', '=', ctx.accountId)
    .where('mail_id', '=', mailId)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** Forgets a reminder whose email did not leave, so that it is decided again. */
export async function forgetReminderOfMail(ctx: Ctx, mailId: string): Promise<void> {
  await ctx.db
    .deleteFrom('payment_plan_reminders')
    .where('account_id', '=', ctx.accountId)
    .where('mail_id', '=', mailId)
    .execute()
}

/** Returns which of these customers and invoices are kept from reminders: by a pause, or by a dispute of the invoice. */
export async function selectHeld(
  ctx: Ctx,
  subjects: readonly string[],
  today: CalendarDate,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select subject_id as id from reminder_pauses
    where account_id = ${ctx.accountId} and scope in ('customer', 'invoice') and subject_id = any(${subjects}::uuid[])
      and (until is null or until > ${today})
    union all
    select invoice_id from disputes
    where account_id = ${ctx.accountId} and invoice_id = any(${subjects}::uuid[]) and state = 'open'`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ id }) => id))
}

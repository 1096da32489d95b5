import { sql, type Updateable } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import { RESUME_AFTER_MS } from '../rules/plan.ts'
import type { ChargeAttempt } from '../tables.ts'

interface NewAttempt {
  readonly invoiceId: string
  readonly dueDate: CalendarDate
  readonly consentId: string
  readonly amountMinor: bigint
}

/**
 * Records the next attempt for an invoice's due date; returns null while one is open. The receivable must be
 * locked.
 */
export async function insertAttempt(ctx: Ctx, fresh: NewAttempt): Promise<ChargeAttempt | null> {
  const result = await sql<ChargeAttempt>`
    insert into auto_payment_tries (account_id, id, invoice_id, due_date, try_no, consent_id, amount_minor, state, started_at)
    select here.account_id, ${nextId(ctx)}, ${fresh.invoiceId}, ${fresh.dueDate}, coalesce(max(t.try_no), 0) + 1,
      ${fresh.consentId}, ${fresh.amountMinor}, 'open', ${asDate(ctx.now)}
    from ${here(ctx.accountId)} left join auto_payment_tries t on t.account_id = here.account_id
      and t.invoice_id = ${fresh.invoiceId} and t.due_date = ${fresh.dueDate}
    group by here.account_id on conflict do nothing returning *`.execute(ctx.db)
  const [row] = result.rows
  if (!row) return null
  await markDue(ctx, 'auto-payments.charge-due', row.id, ctx.now + RESUME_AFTER_MS)
  return row
}

const attempts = (ctx: Ctx) =>
  ctx.db.selectFrom('auto_payment_tries').selectAll().where('account_id', '=', ctx.accountId)

/** Open attempts that are due to be resumed. */
export const openAttempts = (ctx: Ctx, limit: number): Promise<ChargeAttempt[]> =>
  attempts(ctx)
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('next_at', 'is', null), eb('next_at', '<=', asDate(ctx.now))]))
    .orderBy('started_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns when the next open attempt is resumed, in epoch ms. */
export async function nextOpenAttempt(ctx: Ctx): Promise<number | null> {
  const result = await sql<{ at: Date | null }>`
    select min(coalesce(next_at, started_at)) as at from auto_payment_tries
    where account_id = ${ctx.accountId} and state = 'open'`.execute(ctx.db)
  return result.rows[0]!.at?.getTime() ?? null
}

/** Longer than the periods in which a charge can be disputed or an e-check returned. */
const LOOKED_BACK_MS = 180 * DAY_MS

/**
 * Paid attempts whose money came back: a returned e-check or a dispute. The query starts from returned payments,
 * which are few compared with successful ones.
 */
export async function attemptsTakenBack(ctx: Ctx, limit: number): Promise<ChargeAttempt[]> {
  const since = asDate(ctx.now - LOOKED_BACK_MS)
  const result = await sql<ChargeAttempt>`
    select t.* from payments p join auto_payment_tries t on t.account_id = p.account_id and t.payment_id = p.id
    where p.account_id = ${ctx.accountId} and p.status = 'rejected' and p.captured_minor > 0 and p.settled_at >= ${since}
      and t.state = 'paid' and t.settled_at >= ${since}
    order by t.settled_at limit ${limit}`.execute(ctx.db)
  return result.rows
}

export const lockAttempt = (ctx: Ctx, id: string): Promise<ChargeAttempt> =>
  attempts(ctx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export async function hasOpenAttempt(ctx: Ctx, invoiceId: string): Promise<boolean> {
  const row = await attempts(ctx)
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

export async function countFailedAttempts(
  ctx: Ctx,
  { invoice_id, due_date }: ChargeAttempt,
): Promise<number> {
  const rows = await attempts(ctx)
    .where('invoice_id', '=', invoice_id)
    .where('due_date', '=', due_date)
    .where('state', '=', 'failed')
    .execute()
  return rows.length
}

export async function changeAttempt(
  ctx: Ctx,
  id: string,
  changes: Pick<
    Updateable<Database['auto_payment_tries']>,
    'state' | 'payment_id' | 'next_at' | 'settled_at'
  >,
): Promise<void> {
  await ctx.db
    .updateTable('auto_payment_tries')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
  if (changes.next_at instanceof Date)
    await markDue(ctx, 'auto-payments.charge-due', id, changes.next_at.getTime())
}

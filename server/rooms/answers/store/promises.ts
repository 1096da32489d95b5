import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { AnswerSource } from '../../../../domain/invoices/answers.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PromiseEnd, StandingPromise } from '../rules/judge-promise.ts'
import type { PromiseRow } from '../tables.ts'

export interface NewPromise {
  readonly id: string
  readonly invoiceId: string
  readonly customerId: string
  readonly promisedOn: CalendarDate
  /** Minor units; null for everything that is owed. */
  readonly amountMinor: bigint | null
  readonly owedMinor: bigint
  readonly note: string
  readonly source: AnswerSource
  readonly recordedBy: string | null
}

/** Adds an open promise. The receivable is locked and the invoice has no open one. */
export async function insertPromise(ctx: Ctx, made: NewPromise): Promise<void> {
  await ctx.db
    .insertInto('promises')
    .values({
      account_id: ctx.accountId,
      id: made.id,
      invoice_id: made.invoiceId,
      customer_id: made.customerId,
      promised_on: made.promisedOn,
      amount_minor: made.amountMinor,
      owed_minor: made.owedMinor,
      note: made.note,
      source: made.source,
      recorded_by: made.recordedBy,
      created_at: asDate(ctx.now),
    })
    .execute()
}

const promises = (ctx: Ctx) =>
  ctx.db.selectFrom('promises').selectAll().where('account_id', '=', ctx.accountId)

/** Returns the promises of an invoice, the newest first. */
export const selectPromises = (ctx: Ctx, invoiceId: string): Promise<PromiseRow[]> =>
  promises(ctx)
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Locks a promise until the transaction ends; null when there is none. */
export const lockPromise = async (ctx: Ctx, id: string): Promise<PromiseRow | null> =>
  (await promises(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Ends a promise. Returns false when it had ended already. */
export async function endPromise(ctx: Ctx, id: string, { state, outcome }: PromiseEnd): Promise<boolean> {
  const row = await ctx.db
    .updateTable('promises')
    .set({
      state,
      outcome,
      ended_at: asDate(ctx.now),
      ended_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the next open promises in the order of their ids, with what is owed on their invoices. */
export async function selectStandingPromises(
  ctx: Ctx,
  after: string | null,
  limit: number,
): Promise<StandingPromise[]> {
  const { rows } = await sql<StandingPromise>`
    select p.id, p.invoice_id as "invoiceId", p.customer_id as "customerId", i.number, i.currency,
      i.state = 'open' as "isOpenInvoice", p.promised_on as "promisedOn", p.amount_minor as "amountMinor",
      p.owed_minor as "owedMinor", r.remaining_minor as "remainingMinor", r.reserved_minor as "reservedMinor"
    from promises p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
      join receivables r on r.account_id = p.account_id and r.invoice_id = p.invoice_id
    where p.account_id = ${ctx.accountId} and p.state = 'open' ${after === null ? sql`` : sql`and p.id > ${after}`}
    order by p.id limit ${limit}`.execute(ctx.db)
  return rows
}

/** Returns the first day of open promises from a day on; null without any. */
export async function findNextPromisedDay(ctx: Ctx, from: CalendarDate): Promise<CalendarDate | null> {
  const row = await promises(ctx)
    .where('state', '=', 'open')
    .where('promised_on', '>=', from)
    .orderBy('promised_on')
    .limit(1)
    .executeTakeFirst()
  return row?.promised_on ?? null
}

/** Opens the last promise of an invoice again if its day is to come and it ended by itself with this outcome. Returns it, or null. */
export async function reopenPromise(
  ctx: Ctx,
  invoiceId: string,
  ended: { readonly outcome: string; readonly endedFrom: Date; readonly today: CalendarDate },
): Promise<PromiseRow | null> {
  const [last] = await selectPromises(ctx, invoiceId)
  if (last?.state !== 'withdrawn' || last.ended_by !== null || last.outcome !== ended.outcome) return null
  if (last.ended_at === null || last.ended_at < ended.endedFrom || last.promised_on < ended.today) return null
  await ctx.db
    .updateTable('promises')
    .set({ state: 'open', outcome: '', ended_at: null })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', last.id)
    .execute()
  return last
}

import { sql } from 'kysely'
import type { AnswerSource, DisputeReason } from '../../../../domain/invoices/answers.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { DisputeRow } from '../tables.ts'

export interface NewDispute {
  readonly id: string
  readonly invoiceId: string
  readonly customerId: string
  readonly reason: DisputeReason
  readonly text: string
  /** Minor units; null for the whole invoice. */
  readonly amountMinor: bigint | null
  readonly source: AnswerSource
  readonly recordedBy: string | null
}

/** Adds an open dispute. The receivable is locked and the invoice has no open one. */
export async function insertDispute(ctx: Ctx, opened: NewDispute): Promise<void> {
  await ctx.db
    .insertInto('disputes')
    .values({
      account_id: ctx.accountId,
      id: opened.id,
      invoice_id: opened.invoiceId,
      customer_id: opened.customerId,
      reason: opened.reason,
      text: opened.text,
      amount_minor: opened.amountMinor,
      source: opened.source,
      recorded_by: opened.recordedBy,
      created_at: asDate(ctx.now),
    })
    .execute()
}

const disputes = (ctx: Ctx) =>
  ctx.db.selectFrom('disputes').selectAll().where('account_id', '=', ctx.accountId)

/** Returns the disputes of an invoice, the newest first. */
export const selectDisputes = (ctx: Ctx, invoiceId: string): Promise<DisputeRow[]> =>
  disputes(ctx)
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function hasOpenDispute(ctx: Ctx, invoiceId: string): Promise<boolean> {
  const row = await disputes(ctx)
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a dispute until the transaction ends; null when there is none. */
export const lockDispute = async (ctx: Ctx, id: string): Promise<DisputeRow | null> =>
  (await disputes(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Resolves a dispute that is open. */
export async function endDispute(ctx: Ctx, id: string, resolution: string): Promise<void> {
  await ctx.db
    .updateTable('disputes')
    .set({
      state: 'resolved',
      resolution,
      resolved_at: asDate(ctx.now),
      resolved_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** Resolves the open disputes of invoices that were paid or closed, and returns them. */
export async function endSettledDisputes(
  ctx: Ctx,
  resolution: string,
): Promise<{ id: string; invoice_id: string }[]> {
  const { rows } = await sql<{ id: string; invoice_id: string }>`
    update disputes d set state = 'resolved', resolution = ${resolution}, resolved_at = ${asDate(ctx.now)}
    from invoices i, receivables r
    where d.account_id = ${ctx.accountId} and d.state = 'open' and i.account_id = d.account_id and i.id = d.invoice_id
      and r.account_id = d.account_id and r.invoice_id = d.invoice_id and (i.state <> 'open' or r.remaining_minor = 0)
    returning d.id, d.invoice_id`.execute(ctx.db)
  return rows
}

/** Opens the last dispute of an invoice again if it was resolved by itself with this text since a time. Returns it, or null. */
export async function reopenDispute(
  ctx: Ctx,
  invoiceId: string,
  resolution: string,
  since: Date,
): Promise<DisputeRow | null> {
  const [last] = await selectDisputes(ctx, invoiceId)
  if (last?.state !== 'resolved' || last.resolved_by !== null || last.resolution !== resolution) return null
  if (last.resolved_at === null || last.resolved_at < since) return null
  await ctx.db
    .updateTable('disputes')
    .set({ state: 'open', resolution: '', resolved_at: null })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', last.id)
    .execute()
  return last
}

import { sql } from 'kysely'
import type { BulkAction, BulkFacts, LeftOutReason } from '../../../../domain/invoices/bulk-actions.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { listedIds } from '../../../platform/db/rows/id-lists.ts'
import type { InvoiceRunRow, LeftOutInvoice } from '../tables.ts'

/** An invoice of a selection, as a bulk action judges it. */
export interface RunInvoice extends BulkFacts {
  readonly id: string
  readonly number: string
  readonly currency: string
  readonly customerId: string
  readonly customerName: string
}

/** Reads the invoices with these ids, in their order. One that is gone is left out. */
export async function selectRunInvoices(ctx: Ctx, ids: readonly string[]): Promise<RunInvoice[]> {
  const result = await sql<RunInvoice>`
    select i.id, i.number, i.state, i.currency, i.customer_id as "customerId", c.short_name as "customerName", i.total_minor as "totalMinor",
      coalesce(r.remaining_minor, 0) as "remainingMinor", coalesce(r.reserved_minor, 0) as "reservedMinor",
      (c.email <> '' or c.extra_emails <> '{}') as "hasAddress"
    from (${listedIds(ids)}) page
      join invoices i on i.account_id = ${ctx.accountId} and i.id = page.id
      join customers c on c.account_id = i.account_id and c.id = i.customer_id
      left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    order by page.key`.execute(ctx.db)
  return result.rows
}

export interface NewRun {
  readonly action: BulkAction
  readonly invoiceIds: readonly string[]
  readonly note: string
  readonly requestId: string
  readonly requestHash: Buffer
  readonly userId: string
  /** When the PDFs that it draws are deleted, in epoch ms; null for other actions. */
  readonly keptUntilMs: number | null
}

/** Adds a run. Returns its id; null when the request_id was used. */
export async function insertRun(ctx: Ctx, run: NewRun): Promise<string | null> {
  const row = await ctx.db
    .insertInto('invoice_runs')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      action: run.action,
      state: 'running',
      invoice_ids: [...run.invoiceIds],
      note: run.note,
      failure: null,
      request_id: run.requestId,
      request_hash: run.requestHash,
      created_by: run.userId,
      created_at: asDate(ctx.now),
      finished_at: null,
      kept_until: run.keptUntilMs === null ? null : asDate(run.keptUntilMs),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const runs = (ctx: Ctx) =>
  ctx.db.selectFrom('invoice_runs').selectAll().where('account_id', '=', ctx.accountId)

export const findRun = async (ctx: Ctx, id: string): Promise<InvoiceRunRow | null> =>
  (await runs(ctx).where('id', '=', id).executeTakeFirst()) ?? null

export const findRunOfRequest = async (ctx: Ctx, requestId: string): Promise<InvoiceRunRow | null> =>
  (await runs(ctx).where('request_id', '=', requestId).executeTakeFirst()) ?? null

/** Locks a run that is going on until the transaction ends; null when it has ended. */
export const lockRun = async (ctx: Ctx, id: string): Promise<InvoiceRunRow | null> =>
  (await runs(ctx).where('id', '=', id).where('state', '=', 'running').forUpdate().executeTakeFirst()) ?? null

/** Returns the last runs since an instant, the latest first. */
export const selectRuns = (ctx: Ctx, since: Date, limit: number): Promise<InvoiceRunRow[]> =>
  runs(ctx)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const MOST_NOTED = 100

/** Moves a locked run past its next `count` invoices, which were acted on, but for those left out. */
export async function moveRun(
  ctx: Ctx,
  run: InvoiceRunRow,
  leftOut: readonly LeftOutInvoice[],
  count = 1,
): Promise<void> {
  const position = run.position + count
  const isLast = position >= run.invoice_ids.length
  const room = MOST_NOTED - run.left_out.length
  const noted = leftOut.length > 0 && room > 0 ? [...run.left_out, ...leftOut.slice(0, room)] : null
  await ctx.db
    .updateTable('invoice_runs')
    .set((eb) => ({
      position,
      left_out_count: eb('left_out_count', '+', leftOut.length),
      done_count: eb('done_count', '+', count - leftOut.length),
      ...(noted && { left_out: JSON.stringify(noted) }),
      ...(isLast && { state: 'done' as const, finished_at: asDate(ctx.now) }),
    }))
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', run.id)
    .execute()
}

/** Ends a run that is going on. Returns false when it had ended. */
export async function endRun(
  ctx: Ctx,
  id: string,
  state: 'failed' | 'canceled',
  failure: string | null,
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('invoice_runs')
    .set({ state, failure, finished_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A left-out invoice as a run notes it. */
export const leftOutOf = (
  invoice: string,
  number: string,
  reason: LeftOutReason,
  text = '',
): LeftOutInvoice => ({ invoice, number, reason, text })

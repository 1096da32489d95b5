import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { endRun } from './runs.ts'

/** A PDF that a run drew. `position`: of the invoice in the run. */
export interface RunPdf {
  readonly position: number
  readonly name: string
  readonly bytes: Buffer
}

export async function insertRunPdf(ctx: Ctx, run: string, pdf: RunPdf): Promise<void> {
  await ctx.db
    .insertInto('invoice_run_pdfs')
    .values({ account_id: ctx.accountId, run_id: run, ...pdf })
    .execute()
}

/** Returns the first PDF of a run after a position; null behind the last one. */
export const readPdfAfter = async (ctx: Ctx, run: string, after: number): Promise<RunPdf | null> =>
  (await ctx.db
    .selectFrom('invoice_run_pdfs')
    .select(['position', 'name', 'bytes'])
    .where('account_id', '=', ctx.accountId)
    .where('run_id', '=', run)
    .where('position', '>', after)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()) ?? null

/** Deletes the PDFs of the runs whose time is over by `ctx.now`, and ends those that still draw. */
export async function deleteRunPdfs(ctx: Ctx): Promise<void> {
  const runs = await ctx.db
    .selectFrom('invoice_runs')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('kept_until', '<=', asDate(ctx.now))
    .forUpdate()
    .execute()
  for (const { id } of runs) {
    await endRun(ctx, id, 'failed', 'This took longer than a day. Select the invoices again.')
    await ctx.db
      .deleteFrom('invoice_run_pdfs')
      .where('account_id', '=', ctx.accountId)
      .where('run_id', '=', id)
      .execute()
    await ctx.db
      .updateTable('invoice_runs')
      .set({ kept_until: null })
      .where('account_id', '=', ctx.accountId)
      .where('id', '=', id)
      .execute()
  }
}

/** Returns when the next PDFs may be deleted, in epoch ms. */
export async function nextPdfExpiry(ctx: Ctx): Promise<number | null> {
  const { at } = await ctx.db
    .selectFrom('invoice_runs')
    .select(({ fn }) => fn.min('kept_until').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('kept_until', 'is not', null)
    .executeTakeFirstOrThrow()
  return at === null ? null : at.getTime()
}

import { asDate } from '../../platform/clock.ts'
import { type Ctx, nextId } from '../../platform/context.ts'
import { beginWriting, endExport, insertExport, insertPart } from './store/exports.ts'

/** Ends exports that are being written: an account has one at a time. */
export async function endExports(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('account_id', '=', ctx.accountId)
    .where('state', '=', 'running')
    .execute()
}

/** Adds an export whose archive is there, of a few bytes. Returns its id. */
export async function aFinishedExport(ctx: Ctx): Promise<string> {
  await endExports(ctx)
  const writer = nextId(ctx)
  const userId = ctx.actor.kind === 'staff' ? ctx.actor.userId : nextId(ctx)
  const id = (await insertExport(ctx, { withPdfs: false, requestId: nextId(ctx), userId }))!
  await beginWriting(ctx, id, writer, 1)
  const part = { writer, position: 0, bytes: Buffer.from('PK'), sum: 2, done: 1 }
  await insertPart(ctx, id, part)
  await endExport(ctx, id, { writer, failure: null, keptUntilMs: asDate(ctx.now).getTime() + 86_400_000 })
  return id
}

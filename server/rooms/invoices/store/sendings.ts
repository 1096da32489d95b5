import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

/**
 * Records a request to send. Waits for a parallel request with the same key. False when the key was recorded
 * before.
 */
export async function insertSending(
  ctx: Ctx,
  sending: { invoiceId: string; requestId: string; requestHash: Buffer },
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('invoice_sendings')
    .values({
      account_id: ctx.accountId,
      request_id: sending.requestId,
      request_hash: sending.requestHash,
      invoice_id: sending.invoiceId,
      created_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returning('request_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the hash of a recorded request. */
export async function readSendingHash(ctx: Ctx, requestId: string): Promise<Buffer> {
  const row = await ctx.db
    .selectFrom('invoice_sendings')
    .select('request_hash')
    .where('account_id', '=', ctx.accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  return row.request_hash
}

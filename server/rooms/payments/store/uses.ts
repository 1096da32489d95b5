import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

/**
 * Records a use of credit. Returns false when the request_id exists; waits for a concurrent insert of the
 * same one.
 */
export async function insertUse(
  ctx: Ctx,
  use: { paymentId: string; requestId: string; requestHash: Buffer },
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('payment_uses')
    .values({
      account_id: ctx.accountId,
      payment_id: use.paymentId,
      request_id: use.requestId,
      request_hash: use.requestHash,
      created_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function readUseHash(ctx: Ctx, requestId: string): Promise<Buffer> {
  const row = await ctx.db
    .selectFrom('payment_uses')
    .select('request_hash')
    .where('account_id', '=', ctx.accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  return row.request_hash
}

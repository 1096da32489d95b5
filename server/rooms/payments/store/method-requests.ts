import type { Selectable } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { MethodRequestsTable } from '../tables.ts'

export type MethodRequest = Selectable<MethodRequestsTable>

/** Records a request, or returns the former one with this request_id. Locks it until the transaction ends. */
export async function recordRequest(
  ctx: Ctx,
  request: Pick<MethodRequest, 'customer_id' | 'request_id' | 'request_hash' | 'type'>,
): Promise<MethodRequest> {
  const inserted = await ctx.db
    .insertInto('method_requests')
    .values({
      ...request,
      account_id: ctx.accountId,
      id: nextId(ctx),
      stored_method_id: null,
      provider_ref: null,
      created_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? (await byRequestId(ctx, request.request_id).forUpdate().executeTakeFirstOrThrow())
}

const byRequestId = (ctx: Ctx, requestId: string) =>
  ctx.db
    .selectFrom('method_requests')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('request_id', '=', requestId)

/** Locks a request, to settle it once. */
export const lockRequest = (ctx: Ctx, id: string): Promise<MethodRequest> =>
  ctx.db
    .selectFrom('method_requests')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Records that the payer's bank asks first. */
export async function noteStarted(ctx: Ctx, id: string, providerRef: string): Promise<void> {
  await ctx.db
    .updateTable('method_requests')
    .set({ provider_ref: providerRef })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

export async function settleRequest(
  ctx: Ctx,
  id: string,
  outcome: Pick<MethodRequest, 'status'> &
    Partial<Pick<MethodRequest, 'stored_method_id' | 'failure_message'>>,
): Promise<void> {
  await ctx.db
    .updateTable('method_requests')
    .set(outcome)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { remoteIdsOf } from './links.ts'

/** Lets these records be the customers here again that they were before the platform merged them, and be read as changed. */
export async function partMergedCustomers(
  ctx: Ctx,
  connectionId: string,
  remoteIds: readonly string[],
): Promise<void> {
  if (remoteIds.length === 0) return
  await ctx.db
    .updateTable('accounting_links')
    .set((eb) => ({ state: 'live', local_id: eb.ref('merged_from'), merged_from: null, version: 'parted' }))
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', 'customer')
    .where('state', '=', 'merged')
    .where('merged_from', 'is not', null)
    .where(sql<boolean>`remote_id = any(${[...remoteIds]}::text[])`)
    .execute()
}

/** Returns the record that one of these books was merged into before; null for one that was not. */
export async function mergedBefore(ctx: Ctx, connectionId: string, remoteId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('accounting_links as l')
    .innerJoin('accounting_links as o', (join) =>
      join
        .onRef('o.account_id', '=', 'l.account_id')
        .onRef('o.connection_id', '=', 'l.connection_id')
        .on('o.kind', '=', 'customer')
        .on((eb) =>
          eb.or([
            eb.and([eb('o.state', '=', 'live'), eb('o.local_id', '=', eb.ref('l.local_id'))]),
            eb('o.merged_from', '=', eb.ref('l.local_id')),
          ]),
        ),
    )
    .select('o.remote_id')
    .where('l.account_id', '=', ctx.accountId)
    .where('l.connection_id', '=', connectionId)
    .where('l.kind', '=', 'customer')
    .where('l.remote_id', '=', remoteId)
    .where('l.state', '=', 'merged')
    .limit(1)
    .executeTakeFirst()
  return row?.remote_id ?? null
}

/** Returns the record of a customer here in these books, or of the one that it was merged into; null when they have neither. */
export async function recordOfCustomer(
  ctx: Ctx,
  connectionId: string,
  customerId: string,
): Promise<string | null> {
  const { merged_into: into } = await ctx.db
    .selectFrom('customers')
    .select('merged_into')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const ids = into === null ? [customerId] : [customerId, into]
  const records = await remoteIdsOf(ctx, connectionId, 'customer', ids)
  return ids.map((id) => records.get(id)).find((id) => id !== undefined) ?? null
}

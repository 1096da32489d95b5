import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

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

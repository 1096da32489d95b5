import type { Ctx, UnitOfWork } from '../../platform/context.ts'
import { exportEntries } from './actions/export-entries.ts'

/** Returns an export of everything about customers in parts, each of which is read when it is requested. */
export const exportCustomersEntries = async (uow: UnitOfWork): Promise<AsyncIterable<Uint8Array>> =>
  (await exportEntries(uow, { area: 'customers', format: 'csv' })).parts

/** Returns the id of the account's latest audit entry. */
export async function anEntry(ctx: Ctx): Promise<string> {
  const { id } = await ctx.db
    .selectFrom('audit_entries')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

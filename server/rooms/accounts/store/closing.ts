import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { forgetAccountRow } from './accounts.ts'

/**
 * Closes the account until it is deleted, or opens it again (null). Its portal answers nobody meanwhile. Returns false when that was
 * so before.
 */
export async function setClosing(
  ctx: Ctx,
  closing: { readonly deleteAtMs: number; readonly userId: string } | null,
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('accounts')
    .set({
      closed_at: closing && asDate(ctx.now),
      delete_at: closing && asDate(closing.deleteAtMs),
      closed_by: closing?.userId ?? null,
    })
    .where('account_id', '=', ctx.accountId)
    .where('closed_at', closing === null ? 'is not' : 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  if (!row) return false
  await ctx.db
    .updateTable('portal_preferences')
    .set({ closed: closing !== null })
    .where('account_id', '=', ctx.accountId)
    .execute()
  forgetAccountRow(ctx)
  return true
}

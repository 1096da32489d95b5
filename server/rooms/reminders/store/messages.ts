import type { Ctx } from '../../../platform/context.ts'
import type { MessageRow } from '../tables.ts'

/** Records a message that was queued. */
export async function insertMessage(ctx: Ctx, message: Omit<MessageRow, 'account_id'>): Promise<void> {
  await ctx.db
    .insertInto('reminder_messages')
    .values({ account_id: ctx.accountId, ...message })
    .execute()
}

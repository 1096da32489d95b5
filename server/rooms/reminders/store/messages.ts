import type { Ctx } from '../../../platform/context.ts'
import { insertChunks } from '../../../platform/db/insert-chunks.ts'
import type { MessageRow } from '../tables.ts'

export type NewMessage = Omit<MessageRow, 'account_id'>

/** Records messages that were queued. */
export async function insertMessages(ctx: Ctx, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages.map((message) => ({ account_id: ctx.accountId, ...message }))
  await Promise.all(
    insertChunks(rows).map((chunk) => ctx.db.insertInto('reminder_messages').values(chunk).execute()),
  )
}

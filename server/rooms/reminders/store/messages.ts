import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { insertChunks } from '../../../platform/db/insert-chunks.ts'
import type { MessageRow } from '../tables.ts'

/** Without `is_thanks` it is a reminder; without a sender it comes from the account. */
type Optional = 'is_thanks' | 'sender_name' | 'reply_to'
export type NewMessage = Omit<MessageRow, 'account_id' | Optional> & Partial<Pick<MessageRow, Optional>>

/** Records messages that were queued. */
export async function insertMessages(ctx: Ctx, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages.map((message) => ({ account_id: ctx.accountId, ...message }))
  await Promise.all(
    insertChunks(rows).map((chunk) => ctx.db.insertInto('reminder_messages').values(chunk).execute()),
  )
}

/** Counts the messages of the account after an instant, epoch ms. */
export async function countMessagesSince(ctx: Ctx, sinceMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reminder_messages
    where account_id = ${ctx.accountId} and sent_at > ${asDate(sinceMs)}`.execute(ctx.db)
  return rows[0]!.count
}

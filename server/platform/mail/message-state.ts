import { audit } from '../audit.ts'
import type { Ctx } from '../context.ts'
import type { FailedMailHandler } from './failed-mail.ts'
import { mailFailureOf } from './mail-events.ts'

/**
 * Stops trying. A message that an earlier attempt may have delivered is not reported as failed. The failure of one about a
 * record is audited, and is an event of the account when the record is one of its business; `handlers` of the rooms react to it.
 */
export async function giveUp(
  ctx: Ctx,
  id: string,
  reason: string,
  handlers: readonly FailedMailHandler[],
): Promise<void> {
  const row = await ctx.db
    .selectFrom('mail_messages')
    .select(['maybe_delivered', 'to_address', 'related_type', 'related_id'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  const status = row?.maybe_delivered ? 'unknown' : 'failed'
  await changeMessage(ctx, id, { status, failure: reason })
  if (status === 'unknown' || !row?.related_type || !row.related_id) return
  const related = { type: row.related_type, id: row.related_id }
  await audit(ctx, mailFailureOf(related.type), related, { to: row.to_address, reason })
  for (const handle of handlers) await handle(ctx, { messageId: id, to: row.to_address, related, reason })
}

/** True when an attempt with an unknown outcome is not repeated. */
export async function isSentAtMostOnce(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('mail_messages')
    .select('at_most_once')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.at_most_once === true
}

interface Changes {
  readonly status?: 'queued' | 'sent' | 'failed' | 'unknown' | 'canceled'
  readonly failure?: string | null
  readonly sent_at?: Date
  readonly maybe_delivered?: boolean
}

/** Changes what is known of a message's delivery. */
export async function changeMessage(ctx: Ctx, id: string, changes: Changes): Promise<void> {
  await ctx.db
    .updateTable('mail_messages')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

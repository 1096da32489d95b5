import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { lockMessage, type MessageStanding } from './sent-messages.ts'

/** Locks the thank-you that a mail belongs to; null when it was canceled. It is true while its invoices are paid in full. */
export async function readThanksStanding(ctx: Ctx, mailId: string): Promise<MessageStanding | null> {
  const found = await lockMessage(ctx, mailId)
  if (found === null) return null
  const { rows } = await sql<{ paid: number; left: number }>`
    select count(*) filter (where i.state = 'open' and r.remaining_minor = 0)::int as paid,
      (select count(*)::int from mail_messages m where m.account_id = ${ctx.accountId}
        and m.id = any(${found.mail_ids}::uuid[]) and m.status not in ('queued', 'canceled')) as left
    from invoices i join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where i.account_id = ${ctx.accountId} and i.id = any(${found.invoice_ids}::uuid[])`.execute(ctx.db)
  const { paid, left } = rows[0]!
  return {
    messageId: found.id,
    customerId: found.customer_id,
    hasLeft: left > 0,
    isTrue: paid === found.invoice_ids.length,
  }
}

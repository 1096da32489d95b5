import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { invoicesOnTime } from '../../payment-plans/index.ts'

/** How a message that is about to leave compares with what it says. */
export interface MessageStanding {
  readonly messageId: string
  readonly customerId: string
  /** True when the message or a copy has left already. */
  readonly hasLeft: boolean
  /**
   * True when its invoices are still its customer's, unchanged and owe what it says, nobody paused them, and the customer has neither
   * answered nor confirmed a payment plan since.
   */
  readonly isTrue: boolean
}

/**
 * Locks the message that a mail belongs to; null when it was canceled. It is found among the messages about the mail's invoice,
 * because row-level security leaves an index on `mail_ids` unused.
 */
export async function lockMessage(ctx: Ctx, mailId: string) {
  const found = await ctx.db
    .selectFrom('reminder_messages')
    .select(['id', 'mail_ids', 'invoice_ids', 'remaining_minor', 'customer_id', 'flow_id', 'sent_at'])
    .where('account_id', '=', ctx.accountId)
    .where(
      sql<boolean>`id in (select ${mailId}::uuid union all select o.message_id from mail_messages m
        join reminder_outcomes o on o.account_id = m.account_id and o.invoice_id = m.related_id
        where m.account_id = ${ctx.accountId} and m.id = ${mailId})`,
    )
    .where(sql<boolean>`${mailId}::uuid = any(mail_ids)`)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** Locks the reminder that a mail belongs to, and returns how it stands; null when it was canceled. */
export async function readMessageStanding(
  ctx: Ctx,
  mailId: string,
  today: CalendarDate,
): Promise<MessageStanding | null> {
  const found = await lockMessage(ctx, mailId)
  if (found === null) return null
  const { rows } = await sql<{ remaining_minor: bigint; open: number; left: number }>`
    select coalesce(sum(u.minor), 0)::bigint as remaining_minor,
      count(*) filter (where i.state = 'open' and u.minor > 0 and r.reserved_minor = 0 and pr.id is null
        and pp.invoice_id is null and i.customer_id = ${found.customer_id} and i.updated_at <= ${found.sent_at}
        and not exists (select from reminder_pauses z where z.account_id = i.account_id
          and z.subject_id in (i.id, i.customer_id, ${found.flow_id}) and (z.until is null or z.until > ${today})))::int as open,
      (select count(*)::int from mail_messages m where m.account_id = ${ctx.accountId}
        and m.id = any(${found.mail_ids}::uuid[]) and m.status not in ('queued', 'canceled')) as left
    from invoices i join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
      left join promises pr on pr.account_id = i.account_id and pr.invoice_id = i.id and pr.state = 'open'
        and pr.promised_on >= ${today}
      left join (${invoicesOnTime(ctx, found.invoice_ids, today)}) pp on pp.invoice_id = i.id
      left join disputes d on d.account_id = i.account_id and d.invoice_id = i.id and d.state = 'open'
      cross join lateral (select case when d.id is null then r.remaining_minor
        else greatest(r.remaining_minor - coalesce(d.amount_minor, r.remaining_minor), 0) end as minor) u
    where i.account_id = ${ctx.accountId} and i.id = any(${found.invoice_ids}::uuid[])`.execute(ctx.db)
  const now = rows[0]!
  const isTrue = now.open === found.invoice_ids.length && now.remaining_minor === found.remaining_minor
  return { messageId: found.id, customerId: found.customer_id, hasLeft: now.left > 0, isTrue }
}

/**
 * Deletes a message that has not left, and returns the ids of its pay links. Its steps are held until they are decided again.
 */
export async function cancelMessage(ctx: Ctx, messageId: string): Promise<readonly string[]> {
  await ctx.db
    .updateTable('reminder_outcomes')
    .set({ outcome: 'held', reason: 'message_changed', held_until: null, message_id: null })
    .where('account_id', '=', ctx.accountId)
    .where('message_id', '=', messageId)
    .execute()
  const deleted = await ctx.db
    .deleteFrom('reminder_messages')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', messageId)
    .returning('pay_link_ids')
    .executeTakeFirst()
  return deleted?.pay_link_ids ?? []
}

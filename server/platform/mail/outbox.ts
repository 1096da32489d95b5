import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../clock.ts'
import type { Ctx } from '../context.ts'
import { nextId } from '../context.ts'
import { markDue } from '../due-work/mark-due.ts'

export interface MailToQueue {
  /** `room.kind`, such as 'invoices.invoice'. */
  readonly kind: string
  readonly to: string
  readonly fromName: string
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Stored files. One with a content id is a picture that the HTML shows. */
  readonly attachments?: readonly { fileId: string; name: string; cid?: string }[]
  readonly related?: { type: string; id: string }
  /** True when a second delivery is worse than none: it is not tried again after an attempt with an unknown outcome. */
  readonly atMostOnce?: boolean
  /** Message to the same address that this one follows. */
  readonly inReplyTo?: string | null
  /** Page on which the reader unsubscribes; with https by one click (RFC 8058). */
  readonly unsubscribeUrl?: string
}

/**
 * Longer than a job retries by itself. Measured by the system clock, because mail servers don't follow the
 * demo's.
 */
export const TAKEN_UP_AGAIN_MS = HOUR_MS
const GIVEN_UP_MS = 3 * DAY_MS

/**
 * Queues a message in the transaction of its subject. Returns its id, which is the Message-ID of every
 * attempt.
 */
export async function queueMail(ctx: Ctx, mail: MailToQueue): Promise<string> {
  const id = await insertMail(ctx, mail, null)
  if (id === null) throw new Error('a message without a key was taken for one that was queued before')
  return id
}

/**
 * Queues a message unless one with the same key exists, also when another transaction queues it concurrently.
 */
export async function queueMailOnce(ctx: Ctx, onceKey: string, mail: MailToQueue): Promise<void> {
  await insertMail(ctx, mail, onceKey)
}

/** True when a message with this key was queued before. */
export async function isQueued(ctx: Ctx, onceKey: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('mail_messages')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('once_key', '=', onceKey)
    .executeTakeFirst()
  return row !== undefined
}

async function insertMail(ctx: Ctx, mail: MailToQueue, onceKey: string | null): Promise<string | null> {
  const id = nextId(ctx)
  const nextTry = ctx.app.clock.wallNow() + TAKEN_UP_AGAIN_MS
  const row = await ctx.db
    .insertInto('mail_messages')
    .values({
      account_id: ctx.accountId,
      id,
      kind: mail.kind,
      from_name: mail.fromName,
      reply_to: mail.replyTo ?? '',
      to_address: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      attachments: JSON.stringify(mail.attachments ?? []),
      related_type: mail.related?.type ?? null,
      related_id: mail.related?.id ?? null,
      failure: null,
      created_at: asDate(ctx.now),
      next_try_at: asDate(nextTry),
      give_up_at: asDate(ctx.app.clock.wallNow() + GIVEN_UP_MS),
      sent_at: null,
      once_key: onceKey,
      at_most_once: mail.atMostOnce ?? false,
      in_reply_to: mail.inReplyTo ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await ctx.app.jobs.enqueue(ctx, 'mail.deliver-message', { messageId: id })
  await markDue(ctx, 'mail.take-up-waiting', id, nextTry)
  return id
}

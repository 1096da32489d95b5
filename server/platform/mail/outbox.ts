import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../clock.ts'
import type { Ctx } from '../context.ts'
import { nextId } from '../context.ts'
import { insertChunks } from '../db/insert-chunks.ts'
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
  const [id] = await queueMails(ctx, [mail])
  return id!
}

/** Queues several messages. Returns their ids in the same order. */
export async function queueMails(ctx: Ctx, mails: readonly MailToQueue[]): Promise<string[]> {
  const rows = mails.map((mail) => rowOf(ctx, mail, null))
  const written = await insertMails(ctx, rows)
  if (written.length < rows.length)
    throw new Error('a message without a key was taken for one that was queued before')
  return rows.map(({ id }) => id)
}

/**
 * Queues a message unless one with the same key exists, also when another transaction queues it concurrently.
 */
export async function queueMailOnce(ctx: Ctx, onceKey: string, mail: MailToQueue): Promise<void> {
  await insertMails(ctx, [rowOf(ctx, mail, onceKey)])
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

const rowOf = (ctx: Ctx, mail: MailToQueue, onceKey: string | null) => ({
  account_id: ctx.accountId,
  id: nextId(ctx),
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
  next_try_at: asDate(ctx.app.clock.wallNow() + TAKEN_UP_AGAIN_MS),
  give_up_at: asDate(ctx.app.clock.wallNow() + GIVEN_UP_MS),
  sent_at: null,
  once_key: onceKey,
  at_most_once: mail.atMostOnce ?? false,
  in_reply_to: mail.inReplyTo ?? null,
  unsubscribe_url: mail.unsubscribeUrl ?? '',
})

/** Inserts messages, except those whose key exists, with their deliveries. Returns the ids of those that are new. */
async function insertMails(ctx: Ctx, rows: readonly ReturnType<typeof rowOf>[]): Promise<string[]> {
  const inserted = await Promise.all(
    insertChunks(rows).map((chunk) =>
      ctx.db
        .insertInto('mail_messages')
        .values(chunk)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute(),
    ),
  )
  const ids = inserted.flat().map(({ id }) => id)
  const [first] = ids
  if (first === undefined) return []
  await ctx.app.jobs.enqueueAll(
    ctx,
    'mail.deliver-message',
    ids.map((messageId) => ({ messageId })),
  )
  // One mark leads to every message of the account that waits.
  await markDue(ctx, 'mail.take-up-waiting', first, ctx.app.clock.wallNow() + TAKEN_UP_AGAIN_MS)
  return ids
}

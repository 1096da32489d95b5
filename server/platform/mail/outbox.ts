import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { audit } from '../audit.ts'
import { asDate, isoInstant } from '../clock.ts'
import type { Ctx, UnitOfWork } from '../context.ts'
import { nextId } from '../context.ts'
import { failpoint } from '../control/failpoint.ts'
import { markDue, OWN_KEY } from '../due-work/mark-due.ts'
import { readStoredFile } from '../files.ts'
import { defineJob } from '../jobs/queue.ts'
import type { Schedule } from '../registry.ts'
import { nextForgottenAt } from './forget-mail.ts'
import { inlinePicture } from './inline-picture.ts'
import { mailFailureOf } from './mail-events.ts'
import type { Delivery, OutgoingMail } from './mail-transport.ts'
import type { MailAttachment } from './message-parts.ts'

/** A stored file that a message attaches. */
export interface AttachedFile extends MailAttachment {
  readonly id: string
}

/**
 * Converts a stored file into its attached form, such as a stored document into its PDF. Called outside
 * transactions. The program's wiring provides it, because the mail outbox knows no room.
 */
export type PrepareAttachment = (uow: UnitOfWork, file: AttachedFile) => Promise<AttachedFile>

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
}

/**
 * Longer than a job retries by itself. Measured by the system clock, because mail servers don't follow the
 * demo's.
 */
const TAKEN_UP_AGAIN_MS = HOUR_MS
const GIVEN_UP_MS = 3 * DAY_MS
/** A message that was never tried waited because no worker ran, and is not given up so soon. */
const UNTRIED_LONGER_MS = 27 * DAY_MS
const MAX_BATCH = 200

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
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await ctx.app.jobs.enqueue(ctx, 'mail.deliver-message', { messageId: id })
  await markDue(ctx, 'mail.take-up-waiting', id, nextTry)
  return id
}

/**
 * Delivers a message at least once under one Message-ID. A crash after the server accepted it can send it
 * again.
 */
export const createDeliverMessageJob = (prepareAttachment: PrepareAttachment) =>
  defineJob({
    name: 'mail.deliver-message',
    payload: z.object({ messageId: z.uuid() }),
    runUnitOfWork: (uow, { messageId }) => deliverMessage(uow, messageId, prepareAttachment),
  })

/** Requeues messages whose job gave up or was lost while the mail server was down. */
export const takeUpWaiting: Schedule = {
  name: 'mail.take-up-waiting',
  clock: 'machine',
  run: (uow) => uow.transaction(requeueWaiting),
  nextDue: (uow) => uow.transaction(nextTryAt),
}

async function deliverMessage(
  uow: UnitOfWork,
  messageId: string,
  prepareAttachment: PrepareAttachment,
): Promise<void> {
  const message = await uow.transaction((ctx) => claimMessage(ctx, messageId))
  if (message === null) return
  await failpoint('mail.claimed')
  const delivery = await uow.app.mail.deliver(await prepareForSending(uow, message, prepareAttachment))
  await failpoint('mail.accepted')
  await uow.transaction((ctx) => noteDelivery(ctx, messageId, delivery))
  await failpoint('mail.committed')
  if (!delivery.ok && !delivery.permanent) throw new Error(`mail server: ${delivery.reason}`)
}

interface ClaimedMail extends Omit<OutgoingMail, 'attachments'> {
  readonly attachments: readonly AttachedFile[]
}

async function claimMessage(ctx: Ctx, id: string): Promise<ClaimedMail | null> {
  const row = await ctx.db
    .updateTable('mail_messages')
    .set({ status: 'sending' })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending'])
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const attachments: AttachedFile[] = []
  for (const { fileId, name, cid } of row.attachments) {
    const file = await readStoredFile(ctx, fileId)
    if (file) attachments.push({ ...file, name, ...(cid && { cid }) })
  }
  return {
    id,
    to: row.to_address,
    fromName: row.from_name,
    ...(row.reply_to !== '' && { replyTo: row.reply_to }),
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    attachments,
    sentAt: isoInstant(ctx.now),
  }
}

/** Prepares the attachments and scales pictures down to their displayed size. */
async function prepareForSending(
  uow: UnitOfWork,
  message: ClaimedMail,
  prepareAttachment: PrepareAttachment,
): Promise<OutgoingMail> {
  const attachments: MailAttachment[] = []
  for (const claimed of message.attachments) {
    const { id: _, ...file } = await prepareAttachment(uow, claimed)
    const picture = file.cid !== undefined && {
      mediaType: 'image/png',
      bytes: await inlinePicture(file.bytes),
    }
    attachments.push({ ...file, ...picture })
  }
  return { ...message, attachments }
}

async function noteDelivery(ctx: Ctx, id: string, delivery: Delivery): Promise<void> {
  if (delivery.ok) {
    await change(ctx, id, { status: 'sent', failure: null, sent_at: asDate(ctx.now) })
    return
  }
  if (delivery.maybeDelivered) await change(ctx, id, { maybe_delivered: true })
  if (delivery.permanent) await giveUp(ctx, id, delivery.reason)
  else await change(ctx, id, { status: 'queued', failure: delivery.reason })
}

/**
 * Stops trying. A message that an earlier attempt may have delivered is not reported as failed. The failure of one about a
 * record is audited, and is an event of the account when the record is one of its business.
 */
async function giveUp(ctx: Ctx, id: string, reason: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('mail_messages')
    .select(['maybe_delivered', 'to_address', 'related_type', 'related_id'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  const status = row?.maybe_delivered ? 'unknown' : 'failed'
  await change(ctx, id, { status, failure: reason })
  if (status === 'unknown' || !row?.related_type || !row.related_id) return
  await audit(
    ctx,
    mailFailureOf(row.related_type),
    { type: row.related_type, id: row.related_id },
    { to: row.to_address, reason },
  )
}

interface Changes {
  readonly status?: 'queued' | 'sent' | 'failed' | 'unknown'
  readonly failure?: string | null
  readonly sent_at?: Date
  readonly maybe_delivered?: boolean
}

async function change(ctx: Ctx, id: string, changes: Changes): Promise<void> {
  await ctx.db
    .updateTable('mail_messages')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

async function nextTryAt(ctx: Ctx): Promise<number | null> {
  const { at } = await ctx.db
    .selectFrom('mail_messages')
    .select(({ fn }) => fn.min('next_try_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('status', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow()
  return at?.getTime() ?? null
}

/** Gives each waiting message a new job once an hour, for three days. */
async function requeueWaiting(ctx: Ctx): Promise<void> {
  // This runs for each message once, an hour after it was queued.
  const forgottenAt = await nextForgottenAt(ctx)
  if (forgottenAt !== null) await markDue(ctx, 'mail.forget-old-mail', OWN_KEY, forgottenAt)
  const now = ctx.app.clock.wallNow()
  const waiting = await ctx.db
    .selectFrom('mail_messages')
    .select(['id', 'status', 'give_up_at', 'failure'])
    .where('account_id', '=', ctx.accountId)
    .where('status', 'in', ['queued', 'sending'])
    .where('next_try_at', '<=', asDate(now))
    .orderBy('next_try_at')
    .limit(MAX_BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, status, give_up_at: giveUpAt, failure } of waiting) {
    const wasTried = failure !== null || status === 'sending'
    if (giveUpAt.getTime() + (wasTried ? 0 : UNTRIED_LONGER_MS) < now) {
      await giveUp(ctx, id, failure ?? 'we couldn’t send it for three days')
      continue
    }
    await ctx.db
      .updateTable('mail_messages')
      .set({ next_try_at: asDate(now + TAKEN_UP_AGAIN_MS) })
      .where('account_id', '=', ctx.accountId)
      .where('id', '=', id)
      .execute()
    await ctx.app.jobs.enqueue(ctx, 'mail.deliver-message', { messageId: id })
  }
}

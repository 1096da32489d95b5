import { z } from 'zod'
import { asDate, isoInstant } from '../clock.ts'
import type { Ctx, UnitOfWork } from '../context.ts'
import { failpoint } from '../control/failpoint.ts'
import { readStoredFile } from '../files.ts'
import { defineJob } from '../jobs/queue.ts'
import type { DeliveryCheck } from './delivery-check.ts'
import type { FailedMailHandler } from './failed-mail.ts'
import { inlinePicture } from './inline-picture.ts'
import type { MailAttachment } from './message-parts.ts'
import { changeMessage, giveUp, isSentAtMostOnce } from './message-state.ts'
import type { AddressRecords } from './recipients/address-records.ts'
import type { Delivery, OutgoingMail } from './transport/mail-transport.ts'

/** A stored file that a message attaches. */
export interface AttachedFile extends MailAttachment {
  readonly id: string
}

/**
 * Converts a stored file into its attached form, such as a stored document into its PDF. Called outside
 * transactions. The program's wiring provides it, because the mail outbox knows no room.
 */
export type PrepareAttachment = (uow: UnitOfWork, file: AttachedFile) => Promise<AttachedFile>

/**
 * Delivers a message at least once under one Message-ID: a crash after the server accepted it can send it again. One that is
 * to leave at most once is then marked as unknown instead.
 */
export const createDeliverMessageJob = (parts: DeliveryParts) =>
  defineJob({
    name: 'mail.deliver-message',
    payload: z.object({ messageId: z.uuid() }),
    runUnitOfWork: (uow, { messageId }) => deliverMessage(uow, messageId, parts),
  })

/** Work of the rooms in a delivery. */
export interface DeliveryParts {
  readonly prepareAttachment: PrepareAttachment
  /** By the kind of message. */
  readonly checks: Readonly<Record<string, DeliveryCheck>>
  readonly addresses: AddressRecords
  /** Reactions to a message that is given up. */
  readonly onFailure: readonly FailedMailHandler[]
}

async function deliverMessage(uow: UnitOfWork, messageId: string, parts: DeliveryParts): Promise<void> {
  const message = await uow.transaction((ctx) => claimMessage(ctx, messageId, parts))
  if (message === null) return
  await failpoint('mail.claimed')
  const delivery = await uow.app.mail.deliver(await prepareForSending(uow, message, parts.prepareAttachment))
  await failpoint('mail.accepted')
  await uow.transaction(async (ctx) => {
    await noteDelivery(ctx, messageId, delivery, parts.onFailure)
    if (!delivery.ok && delivery.refusesAddress)
      await parts.addresses.noteRefusal(ctx, message, delivery.reason)
  })
  await failpoint('mail.committed')
  if (!delivery.ok && !delivery.permanent) throw new Error(`mail server: ${delivery.reason}`)
}

interface ClaimedMail extends Omit<OutgoingMail, 'attachments'> {
  readonly attachments: readonly AttachedFile[]
}

async function claimMessage(
  ctx: Ctx,
  id: string,
  { checks, addresses }: DeliveryParts,
): Promise<ClaimedMail | null> {
  const before = await ctx.db
    .selectFrom('mail_messages')
    .select(['kind', 'status', 'at_most_once'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending'])
    .forUpdate()
    .executeTakeFirst()
  if (!before) return null
  if (before.at_most_once && before.status === 'sending') {
    await changeMessage(ctx, id, { status: 'unknown', failure: 'the attempt to send it was interrupted' })
    return null
  }
  if ((await checks[before.kind]?.(ctx, id)) === false) {
    await changeMessage(ctx, id, { status: 'canceled' })
    return null
  }
  const row = await ctx.db
    .updateTable('mail_messages')
    .set({ status: 'sending' })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const attachments: AttachedFile[] = []
  for (const { fileId, name, cid } of row.attachments) {
    const file = await readStoredFile(ctx, fileId)
    if (file) attachments.push({ ...file, name, ...(cid && { cid }) })
  }
  const returnPath = await addresses.issueReturnPath(ctx, { id, to: row.to_address })
  return {
    id,
    to: row.to_address,
    ...(returnPath !== null && { returnPath }),
    ...(row.in_reply_to !== null && { inReplyTo: row.in_reply_to }),
    ...(row.unsubscribe_url !== '' && { unsubscribeUrl: row.unsubscribe_url }),
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

async function noteDelivery(
  ctx: Ctx,
  id: string,
  delivery: Delivery,
  onFailure: readonly FailedMailHandler[],
): Promise<void> {
  if (delivery.ok) {
    await changeMessage(ctx, id, { status: 'sent', failure: null, sent_at: asDate(ctx.now) })
    return
  }
  if (delivery.maybeDelivered) await changeMessage(ctx, id, { maybe_delivered: true })
  if (delivery.permanent || (delivery.maybeDelivered && (await isSentAtMostOnce(ctx, id))))
    await giveUp(ctx, id, delivery.reason, onFailure)
  else await changeMessage(ctx, id, { status: 'queued', failure: delivery.reason })
}

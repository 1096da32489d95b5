import { z } from 'zod'
import { asDate, isoInstant } from '../clock.ts'
import type { Ctx, Steps } from '../context.ts'
import { nextId } from '../context.ts'
import { readStoredFile } from '../files.ts'
import { defineJob } from '../jobs/queue.ts'

/** A message as it leaves: its parts are rendered, its address is checked. */
export interface OutgoingMail {
  readonly id: string
  readonly to: string
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly { name: string; mediaType: string; bytes: Buffer }[]
  /** ISO instant by the product's clock. */
  readonly sentAt: string
}

export type Delivery = { ok: true } | { ok: false; permanent: boolean; reason: string }

/** SMTP where it is configured, the demo's mailbox otherwise. Never throws. */
export interface MailTransport {
  deliver(message: OutgoingMail): Promise<Delivery>
  close(): Promise<void>
}

export interface MailToQueue {
  /** room.what, e.g. 'invoices.invoice' */
  readonly kind: string
  readonly to: string
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly { fileId: string; name: string }[]
  readonly related?: { type: string; id: string }
}

/** Queues a message in the transaction of what it tells of. Returns its id, which stays its Message-ID however often it is tried. */
export async function queueMail(ctx: Ctx, mail: MailToQueue): Promise<string> {
  const id = nextId(ctx)
  await ctx.db
    .insertInto('mail_messages')
    .values({
      account_id: ctx.accountId,
      id,
      kind: mail.kind,
      from_name: mail.fromName,
      to_address: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      attachments: JSON.stringify(mail.attachments ?? []),
      related_type: mail.related?.type ?? null,
      related_id: mail.related?.id ?? null,
      failure: null,
      created_at: asDate(ctx.now),
      sent_at: null,
    })
    .execute()
  await ctx.app.jobs.enqueue(ctx, 'mail.deliver-message', { messageId: id })
  return id
}

/** At least once, always under the same Message-ID: a crash after the server took it can send it again. */
export const deliverMessageJob = defineJob({
  name: 'mail.deliver-message',
  payload: z.object({ messageId: z.uuid() }),
  runInSteps: (steps, { messageId }) => deliverMessage(steps, messageId),
})

async function deliverMessage(steps: Steps, messageId: string): Promise<void> {
  const message = await steps.transaction((ctx) => claimMessage(ctx, messageId))
  if (message === null) return
  const delivery = await steps.app.mail.deliver(message)
  if (!delivery.ok && !delivery.permanent) {
    await steps.transaction((ctx) => markMessage(ctx, messageId, 'queued', delivery.reason))
    throw new Error(`mail server: ${delivery.reason}`)
  }
  await steps.transaction((ctx) =>
    markMessage(ctx, messageId, delivery.ok ? 'sent' : 'failed', delivery.ok ? null : delivery.reason),
  )
}

async function claimMessage(ctx: Ctx, id: string): Promise<OutgoingMail | null> {
  const row = await ctx.db
    .updateTable('mail_messages')
    .set({ status: 'sending' })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'sending'])
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const attachments = []
  for (const attachment of row.attachments) {
    const file = await readStoredFile(ctx, attachment.fileId)
    if (file) attachments.push({ name: attachment.name, mediaType: file.mediaType, bytes: file.bytes })
  }
  return {
    id,
    to: row.to_address,
    fromName: row.from_name,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    attachments,
    sentAt: isoInstant(ctx.now),
  }
}

async function markMessage(
  ctx: Ctx,
  id: string,
  status: 'queued' | 'sent' | 'failed',
  failure: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('mail_messages')
    .set({ status, failure, sent_at: status === 'sent' ? asDate(ctx.now) : null })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

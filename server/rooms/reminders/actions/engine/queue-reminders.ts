import { sumMinor } from '../../../../../domain/money/money.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type MailToQueue, queueMails } from '../../../../platform/mail/outbox.ts'
import { type FindThread, findThreads } from '../../../../platform/mail/recipients/find-threads.ts'
import { storeInvoicePdf } from '../../../invoices/index.ts'
import { THREAD_KINDS } from '../../rules/thread-kinds.ts'
import { insertMessages, type NewMessage } from '../../store/messages.ts'
import { senderColumns } from '../senders/read-sender.ts'
import type { ReminderToSend } from './read-message-parts.ts'
import { type WrittenReminder, writeReminders } from './write-reminders.ts'

/**
 * Queues emails and their copies. The customers are locked and have an address. Returns the ids of the messages, in the same
 * order; null for one whose texts can't be rendered.
 */
export async function queueReminders(
  ctx: Ctx,
  reminders: readonly ReminderToSend[],
): Promise<(string | null)[]> {
  const written = await writeReminders(ctx, reminders)
  const ready = written.filter((one) => one !== null)
  const threadOf = await readThreads(ctx, ready)
  const mails: MailToQueue[][] = []
  for (const one of ready) mails.push(mailsOf(one, await storePdfs(ctx, one), threadOf))
  const ids = await queueMails(ctx, mails.flat())
  const messages = new Map(
    ready.map((one) => [one, toMessage(ctx, one, ids.splice(0, one.mails.length))] as const),
  )
  await insertMessages(ctx, [...messages.values()])
  return written.map((one) => one && messages.get(one)!.id)
}

const readThreads = (ctx: Ctx, reminders: readonly WrittenReminder[]): Promise<FindThread> => {
  const searches = reminders.flatMap(({ invoices, mails }) =>
    mails.map(({ to }) => ({ relatedId: invoices[0]!.invoiceId, to })),
  )
  return findThreads(ctx, 'invoice', searches, THREAD_KINDS)
}

async function storePdfs(ctx: Ctx, { invoices, links }: WrittenReminder) {
  const stored: { fileId: string; name: string }[] = []
  if (invoices[0]!.attachPdf)
    for (const [at, { invoiceId }] of invoices.entries())
      stored.push(await storeInvoicePdf(ctx, invoiceId, links[at]!.url))
  return stored
}

function mailsOf(
  { parts: { letterhead }, invoices, mails }: WrittenReminder,
  pdfs: NonNullable<MailToQueue['attachments']>,
  threadOf: FindThread,
): MailToQueue[] {
  const { invoiceId } = invoices[0]!
  return mails.map((mail) => ({
    kind: 'reminders.reminder',
    fromName: letterhead.fromName,
    replyTo: letterhead.replyTo,
    ...mail,
    attachments: [...letterhead.pictures, ...pdfs],
    related: { type: 'invoice', id: invoiceId },
    atMostOnce: true,
    inReplyTo: threadOf({ relatedId: invoiceId, to: mail.to }),
  }))
}

function toMessage(
  ctx: Ctx,
  { customerId, invoices, links, payAll, parts, mails }: WrittenReminder,
  mailIds: string[],
): NewMessage {
  const [first] = invoices
  return {
    id: mailIds[0]!,
    customer_id: customerId,
    step_id: first!.stepId,
    flow_id: first!.flowId,
    step_name: first!.stepName,
    invoice_ids: invoices.map((one) => one.invoiceId),
    mail_ids: mailIds,
    pay_link_ids: [...links, ...(payAll ? [payAll] : [])].map((link) => link.id),
    currency: first!.currency,
    remaining_minor: sumMinor(invoices.map((one) => one.remainingMinor)),
    to_address: mails[0]!.to,
    subject: mails[0]!.subject,
    ...senderColumns(parts.sender),
    sent_on: parts.today,
    sent_at: asDate(ctx.now),
  }
}

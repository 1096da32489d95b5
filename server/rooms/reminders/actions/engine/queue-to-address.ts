import type { Ctx } from '../../../../platform/context.ts'
import { type MailToQueue, queueMail } from '../../../../platform/mail/outbox.ts'
import { findThread } from '../../../../platform/mail/recipients/find-thread.ts'
import { issueUnsubscribeUrl } from '../../../email-addresses/index.ts'
import { composeReminder, type ReminderParts } from './compose-reminder.ts'

/** Kinds of messages whose thread a reminder continues. */
const THREAD = ['invoices.invoice', 'reminders.reminder']

export interface ReminderMail {
  readonly parts: ReminderParts
  readonly attachments: NonNullable<MailToQueue['attachments']>
  readonly related: { readonly type: string; readonly id: string }
}

/** Queues a reminder to one address, with a link that unsubscribes it. Returns the id of the mail. */
export async function queueToAddress(
  ctx: Ctx,
  to: string,
  { parts, attachments, related }: ReminderMail,
): Promise<string> {
  const unsubscribeUrl = await issueUnsubscribeUrl(ctx, to)
  return queueMail(ctx, {
    kind: 'reminders.reminder',
    to,
    fromName: parts.letterhead.fromName,
    replyTo: parts.letterhead.replyTo,
    ...composeReminder({ ...parts, unsubscribeUrl }),
    attachments,
    related,
    atMostOnce: true,
    unsubscribeUrl,
    inReplyTo: await findThread(ctx, { related, to, kinds: THREAD }),
  })
}

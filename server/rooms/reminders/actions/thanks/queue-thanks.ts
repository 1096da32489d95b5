import { sumMinor } from '../../../../../domain/money/money.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type MailToQueue, queueMails } from '../../../../platform/mail/outbox.ts'
import { findThreads } from '../../../../platform/mail/recipients/find-threads.ts'
import { issueUnsubscribeUrls } from '../../../email-addresses/index.ts'
import { THREAD_KINDS } from '../../rules/thread-kinds.ts'
import type { ChangedText } from '../../store/changed-texts.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import { insertMessages } from '../../store/messages.ts'
import { findRecipients } from '../engine/find-recipients.ts'
import { senderColumns } from '../senders/read-sender.ts'
import { composeThanks, paidInvoices } from './compose-thanks.ts'
import { readThanksParts, type ThanksParts } from './read-thanks-parts.ts'

/**
 * Queues one thank-you for all invoices of a customer that reached a step after their payment, and its copies. The customer is
 * locked and has an address. Returns the id of the message. Throws a TemplateProblem.
 */
export async function queueThanks(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
  ownText: ChangedText | null,
): Promise<string> {
  const parts = await readThanksParts(ctx, customer, steps, ownText)
  const [first] = parts.steps
  const [addresses] = await findRecipients(ctx, [{ customer, steps: parts.steps }])
  const mails = await writeMails(ctx, addresses!, parts)
  const mailIds = await queueMails(ctx, mails)
  const [id] = mailIds
  await insertMessages(ctx, [
    {
      id: id!,
      customer_id: customer.id,
      step_id: first!.stepId,
      flow_id: first!.flowId,
      step_name: first!.stepName,
      invoice_ids: parts.steps.map((one) => one.invoiceId),
      mail_ids: mailIds,
      pay_link_ids: [],
      currency: first!.currency,
      remaining_minor: sumMinor(parts.steps.map((one) => one.remainingMinor)),
      to_address: mails[0]!.to,
      subject: mails[0]!.subject,
      is_thanks: true,
      ...senderColumns(parts.sender),
      sent_on: parts.today,
      sent_at: asDate(ctx.now),
    },
  ])
  return id!
}

async function writeMails(
  ctx: Ctx,
  addresses: readonly string[],
  parts: ThanksParts,
): Promise<MailToQueue[]> {
  const { fromName, replyTo, pictures } = parts.letterhead
  const relatedId = parts.steps[0]!.invoiceId
  const invoices = paidInvoices(parts.steps)
  const urls = await issueUnsubscribeUrls(ctx, addresses)
  const searches = addresses.map((to) => ({ relatedId, to }))
  const threadOf = await findThreads(ctx, 'invoice', searches, THREAD_KINDS)
  return searches.map(({ to }, at) => ({
    kind: 'reminders.thank-you',
    to,
    fromName,
    replyTo,
    ...composeThanks({ ...parts, invoices }, urls[at]!),
    attachments: pictures,
    related: { type: 'invoice', id: relatedId },
    atMostOnce: true,
    unsubscribeUrl: urls[at]!,
    inReplyTo: threadOf({ relatedId, to }),
  }))
}

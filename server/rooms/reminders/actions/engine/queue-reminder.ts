import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { sumMinor } from '../../../../../domain/money/money.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { letterheadOf, readAccountRow } from '../../../accounts/index.ts'
import { issuePayLink, readIssuer, storeInvoicePdf } from '../../../invoices/index.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import { insertMessage } from '../../store/messages.ts'

import { readTemplate } from '../templates/read-template.ts'
import { composeReminder } from './compose-reminder.ts'

/**
 * Queues one email about all invoices of a customer that reached a step, and its copies. The customer is locked and has an
 * address. Returns the id of the message. Throws a TemplateProblem.
 */
export async function queueReminder(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
): Promise<string> {
  const invoices = steps.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
  const [first] = invoices
  const { dateFormat, timezone } = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, timezone)
  const letterhead = await letterheadOf(ctx)
  const links = await createLinks(ctx, invoices)
  const mail = composeReminder({
    letterhead,
    texts: await readTemplate(ctx, first!.templateId),
    customerName: customer.name,
    invoices: invoices.map((one, at) => ({ ...one, payUrl: links[at]! })),
    currency: first!.currency,
    today,
    dateFormat,
  })
  const pdfs = first!.attachPdf ? await storePdfs(ctx, invoices, links) : []
  const queue = (to: string) =>
    queueMail(ctx, {
      kind: 'reminders.reminder',
      to,
      fromName: letterhead.fromName,
      replyTo: letterhead.replyTo,
      ...mail,
      attachments: [...letterhead.pictures, ...pdfs],
      related: { type: 'invoice', id: first!.invoiceId },
      atMostOnce: true,
    })
  const to = customer.address!
  const id = await queue(to)
  const mailIds = [id]
  for (const copy of new Set([...customer.moreAddresses, ...first!.copies]))
    if (copy !== to) mailIds.push(await queue(copy))
  await insertMessage(ctx, {
    id,
    customer_id: customer.id,
    step_id: first!.stepId,
    flow_id: first!.flowId,
    step_name: first!.stepName,
    invoice_ids: invoices.map((one) => one.invoiceId),
    mail_ids: mailIds,
    currency: first!.currency,
    remaining_minor: sumMinor(invoices.map((one) => one.remainingMinor)),
    to_address: to,
    subject: mail.subject,
    sent_on: today,
    sent_at: asDate(ctx.now),
  })
  return id
}

async function createLinks(ctx: Ctx, invoices: readonly DueRow[]): Promise<string[]> {
  const issuer = await readIssuer(ctx)
  const links: string[] = []
  for (const { invoiceId } of invoices) links.push((await issuePayLink(ctx, issuer, invoiceId)).url)
  return links
}

async function storePdfs(ctx: Ctx, invoices: readonly DueRow[], links: readonly string[]) {
  const stored: { fileId: string; name: string }[] = []
  for (const [at, { invoiceId }] of invoices.entries())
    stored.push(await storeInvoicePdf(ctx, invoiceId, links[at]!))
  return stored
}

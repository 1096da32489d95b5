import { sumMinor } from '../../../../../domain/money/money.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readMarks } from '../../../email-addresses/index.ts'
import { issuePayLink, type NewPayLink, readIssuer, storeInvoicePdf } from '../../../invoices/index.ts'
import { addressesOf } from '../../rules/recipients.ts'
import type { ChangedText } from '../../store/changed-texts.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import { insertMessage } from '../../store/messages.ts'
import { composeReminder } from './compose-reminder.ts'
import { queueToAddress } from './queue-to-address.ts'
import { readMessageParts } from './read-message-parts.ts'

/**
 * Queues one email about all invoices of a customer that reached a step, and its copies. The customer is locked and has an
 * address. Returns the id of the message. Throws a TemplateProblem.
 */
export async function queueReminder(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
  ownText: ChangedText | null,
): Promise<string> {
  const invoices = steps.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
  const [first] = invoices
  const about = await readMessageParts(ctx, customer, steps, ownText)
  const links = await createLinks(ctx, invoices)
  const parts = {
    ...about,
    invoices: invoices.map((one, at) => ({ ...one, payUrl: links[at]!.url })),
  }
  const { subject } = composeReminder(parts)
  const pdfs = first!.attachPdf ? await storePdfs(ctx, invoices, links) : []
  const common = {
    parts,
    attachments: [...about.letterhead.pictures, ...pdfs],
    related: { type: 'invoice', id: first!.invoiceId },
  }
  const addresses = addressesOf(customer, first!.copies)
  const markOf = await readMarks(ctx, addresses)
  const mailIds: string[] = []
  for (const [at, address] of addresses.entries())
    if (at === 0 || markOf(address) === null) mailIds.push(await queueToAddress(ctx, address, common))
  const [id] = mailIds
  await insertMessage(ctx, {
    id: id!,
    customer_id: customer.id,
    step_id: first!.stepId,
    flow_id: first!.flowId,
    step_name: first!.stepName,
    invoice_ids: invoices.map((one) => one.invoiceId),
    mail_ids: mailIds,
    pay_link_ids: links.map((link) => link.id),
    currency: first!.currency,
    remaining_minor: sumMinor(invoices.map((one) => one.remainingMinor)),
    to_address: addresses[0]!,
    subject,
    sent_on: about.today,
    sent_at: asDate(ctx.now),
  })
  return id!
}

async function createLinks(ctx: Ctx, invoices: readonly DueRow[]): Promise<NewPayLink[]> {
  const issuer = await readIssuer(ctx)
  const links: NewPayLink[] = []
  for (const { invoiceId } of invoices) links.push(await issuePayLink(ctx, issuer, invoiceId))
  return links
}

async function storePdfs(ctx: Ctx, invoices: readonly DueRow[], links: readonly NewPayLink[]) {
  const stored: { fileId: string; name: string }[] = []
  for (const [at, { invoiceId }] of invoices.entries())
    stored.push(await storeInvoicePdf(ctx, invoiceId, links[at]!.url))
  return stored
}

import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { hashOf } from '../../../../platform/ids.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { customerForNewInvoice } from '../../../customers/index.ts'
import { storeDocument } from '../../../documents/index.ts'
import { bookInvoice } from '../../../ledger/index.ts'
import { readInvoiceWhole } from '../../store/detail.ts'
import { type InvoiceRecord, lockInvoice, setState } from '../../store/invoices.ts'
import { insertSending, readSendingHash } from '../../store/sendings.ts'
import { type InvoiceReply, readInvoice } from '../read/read-invoice.ts'
import { readInvoiceDocument } from '../read/read-invoice-document.ts'
import { type Issuer, readIssuer } from '../read/read-issuer.ts'
import { checkLocal } from '../write/check-local.ts'
import { composeInvoiceMail } from './compose-invoice-mail.ts'
import { issuePayLink } from './issue-pay-link.ts'

export interface Sending {
  /** Defaults to the customer's addresses. */
  readonly to?: readonly string[] | undefined
  readonly message: string
  /** False issues the invoice without an email. */
  readonly email: boolean
  /** Absent only when the product itself sends. */
  readonly request_id?: string | undefined
}

/**
 * Issues a draft by booking it in the ledger, and emails it with its PDF and a pay link. An issued invoice
 * is emailed again. A used request_id sends nothing again. Refuses not_found, wrong_state,
 * request_id_reused, too_many_requests, and invalid_input without a recipient.
 */
export async function sendInvoice(ctx: Ctx, id: string, sending: Sending): Promise<InvoiceReply> {
  const [invoice, issuer] = await Promise.all([lockInvoice(ctx, id), readIssuer(ctx)])
  if (!invoice) throw refuse('not_found')
  if (await wasSent(ctx, id, sending)) return readInvoice(ctx, id)
  if (invoice.state === 'void' || invoice.state === 'written_off')
    throw refuse('wrong_state', 'This invoice is closed, so you can’t send it.')
  const [to] = await Promise.all([
    issueAndMail(ctx, issuer, invoice, sending),
    setState(ctx, id, 'open', {
      issued_at: invoice.issued_at ?? asDate(ctx.now),
      sent_at: sending.email ? asDate(ctx.now) : invoice.sent_at,
    }),
  ])
  const [, sent] = await Promise.all([
    audit(ctx, 'invoices.send', { type: 'invoice', id }, { to, total_minor: invoice.total_minor.toString() }),
    // The timeline includes the entry just audited, because the statements run in order.
    readInvoice(ctx, id),
  ])
  await failpoint('invoice.sent')
  return sent
}

/** Returns the addresses that it is mailed to. */
async function issueAndMail(
  ctx: Ctx,
  issuer: Issuer,
  invoice: InvoiceRecord,
  sending: Sending,
): Promise<string[]> {
  if (invoice.state === 'draft') await issue(ctx, issuer, invoice)
  return sending.email ? mailTo(ctx, issuer, invoice.id, sending) : []
}

/** Returns whether this exact request was completed before. Refuses request_id_reused. */
async function wasSent(ctx: Ctx, id: string, { request_id: requestId, ...asked }: Sending): Promise<boolean> {
  if (requestId === undefined) return false
  const requestHash = hashOf({ invoice: id.toLowerCase(), ...asked })
  if (await insertSending(ctx, { invoiceId: id, requestId, requestHash })) return false
  if (!(await readSendingHash(ctx, requestId)).equals(requestHash)) throw refuse('request_id_reused')
  ctx.app.metrics.duplicatesSuppressed.inc({ kind: 'sending' })
  return true
}

async function issue(ctx: Ctx, issuer: Issuer, invoice: InvoiceRecord): Promise<void> {
  await checkLocal(ctx, issuer)
  if (invoice.total_minor === 0n)
    throw refuse('wrong_state', 'An invoice must be more than 0. Add an amount before sending.')
  await Promise.all([
    customerForNewInvoice(ctx, invoice.customer_id),
    bookInvoice(ctx, {
      invoiceId: invoice.id,
      customerId: invoice.customer_id,
      currency: invoice.currency,
      number: invoice.number,
      bookedOn: invoice.invoice_date,
      dueDate: invoice.due_date,
      netMinor: invoice.total_minor - invoice.tax_minor,
      taxMinor: invoice.tax_minor,
    }),
  ])
  await failpoint('invoice.booked')
}

/** Queues one message per address, which hides the other recipients. Returns the addresses. */
async function mailTo(ctx: Ctx, issuer: Issuer, id: string, sending: Sending): Promise<string[]> {
  const issued = await readInvoiceWhole(ctx, id)
  const invoice = { ...issued!, state: 'open' as const }
  const addresses = distinct(sending.to ?? [invoice.email, ...invoice.extra_emails])
  if (addresses.length === 0)
    throw refuseFields({
      to: ['This customer has no email address. Enter one, or issue without email.'],
    })
  await consumeMailRateLimit(ctx, addresses.length)
  const link = invoice.remaining_minor > 0n ? await issuePayLink(ctx, issuer, id) : null
  const pdf = await readInvoiceDocument(ctx, issuer, invoice, link?.url ?? null)
  const fileId = await storeDocument(ctx, pdf)
  const { attachments, ...mail } = await composeInvoiceMail(ctx, issuer, invoice, sending.message, link)
  for (const to of addresses) {
    await queueMail(ctx, {
      kind: 'invoices.invoice',
      to,
      ...mail,
      attachments: [...attachments, { fileId, name: pdf.name }],
      related: { type: 'invoice', id },
    })
  }
  return addresses
}

/** Removes blanks and duplicates, ignoring case. */
function distinct(addresses: readonly string[]): string[] {
  const seen = new Map(addresses.map((address) => [address.trim().toLowerCase(), address.trim()]))
  seen.delete('')
  return [...seen.values()]
}

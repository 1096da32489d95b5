import type { FactsByKind } from '../../../../../domain/mails/mail-kinds.ts'
import { sumMinor } from '../../../../../domain/money/money.ts'
import { receiptAddressesOf } from '../../../../../domain/people/email-roles.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMails } from '../../../../platform/mail/outbox.ts'
import { storeDocument } from '../../../documents/index.ts'
import { createPayLink, readInvoiceFacts } from '../../../invoices/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import { mailPayment } from '../../rules/mail-payment.ts'
import type { Payment } from '../../rules/records.ts'
import { readInFlightMinor } from '../../store/of-invoice.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'
import { composeReceipt, type Receipt } from './compose-receipt.ts'

/**
 * Emails the receipt of a confirmed payment to its customer and to their addresses for receipts, once. Sends nothing without one.
 */
export async function sendReceipt(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment || payment.receipt_message_id !== null || payment.captured_minor === 0n) return
  // The payment may have been returned since the job was enqueued. A receipt would then be wrong.
  if (payment.status !== 'confirmed' && payment.status !== 'refunded') return
  const receipt = await composeReceipt(ctx, payment)
  const { customer, pdf } = receipt
  const addresses = receiptAddressesOf(customer)
  if (addresses.length === 0) return
  const { attachments, ...mail } = await composeMail(
    ctx,
    'receipt',
    customer.id,
    receiptFacts(payment, receipt, await readRest(ctx, receipt)),
  )
  const fileId = await storeDocument(ctx, pdf)
  const messageIds = await queueMails(
    ctx,
    addresses.map((to) => ({
      kind: 'payments.receipt',
      to,
      ...mail,
      attachments: [...attachments, { fileId, name: pdf.name }],
      related: { type: 'payment', id: payment.id },
    })),
  )
  await changePayment(ctx, payment.id, { receipt_message_id: messageIds[0]! })
}

/** The unpaid part of a payment's invoices, as of the payment. */
interface Rest {
  /** Amount of other payments under way, in minor units. */
  readonly clearingMinor: bigint
  /** The first invoice with a payable amount, and its pay link; null without one. */
  readonly next: { readonly amountMinor: bigint; readonly number: string; readonly url: string } | null
}

/**
 * Returns an empty rest once an invoice has changed since the payment: the receipt states the amount that
 * remained then, and a button with another amount would contradict it.
 */
async function readRest(ctx: Ctx, { invoices }: Receipt): Promise<Rest> {
  const facts = await readInvoiceFacts(
    ctx,
    invoices.map(({ id }) => id),
  )
  const remainingNow = new Map(facts.map(({ id, remainingMinor }) => [id, remainingMinor]))
  if (invoices.some(({ id, remainingMinor }) => remainingNow.get(id) !== remainingMinor))
    return { clearingMinor: 0n, next: null }
  let clearingMinor = 0n
  for (const { id, reservedMinor } of facts)
    if (reservedMinor > 0n) clearingMinor += await readInFlightMinor(ctx, id)
  const open = facts.find(
    ({ state, remainingMinor, reservedMinor }) => state === 'open' && remainingMinor > reservedMinor,
  )
  if (!open) return { clearingMinor, next: null }
  const { url } = await createPayLink(ctx, open.id)
  return {
    clearingMinor,
    next: { amountMinor: open.remainingMinor - open.reservedMinor, number: open.number, url },
  }
}

const receiptFacts = (
  payment: Payment,
  { invoices, paidOn }: Receipt,
  { clearingMinor, next }: Rest,
): FactsByKind['receipt'] => ({
  payment: { ...mailPayment(payment), surchargeMinor: payment.surcharge_minor, paidOn },
  creditMinor: sumMinor(invoices.map((invoice) => invoice.creditMinor)),
  invoiceNumbers: invoices.map((invoice) => invoice.number),
  remainingMinor: sumMinor(invoices.map((invoice) => invoice.remainingMinor)),
  pendingMinor: clearingMinor,
  next,
})

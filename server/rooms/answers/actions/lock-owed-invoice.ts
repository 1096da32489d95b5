import { msg } from '../../../../domain/languages/msg.ts'
import { checkPaymentAmount } from '../../../../domain/money/amount-check.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../invoices/index.ts'
import { lockReceivables } from '../../ledger/index.ts'

/**
 * Locks what an invoice owes, so that answers about it and its payments follow one another, and returns the invoice. Refuses
 * not_found, and wrong_state when it owes nothing.
 */
export async function lockOwedInvoice(ctx: Ctx, invoiceId: string): Promise<InvoiceFacts> {
  await lockReceivables(ctx, [invoiceId])
  const invoice = await readOwnInvoice(ctx, invoiceId)
  if (invoice.state !== 'open' || invoice.remainingMinor === 0n)
    throw refuse('wrong_state', msg('Nothing is owed on this invoice.'))
  return invoice
}

/** Returns an invoice that the caller may see. Refuses not_found. */
export async function readOwnInvoice(ctx: Ctx, invoiceId: string): Promise<InvoiceFacts> {
  const [invoice] = await readInvoiceFacts(ctx, [invoiceId])
  if (invoice === undefined) throw refuse('not_found')
  return invoice
}

/** Reads a part of what an invoice owes, in minor units. Null stays null. Refuses an amount above it beside `amount`. */
export function readPart(invoice: InvoiceFacts, typed: string | null): bigint | null {
  if (typed === null) return null
  const amount = checkPaymentAmount(typed, {
    currency: invoice.currency,
    balanceMinor: invoice.remainingMinor,
    required: false,
  })
  if (!amount.ok) throw refuseFields({ amount: [amount.text] })
  return amount.minor
}

import type { Actor, Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../../invoices/index.ts'
import { heldByPayer, type Payer } from '../../store/attempts.ts'
import { currentConsent } from '../../store/consents.ts'
import { forDeposit, type PaymentSettings, readSettings } from './read-settings.ts'

/** An invoice and its payable amount. */
export interface Payable {
  readonly invoice: InvoiceFacts
  readonly settings: PaymentSettings
  /** Remaining less reserved; 0 when the invoice cannot be paid. */
  readonly payableMinor: bigint
}

/**
 * Returns an invoice that the caller may pay. Refuses invoice_unknown, also for an invoice of another
 * customer.
 */
export async function readPayable(ctx: Ctx, invoiceId: string): Promise<Payable> {
  const [[invoice], settings] = await Promise.all([readInvoiceFacts(ctx, [invoiceId]), readSettings(ctx)])
  if (!invoice) throw refuse('invoice_unknown')
  const open = invoice.state === 'open' && settings.isActive
  return {
    invoice,
    settings: forDeposit(settings, invoice.depositTo),
    payableMinor: open ? invoice.remainingMinor - invoice.reservedMinor : 0n,
  }
}

/** A payable invoice for a payer whose unfinished attempts are canceled before a new one. */
export interface PayableForPayer extends Payable {
  /** The part of `payableMinor` that those attempts have reserved. */
  readonly heldMinor: bigint
  /** The customer has given consent to automatic payments, and the caller may not replace it. */
  readonly consentProtected: boolean
}

/**
 * Returns an invoice for its payer before a payment: the amount that their own unfinished attempts have
 * reserved counts as payable. Refuses invoice_unknown.
 */
export async function readPayableForPayer(ctx: Ctx, invoiceId: string): Promise<PayableForPayer> {
  const payable = await readPayable(ctx, invoiceId)
  const consentProtected =
    !mayUseStored(ctx.actor) && (await currentConsent(ctx, payable.invoice.customerId)) !== null
  const payer = payerOf(ctx.actor)
  const open = payable.invoice.state === 'open' && payable.settings.isActive
  if (payer === null || !open || payable.invoice.reservedMinor === 0n)
    return { ...payable, heldMinor: 0n, consentProtected }
  const heldMinor = (await heldByPayer(ctx, [invoiceId], payer)).get(invoiceId) ?? 0n
  return { ...payable, heldMinor, consentProtected, payableMinor: payable.payableMinor + heldMinor }
}

/** The payer whose attempts a caller may cancel; null for callers that are not payers. */
export function payerOf(actor: Actor): Payer | null {
  if (actor.kind === 'customer') return { portalUserId: actor.portalUserId }
  return actor.kind === 'pay_link' ? 'pay_link' : null
}

/**
 * A pay link alone never shows or charges a stored method, nor replaces the one for automatic payments; a
 * portal session or the emailed code does. A preview sees stored methods but is allowed only to read.
 */
export const mayUseStored = (actor: Actor): boolean =>
  actor.kind === 'customer' ||
  actor.kind === 'preview' ||
  actor.kind === 'system' ||
  (actor.kind === 'pay_link' && actor.unlocked)

/** A pay link neither shows nor uses the customer's credit, which tells what else they have. A preview only reads. */
export const mayUseCredit = (actor: Actor): boolean => actor.kind === 'customer' || actor.kind === 'preview'

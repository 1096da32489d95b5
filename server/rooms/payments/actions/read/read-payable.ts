import type { Actor, Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../../invoices/index.ts'
import { heldByPayerMinor, type Payer } from '../../store/attempts.ts'
import { type PaymentSettings, readSettings } from './read-settings.ts'

/** An invoice as far as it can be paid now. */
export interface Payable {
  readonly invoice: InvoiceFacts
  readonly settings: PaymentSettings
  /** What remains and nobody is paying already; 0 when it can't be paid at all. */
  readonly payableMinor: bigint
}

/** An invoice that the caller may pay. Refuses invoice_unknown, also for one that is not theirs. */
export async function readPayable(ctx: Ctx, invoiceId: string): Promise<Payable> {
  const [[invoice], settings] = await Promise.all([readInvoiceFacts(ctx, [invoiceId]), readSettings(ctx)])
  if (!invoice) throw refuse('invoice_unknown')
  const open = invoice.state === 'open' && settings.isActive
  return { invoice, settings, payableMinor: open ? invoice.remainingMinor - invoice.reservedMinor : 0n }
}

/** An invoice as somebody can pay it whose unfinished attempts are let go of first. */
export interface PayableAnew extends Payable {
  /** The part of `payableMinor` that those attempts hold. */
  readonly heldMinor: bigint
}

/** The same for somebody who is about to pay: what their own unfinished attempts hold is theirs to pay anew. */
export async function readPayableAnew(ctx: Ctx, invoiceId: string): Promise<PayableAnew> {
  const payable = await readPayable(ctx, invoiceId)
  const payer = payerOf(ctx.actor)
  const open = payable.invoice.state === 'open' && payable.settings.isActive
  if (payer === null || !open || payable.invoice.reservedMinor === 0n) return { ...payable, heldMinor: 0n }
  const heldMinor = await heldByPayerMinor(ctx, invoiceId, payer)
  return { ...payable, heldMinor, payableMinor: payable.payableMinor + heldMinor }
}

/** Whose attempts a caller may let go of; null for callers who are no payer. */
export function payerOf(actor: Actor): Payer | null {
  if (actor.kind === 'customer') return { portalUserId: actor.portalUserId }
  return actor.kind === 'pay_link' ? 'pay_link' : null
}

/**
 * A link alone never shows or charges a stored method: a portal session or the code from the mail does. A preview shows
 * it, and gets no further: nothing but reads let one in.
 */
export const mayUseStored = (actor: Actor): boolean =>
  actor.kind === 'customer' ||
  actor.kind === 'preview' ||
  actor.kind === 'system' ||
  (actor.kind === 'pay_link' && actor.unlocked)

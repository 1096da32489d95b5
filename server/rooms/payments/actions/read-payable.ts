import type { Actor, Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../invoices/index.ts'
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
  const [invoice] = await readInvoiceFacts(ctx, [invoiceId])
  if (!invoice) throw refuse('invoice_unknown')
  const settings = await readSettings(ctx)
  const open = invoice.state === 'open' && settings.isActive
  return { invoice, settings, payableMinor: open ? invoice.remainingMinor - invoice.reservedMinor : 0n }
}

/** A link alone never shows or charges a stored method: a portal session or the code from the mail does. */
export const mayUseStored = (actor: Actor): boolean =>
  actor.kind === 'customer' || actor.kind === 'system' || (actor.kind === 'pay_link' && actor.unlocked)

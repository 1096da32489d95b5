import { smallerMinor } from '../../../../domain/money/money.ts'

/** The remaining and reserved amount of an invoice. */
export interface OpenInvoice {
  readonly invoiceId: string
  readonly customerId: string
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
}

/**
 * Limits a customer's shares to what their invoices owe and no other payment has reserved. Omits empty shares
 * and invoices that now belong to another customer.
 */
export function sharesThatFit(
  customerId: string,
  shares: readonly { invoiceId: string; amountMinor: bigint }[],
  invoices: readonly OpenInvoice[],
): { invoiceId: string; amountMinor: bigint }[] {
  const own = invoices.filter((one) => one.customerId === customerId)
  const open = new Map(own.map((one) => [one.invoiceId, one.remainingMinor - one.reservedMinor]))
  return shares
    .map(({ invoiceId, amountMinor }) => ({
      invoiceId,
      amountMinor: smallerMinor(open.get(invoiceId) ?? 0n, amountMinor),
    }))
    .filter((share) => share.amountMinor > 0n)
}

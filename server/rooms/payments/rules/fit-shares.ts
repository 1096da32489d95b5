import { smallerMinor } from '../../../../domain/money/money.ts'

/** What an invoice owes and how much of it is being paid already. */
export interface OpenInvoice {
  readonly invoiceId: string
  readonly customerId: string
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
}

/**
 * Cuts a customer's shares down to what their invoices still owe and nobody else is paying; shares of nothing are left
 * out, and so are invoices that are somebody else's by now.
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

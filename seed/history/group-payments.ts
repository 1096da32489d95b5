import type { Draw } from './draw.ts'
import type { HistoryEvent, PlannedShare } from './history-events.ts'

export type Paid = PlannedShare

type Payment = Extract<HistoryEvent, { kind: 'payment' }>

/** Maximum number of invoices in one payment. */
const MAX_SHARES = 100
const OVERPAID_PERMILLE = 4

/**
 * Groups what one customer pays on one day into one payment, oldest invoices first, as the payments room
 * settles them.
 */
export function groupPayments(draw: Draw, due: readonly Paid[]): Omit<Payment, 'kind' | 'at'>[] {
  const byCustomer = new Map<number, Paid[]>()
  for (const paid of due) {
    const { index } = paid.invoice.customer
    const known = byCustomer.get(index)
    if (known) known.push(paid)
    else byCustomer.set(index, [paid])
  }
  const payments: Omit<Payment, 'kind' | 'at'>[] = []
  for (const paid of byCustomer.values()) {
    paid.sort((a, b) =>
      a.invoice.dueDate === b.invoice.dueDate
        ? a.invoice.at - b.invoice.at
        : a.invoice.dueDate < b.invoice.dueDate
          ? -1
          : 1,
    )
    for (let from = 0; from < paid.length; from += MAX_SHARES) {
      const shares = paid.slice(from, from + MAX_SHARES)
      const { customer } = shares[0]!.invoice
      payments.push({
        customer,
        type: customer.pays,
        reference: customer.pays === 'check' ? `CHK ${draw.between(1000, 99_999)}` : '',
        shares,
        unappliedMinor: draw.permille(OVERPAID_PERMILLE) ? BigInt(draw.between(1, 90)) * 100n : 0n,
      })
    }
  }
  return payments
}

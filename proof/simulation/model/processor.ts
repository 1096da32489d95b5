import type { Books, Charge, MethodName, Payment } from './books.ts'

const DAY_MS = 86_400_000

type First = Pick<Charge, 'status' | 'ripensAs'> & { readonly days?: number }

/** What the Sandbox's README promises of each card and bank account. */
const FIRST: Readonly<Record<MethodName, First>> = {
  good: { status: 'confirmed', ripensAs: null },
  declined: { status: 'rejected', ripensAs: null },
  poor: { status: 'rejected', ripensAs: null },
  challenged: { status: 'input', ripensAs: null },
  disputed: { status: 'confirmed', ripensAs: 'dispute', days: 7 },
  authorised: { status: 'preauth', ripensAs: 'expire', days: 7 },
  clears: { status: 'waiting', ripensAs: 'clear', days: 3 },
  returns: { status: 'waiting', ripensAs: 'return', days: 2 },
  returnsLate: { status: 'waiting', ripensAs: 'clearThenReturn', days: 3 },
}

/** A charge as it is first written into the processor's books. */
export function firstCharge(books: Books, method: MethodName, total: bigint, untold: boolean): Charge {
  const { status, ripensAs, days } = FIRST[method]
  return {
    status,
    reason: status === 'rejected' ? 'declined' : null,
    captured: status === 'confirmed' ? total : 0n,
    refunded: 0n,
    answered: null,
    ripensAs,
    ripensAt: days === undefined ? null : books.now + days * DAY_MS,
    untold,
  }
}

export const isECheck = (method: MethodName): boolean =>
  method === 'clears' || method === 'returns' || method === 'returnsLate'

/** Time passes at the processor: e-checks clear and come back, cards are disputed, authorisations run out. */
export function ripen(books: Books): void {
  for (const payment of books.payments.values()) {
    const { charge } = payment
    while (charge && charge.ripensAt !== null && charge.ripensAt <= books.now) ripenOnce(payment, charge)
  }
}

function ripenOnce(payment: Payment, charge: Charge): void {
  const { ripensAs, ripensAt } = charge
  charge.ripensAs = null
  charge.ripensAt = null
  if (charge.status === 'refunded' || charge.status === 'rejected') return
  charge.untold = true
  if (ripensAs === 'clear' || ripensAs === 'clearThenReturn') {
    charge.status = 'confirmed'
    charge.captured = payment.amount + payment.surcharge
    if (ripensAs === 'clear') return
    charge.ripensAs = 'return'
    charge.ripensAt = ripensAt! + 5 * DAY_MS
    return
  }
  charge.status = 'rejected'
  charge.reason = ripensAs === 'dispute' ? 'disputed' : ripensAs === 'expire' ? 'expired' : 'returned'
}

import type { Books, Charge, MethodName, Payment } from './books.ts'

const DAY_MS = 86_400_000

/** Who pays what is charged by itself. */
export const NOBODY = 'nobody'

type First = Pick<Charge, 'status' | 'ripensAs'> & { readonly days?: number }

/** What the Sandbox's README promises of each card and bank account. */
const FIRST: Readonly<Record<MethodName, First>> = {
  good: { status: 'confirmed', ripensAs: null },
  declined: { status: 'rejected', ripensAs: null },
  poor: { status: 'rejected', ripensAs: null },
  challenged: { status: 'input', ripensAs: null },
  disputed: { status: 'confirmed', ripensAs: 'dispute', days: 7 },
  poorLater: { status: 'confirmed', ripensAs: null },
  stolenLater: { status: 'confirmed', ripensAs: null },
  order: { status: 'input', ripensAs: null },
  authorised: { status: 'preauth', ripensAs: 'expire', days: 7 },
  clears: { status: 'waiting', ripensAs: 'clear', days: 3 },
  returns: { status: 'waiting', ripensAs: 'return', days: 2 },
  returnsLate: { status: 'waiting', ripensAs: 'clearThenReturn', days: 3 },
}

/** Cards that are declined when nobody is there to pay with them. */
const NEEDS_PAYER: readonly MethodName[] = ['challenged', 'poorLater', 'stolenLater']

/** A charge as it is first written into the processor's books. */
export function firstCharge(books: Books, payment: Payment, untold: boolean): Charge {
  const method = payment.method as MethodName
  const refuses = payment.payer === NOBODY && NEEDS_PAYER.includes(method)
  const { status, ripensAs, days } = refuses ? FIRST.declined : FIRST[method]
  return {
    status,
    reason: status === 'rejected' ? 'declined' : null,
    captured: status === 'confirmed' ? payment.amount + payment.surcharge : 0n,
    refunded: 0n,
    answered: null,
    approved: false,
    ripensAs,
    ripensAt: days === undefined ? null : books.now + days * DAY_MS,
    untold,
    refused: false,
  }
}

export const isECheck = (method: MethodName): boolean =>
  method === 'clears' || method === 'returns' || method === 'returnsLate'

/** A surcharge is for cards. */
export const isSurcharged = (method: MethodName): boolean => !isECheck(method) && method !== 'order'

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

import type { Books, Charge, MethodName, Payment } from '../books.ts'

const DAY_MS = 86_400_000

/** Payer of an automatic payment. */
export const AUTO_PAYER = 'automatic'

type InitialCharge = Pick<Charge, 'status' | 'nextChange'> & { readonly days?: number }

/** The behavior of each test card and bank account in the Sandbox's README. */
const INITIAL_CHARGES: Readonly<Record<MethodName, InitialCharge>> = {
  good: { status: 'confirmed', nextChange: null },
  declined: { status: 'rejected', nextChange: null },
  poor: { status: 'rejected', nextChange: null },
  challenged: { status: 'input', nextChange: null },
  disputed: { status: 'confirmed', nextChange: 'dispute', days: 7 },
  poorLater: { status: 'confirmed', nextChange: null },
  stolenLater: { status: 'confirmed', nextChange: null },
  order: { status: 'input', nextChange: null },
  authorized: { status: 'preauth', nextChange: 'expire', days: 7 },
  clears: { status: 'waiting', nextChange: 'clear', days: 3 },
  returns: { status: 'waiting', nextChange: 'return', days: 2 },
  returnsLate: { status: 'waiting', nextChange: 'clearThenReturn', days: 3 },
}

/** Cards that the processor declines in automatic payments. */
const DECLINED_WITHOUT_PAYER: readonly MethodName[] = ['challenged', 'poorLater', 'stolenLater']

/** Creates the processor's record of a charge. */
export function createCharge(books: Books, payment: Payment, hasPendingEvent: boolean): Charge {
  const method = payment.method as MethodName
  const isDeclined = payment.payer === AUTO_PAYER && DECLINED_WITHOUT_PAYER.includes(method)
  const { status, nextChange, days } = isDeclined ? INITIAL_CHARGES.declined : INITIAL_CHARGES[method]
  return {
    status,
    reason: status === 'rejected' ? 'declined' : null,
    captured: status === 'confirmed' ? payment.amount + payment.surcharge : 0n,
    refunded: 0n,
    challengeAnswer: null,
    approved: false,
    nextChange,
    changesAt: days === undefined ? null : books.now + days * DAY_MS,
    hasPendingEvent,
    refused: false,
  }
}

export const isECheck = (method: MethodName): boolean =>
  method === 'clears' || method === 'returns' || method === 'returnsLate'

/** Only cards have a surcharge. */
export const isSurcharged = (method: MethodName): boolean => !isECheck(method) && method !== 'order'

/** Applies the changes that are due: e-checks clear or return, cards are disputed, authorizations expire. */
export function advanceCharges(books: Books): void {
  for (const payment of books.payments.values()) {
    const { charge } = payment
    while (charge && charge.changesAt !== null && charge.changesAt <= books.now)
      applyNextChange(payment, charge)
  }
}

function applyNextChange(payment: Payment, charge: Charge): void {
  const { nextChange, changesAt } = charge
  charge.nextChange = null
  charge.changesAt = null
  if (charge.status === 'refunded' || charge.status === 'rejected') return
  charge.hasPendingEvent = true
  if (nextChange === 'clear' || nextChange === 'clearThenReturn') {
    charge.status = 'confirmed'
    charge.captured = payment.amount + payment.surcharge
    if (nextChange === 'clear') return
    charge.nextChange = 'return'
    charge.changesAt = changesAt! + 5 * DAY_MS
    return
  }
  charge.status = 'rejected'
  charge.reason = nextChange === 'dispute' ? 'disputed' : nextChange === 'expire' ? 'expired' : 'returned'
}

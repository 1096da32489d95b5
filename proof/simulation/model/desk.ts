import { type Answer, type Books, type Charge, OK, refused } from './books.ts'
import type { DeskOperation } from './operations.ts'
import { isECheck, ripen } from './processor.ts'

/** Somebody brings something about at the processor's own desk, of which the product hears by an event, if at all. */
export function desk(books: Books, { payment: key, deed, amount, told }: DeskOperation): Answer {
  const payment = books.payments.get(key)!
  const charge = payment.charge!
  if (!happens(charge, payment.method !== 'manual' && isECheck(payment.method), deed))
    return refused(0, 'wrong_state')
  if (deed === 'part' || deed === 'refund') giveBack(charge, amount, told)
  else {
    Object.assign(charge, { ripensAt: books.now, ripensAs: deed })
    ripen(books)
  }
  return OK
}

/** What can happen to a charge as it stands. */
export function happens({ status }: Charge, eCheck: boolean, deed: DeskOperation['deed']): boolean {
  switch (deed) {
    case 'clear':
      return status === 'waiting'
    case 'return':
      return status === 'waiting' || (eCheck && status === 'confirmed')
    case 'expire':
      return status === 'preauth'
    case 'dispute':
      return !eCheck && status === 'confirmed'
    default:
      return status === 'confirmed'
  }
}

function giveBack(charge: Charge, amount: bigint, told: boolean): void {
  charge.refunded += amount
  if (charge.refunded === charge.captured) charge.status = 'refunded'
  if (told) charge.untold = true
}

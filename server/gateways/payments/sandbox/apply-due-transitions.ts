import { asDate } from '../../../platform/clock.ts'
import { ripen } from './behaviors.ts'
import { type Books, type Charge, changeCharge, dueCharges, insertEvent } from './books.ts'

/** Applies due transitions: clearing, returns, disputes, expired authorizations. Each creates one event. */
export async function applyDueTransitions(books: Books): Promise<void> {
  for (const charge of await dueCharges(books)) {
    let ripening: Charge = charge
    while (ripening.settle_at !== null && ripening.settle_at.getTime() <= books.now)
      ripening = await applyTransition(books, ripening)
  }
}

async function applyTransition(books: Books, charge: Charge): Promise<Charge> {
  const ripe = ripen(charge.settle_as!)
  const stands = charge.status !== 'refunded' && charge.status !== 'rejected'
  if (!stands) return changeCharge(books, charge, { settle_at: null, settle_as: null })
  const at = charge.settle_at!.getTime()
  await insertEvent(books, `sbe_${charge.ref}_${charge.settle_as}`, ripe.event, charge.ref)
  return changeCharge(books, charge, {
    status: ripe.status,
    captured_minor: ripe.status === 'confirmed' ? charge.amount_minor : charge.captured_minor,
    reason: ripe.reason === null ? null : JSON.stringify(ripe.reason),
    settle_at: ripe.next === null ? null : asDate(at + ripe.next.afterMs),
    settle_as: ripe.next?.as ?? null,
  })
}

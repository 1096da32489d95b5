import type { SANDBOX_EVENTS } from '../../../../contract/payments/sandbox.ts'
import { asDate } from '../../../platform/clock.ts'
import { failed, type Outcome, succeeded } from '../port.ts'
import { applyDueTransitions } from './apply-due-transitions.ts'
import type { Ripening } from './behaviors.ts'
import {
  type Books,
  type Charge,
  changeCharge,
  chargeByRef,
  insertEvent,
  insertRefund,
  newRef,
} from './books.ts'

/** An event that staff can trigger on a charge without waiting for its day. */
export type SimulatedEvent = (typeof SANDBOX_EVENTS)[number]

/** Returns the events that a charge allows in its current state. */
export function possible({ type, status }: Pick<Charge, 'type' | 'status'>): SimulatedEvent[] {
  if (status === 'waiting') return ['clear', 'return']
  if (status === 'preauth') return ['expire']
  if (status !== 'confirmed') return []
  return type === 'e_check' ? ['return', 'refund'] : ['dispute', 'refund']
}

/** Triggers the event now. Its webhook is sent like any other. */
export async function simulateEvent(
  opened: Books,
  ref: string,
  event: SimulatedEvent,
): Promise<Outcome<readonly SimulatedEvent[]>> {
  await applyDueTransitions(opened)
  const found = await chargeByRef(opened, ref)
  if (!found) return failed({ kind: 'not_found', code: 'no_such_charge', raw: null })
  if (!possible(found).includes(event))
    return failed({ kind: 'wrong_state', code: 'can_not_happen', raw: null })
  if (event === 'refund') await refundRest(opened, found)
  else
    await changeCharge(opened, found, {
      settle_at: asDate(opened.now),
      settle_as: ripeningOf(found, event),
    })
  await applyDueTransitions(opened)
  return succeeded(possible((await chargeByRef(opened, ref))!))
}

function ripeningOf(charge: Charge, event: Exclude<SimulatedEvent, 'refund'>): Ripening {
  return event === 'return' && charge.status === 'confirmed' ? 'return_late' : event
}

/** Refunds the rest at the Sandbox, without this product, as a business could do at its processor. */
async function refundRest(opened: Books, found: Charge): Promise<void> {
  const ref = newRef(opened, 'sbr')
  await insertRefund(opened, {
    ref,
    charge_ref: found.ref,
    our_id: ref,
    idempotency_key: ref,
    currency: found.currency,
    amount_minor: found.captured_minor - found.refunded_minor,
    created_at: asDate(opened.now),
  })
  await insertEvent(opened, `sbe_${ref}`, 'charge.refunded', found.ref)
  await changeCharge(opened, found, { refunded_minor: found.captured_minor, status: 'refunded' })
}

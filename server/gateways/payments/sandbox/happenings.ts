import type { SANDBOX_HAPPENINGS } from '../../../../contract/payments/sandbox.ts'
import { asDate } from '../../../platform/clock.ts'
import { failed, type Outcome, succeeded } from '../port.ts'
import {
  type Books,
  type Charge,
  changeCharge,
  chargeByRef,
  insertEvent,
  insertRefund,
  newRef,
} from './books.ts'
import { letRipen } from './ripening.ts'
import type { Ripening } from './tables.ts'

/** What can be made to happen to a charge at once, instead of waiting for its day. */
export type Happening = (typeof SANDBOX_HAPPENINGS)[number]

/** What can happen to a charge as it stands. */
export function possible({ type, status }: Pick<Charge, 'type' | 'status'>): Happening[] {
  if (status === 'waiting') return ['clear', 'return']
  if (status === 'preauth') return ['expire']
  if (status !== 'confirmed') return []
  return type === 'e_check' ? ['return', 'refund'] : ['dispute', 'refund']
}

/** Makes it happen now; the event that tells of it is sent like any other. */
export async function letHappen(
  opened: Books,
  ref: string,
  happening: Happening,
): Promise<Outcome<readonly Happening[]>> {
  await letRipen(opened)
  const found = await chargeByRef(opened, ref)
  if (!found) return failed({ kind: 'not_found', code: 'no_such_charge', raw: null })
  if (!possible(found).includes(happening))
    return failed({ kind: 'wrong_state', code: 'can_not_happen', raw: null })
  if (happening === 'refund') await giveBackRest(opened, found)
  else
    await changeCharge(opened, found, {
      settle_at: asDate(opened.now),
      settle_as: ripeningOf(found, happening),
    })
  await letRipen(opened)
  return succeeded(possible((await chargeByRef(opened, ref))!))
}

function ripeningOf(charge: Charge, happening: Exclude<Happening, 'refund'>): Ripening {
  return happening === 'return' && charge.status === 'confirmed' ? 'return_late' : happening
}

/** Somebody at the business gave the rest back at the Sandbox's own desk, past this product. */
async function giveBackRest(opened: Books, found: Charge): Promise<void> {
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

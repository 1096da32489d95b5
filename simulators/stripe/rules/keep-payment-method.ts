import type { AccountState } from '../state/account-state.ts'
import type { PaymentMethod } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'

/** Attaches a method that shall be used again to its customer. Without a customer it can be used only once. */
export function keepPaymentMethod(
  world: World,
  state: AccountState,
  method: PaymentMethod,
  customer: string | null,
  futureUsage: string | null,
): void {
  const instrument = state.instruments.get(method.id)!
  if (futureUsage === 'off_session') instrument.setUp = true
  if (futureUsage !== null && customer !== null && method.customer === null) {
    method.customer = customer
    world.emit(state, 'payment_method.attached', method)
  }
  if (method.customer === null) instrument.used = true
}

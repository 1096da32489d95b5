import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import type { PaymentMethod } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'

/** Records the customer's consent to debits and returns its id. */
export function grantMandate(world: World, state: AccountState, method: PaymentMethod): string {
  const mandate = state.add('mandate', {
    id: newId('mandate'),
    object: 'mandate',
    created: world.now,
    customer_acceptance: {
      accepted_at: world.now,
      type: 'online',
      online: { ip_address: '127.0.0.1', user_agent: 'browser' },
    },
    livemode: false,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: { type: 'us_bank_account', us_bank_account: { collection_method: 'paper' } },
    status: 'active',
    type: 'multi_use',
  })
  return mandate.id
}

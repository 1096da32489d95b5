import type Stripe from 'stripe'
import { sha256 } from '../../../platform/ids.ts'
import { type Connection, failed, type Outcome, type PayingCustomer, succeeded } from '../port.ts'
import { inNameOf } from './client.ts'
import { callStripe } from './errors.ts'

/** Creates the customer that a stored method belongs to. Repeated within a day, it is the same customer. */
export async function customerOf(
  client: Stripe,
  connection: Connection,
  customer: PayingCustomer,
): Promise<Outcome<string>> {
  // A key stands for the same values only, and the customer may have been renamed since.
  const fingerprint = sha256(JSON.stringify([customer.name, customer.email]))
    .toString('hex')
    .slice(0, 16)
  const made = await callStripe('write', () =>
    client.customers.create(
      {
        name: customer.name,
        ...(customer.email !== '' && { email: customer.email }),
        metadata: { customer_id: customer.ref },
      },
      inNameOf(connection, `customer-${customer.ref}-${fingerprint}`),
    ),
  )
  // Nothing was charged yet, so a lost answer leaves nothing to look for.
  if (!made.ok && made.error.kind === 'unknown_outcome') return failed({ ...made.error, kind: 'unavailable' })
  return made.ok ? succeeded(made.value.id) : made
}

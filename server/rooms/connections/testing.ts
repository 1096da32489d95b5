import type { Credentials } from '../../gateways/payments/port.ts'
import type { Ctx } from '../../platform/context.ts'
import { noteConnected } from './actions/note-connected.ts'
import { endConnection, saveConnection } from './store/connections.ts'

export { startConnection } from './actions/start-connection.ts'

/** A connection to Stripe with these credentials. */
async function aConnection(ctx: Ctx, credentials: Credentials = TEST_KEYS) {
  const row = await saveConnection(ctx, { provider: 'stripe_connect', name: 'Studio', credentials, by: null })
  await noteConnected(ctx)
  return row
}

/** A connection that staff ended. */
export async function anEndedConnection(ctx: Ctx, credentials?: Credentials): Promise<string> {
  const { id } = await aConnection(ctx, credentials)
  await endConnection(ctx, id, 'staff')
  await noteConnected(ctx)
  return id
}

const TEST_KEYS: Credentials = {
  accessToken: 'sk_test_of_a_business',
  remoteId: 'acct_test',
  publishableKey: 'pk_test_of_a_business',
  live: false,
}

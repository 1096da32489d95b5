import type { PayTraceSettings } from '../../../platform/processors/paytrace-settings.ts'
import {
  type Capabilities,
  type Connection,
  failed,
  type PaymentProcessor,
  type ProcessorOption,
  succeeded,
} from '../port.ts'
import { changes } from './changes.ts'
import { createPayment } from './charging.ts'
import { createPayTraceClient, type PayTraceClient } from './client.ts'
import { connecting } from './connecting.ts'
import { takesChecks } from './exports.ts'
import { cardFields, checkFields, E_CHECK_FIELDS } from './fields.ts'
import { lookups } from './lookups.ts'
import { CURRENCY } from './wire-values.ts'

/** A call counts at PayTrace within this time, its own time limit included, and is exported soon after. */
const ARRIVAL_WINDOW_MS = 300_000

const capabilitiesOf = (connection: Connection): Capabilities => ({
  // An account may lack e-checks, which its keys tell.
  types:
    connection.credentials === undefined || takesChecks(connection)
      ? ['credit_card', 'e_check']
      : ['credit_card'],
  partialPayments: true,
  preauth: true,
  storedMethods: true,
  // PayTrace stores a card without asking its bank, so a card is stored when it pays.
  storesWithoutCharge: [],
  partialRefunds: true,
  void: true,
  webhooks: 'none',
  tellsDisputes: false,
  arrivalWindowMs: ARRIVAL_WINDOW_MS,
  currencies: [CURRENCY],
})

/** PayTrace, for businesses that entered the keys of their account. `wallNow`: the clock in epoch ms. */
export function createPayTrace(settings: PayTraceSettings, wallNow: () => number): PaymentProcessor {
  const client = createPayTraceClient(settings.apiUrl)
  return {
    id: 'paytrace',
    name: 'PayTrace',
    capabilities: capabilitiesOf,
    ...connecting(client, settings, wallNow),
    options: async (connection, { currency, today }) =>
      currency === CURRENCY ? optionsOf(connection, today) : [],
    encryptionKey: ({ credentials }) =>
      credentials?.publishableKey === undefined
        ? null
        : { data: credentials.publishableKey, hash: settings.oaepHash },
    checkFields,
    create: (connection, request, key) => createPayment(client, connection, request, key, wallNow()),
    ...changes(client, wallNow),
    ...lookups(client, wallNow),
    removeMethod: (connection, token) => removeProfile(client, connection, token),
    verifyWebhook: async () => failed({ kind: 'unsupported', code: 'no_webhooks', raw: null }),
  }
}

function optionsOf(connection: Connection, today: string): ProcessorOption[] {
  const sandbox = connection.credentials?.live !== true
  return [
    { type: 'credit_card', fields: cardFields(today), sandbox },
    ...(takesChecks(connection) ? [{ type: 'e_check' as const, fields: E_CHECK_FIELDS, sandbox }] : []),
  ]
}

/** Deletes the profile that stores a method. One that is gone already is deleted, as was asked. */
async function removeProfile(client: PayTraceClient, connection: Connection, token: string) {
  const removed = await client.call(connection, 'write', 'customer/delete', { customer_id: token })
  return removed.ok || removed.error.kind === 'not_found' ? succeeded(undefined) : removed
}

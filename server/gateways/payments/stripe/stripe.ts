import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import type { StripeSettings } from '../../../platform/processors/stripe-settings.ts'
import {
  type Capabilities,
  type Connection,
  failed,
  type Outcome,
  type PaymentProcessor,
  type ProcessorOption,
  type ProcessorPayment,
} from '../port.ts'
import { createPayment } from './charging.ts'
import { createStripeClient, inNameOf, wholeNumberOf } from './client.ts'
import { confirmAgain } from './confirm-again.ts'
import { connecting } from './connecting.ts'
import { callStripe } from './errors.ts'
import { findPayment, listings } from './listing.ts'
import { storedMethods } from './methods.ts'
import { EXPANDED } from './payment-facts.ts'
import { payoutListing } from './payouts.ts'
import { readPayment } from './read-payment.ts'
import { createRefund, findRefund } from './refunds.ts'
import { storeMethod } from './storing.ts'
import { readWebhook } from './webhook.ts'

/** A call that Stripe received counts within this time, its own time limit included. */
const ARRIVAL_WINDOW_MS = 120_000

const CAPABILITIES: Capabilities = {
  types: ['credit_card', 'e_check'],
  partialPayments: true,
  preauth: true,
  storedMethods: true,
  storesWithoutCharge: ['credit_card', 'e_check'],
  partialRefunds: true,
  void: true,
  webhooks: 'signed',
  tellsDisputes: true,
  arrivalWindowMs: ARRIVAL_WINDOW_MS,
}

/** Currencies whose minor unit at Stripe is not the one of ISO 4217. */
const OTHER_UNITS: ReadonlySet<string> = new Set([
  'ISK',
  'MGA',
  'UGX',
  'BHD',
  'IQD',
  'JOD',
  'KWD',
  'LYD',
  'OMR',
  'TND',
])

/** Stripe, for businesses that connected their account to this installation's platform. */
export function createStripe(settings: StripeSettings): PaymentProcessor {
  const client = createStripeClient(settings)
  const change = async (
    connection: Connection,
    kind: 'read' | 'write',
    call: () => ReturnType<typeof client.paymentIntents.retrieve>,
  ): Promise<Outcome<ProcessorPayment>> => {
    const intent = await callStripe(kind, call)
    return intent.ok ? readPayment(client, connection, intent.value) : intent
  }
  const expand = [...EXPANDED]
  const fetch = (connection: Connection, ref: string) =>
    change(connection, 'read', () => client.paymentIntents.retrieve(ref, { expand }, inNameOf(connection)))
  const cancel = (connection: Connection, ref: string, key: string) =>
    change(connection, 'write', () =>
      client.paymentIntents.cancel(ref, { expand }, inNameOf(connection, key)),
    )
  return {
    id: 'stripe_connect',
    name: 'Stripe',
    scriptUrl: settings.scriptUrl,
    capabilities: () => CAPABILITIES,
    ...connecting(client, settings),
    options: async (connection, { currency }) =>
      OTHER_UNITS.has(currency) ? [] : optionsIn(currency, settings, connection),
    create: (connection, request, key) => createPayment(client, connection, request, key),
    async confirm(connection, ref, answer, key) {
      if (answer === 'decline') return cancel(connection, ref, key)
      const found = await fetch(connection, ref)
      if (!found.ok || found.value.status !== 'input') return found
      // The payer answered the bank in the browser. Stripe says what became of it.
      return found.value.next?.kind === 'authentication'
        ? confirmAgain(client, connection, ref, key)
        : failed({ kind: 'wrong_state', code: 'requires_action', raw: null })
    },
    capture: (connection, ref, amount, key) =>
      change(connection, 'write', () =>
        client.paymentIntents.capture(
          ref,
          { amount_to_capture: wholeNumberOf(amount), expand },
          inNameOf(connection, key),
        ),
      ),
    void: cancel,
    refund: (connection, request, key) => createRefund(client, connection, request, key),
    fetch,
    findPayment: (connection, asked) => findPayment(client, connection, asked),
    findRefund: (connection, ref, asked) => findRefund(client, connection, ref, asked),
    ...listings(client),
    ...payoutListing(client),
    ...storedMethods(client),
    storeOptions: async (connection) => optionsIn('USD', settings, connection),
    storeMethod: (connection, request, key) => storeMethod(client, connection, request, key),
    verifyWebhook: async (_, request, secrets) => readWebhook(client, request, secrets),
  }
}

/** Bank accounts are debited in US dollars only. */
const optionsIn = (currency: string, settings: StripeSettings, connection: Connection): ProcessorOption[] => [
  optionOf('credit_card', settings, connection),
  ...(currency === 'USD' && connection.credentials?.bankDebits !== false
    ? [optionOf('e_check', settings, connection)]
    : []),
]

/** The method's own fields are Stripe's, in a frame of its own. Their result is sent to us. */
const optionOf = (
  type: 'credit_card' | 'e_check',
  { scriptUrl }: StripeSettings,
  { credentials }: Connection,
): ProcessorOption => ({
  type,
  fields: [
    {
      name: TOKEN_FIELD,
      label: type === 'e_check' ? 'Bank account' : 'Card',
      read_only: false,
      required: true,
      type: 'string',
      min_length: 8,
      max_length: 200,
    },
  ],
  ...(credentials?.publishableKey && { publishableKey: credentials.publishableKey }),
  script: scriptUrl,
  sandbox: credentials?.live !== true,
})

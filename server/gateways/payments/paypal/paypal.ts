import type { PayPalSettings } from '../../../platform/processors/paypal-settings.ts'
import type { Capabilities, Connection, PaymentProcessor, ProcessorOption } from '../port.ts'
import { Certificates } from './certificates.ts'
import { PayPalClient } from './client.ts'
import { connecting, connectingByLink } from './connecting.ts'
import { storesMethods } from './features.ts'
import { findPayment, listings } from './listing.ts'
import { storedMethods } from './methods.ts'
import { captureOrder, createOrder, readOrder, voidOrder } from './orders.ts'
import { createRefund, findRefund } from './refunds.ts'
import { accountOfWebhook, readWebhook } from './webhook.ts'

/** A call that PayPal received counts within this time, its own time limit included. */
const ARRIVAL_WINDOW_MS = 120_000

/** Currencies that PayPal takes with the same minor unit as ISO 4217. It takes HUF and TWD without decimals. */
const CURRENCIES: readonly string[] = [
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'ILS',
  'JPY',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SEK',
  'SGD',
  'THB',
  'USD',
]

const CAPABILITIES: Omit<Capabilities, 'storedMethods'> = {
  types: ['paypal'],
  currencies: CURRENCIES,
  partialPayments: true,
  preauth: false,
  storesWithoutCharge: [],
  partialRefunds: true,
  void: true,
  webhooks: 'signed',
  tellsDisputes: true,
  arrivalWindowMs: ARRIVAL_WINDOW_MS,
}

/** PayPal, for businesses that entered their own keys or followed this installation's partner link. */
export function createPayPal(settings: PayPalSettings, now: () => number): PaymentProcessor {
  const client = new PayPalClient(settings, now)
  const certificates = new Certificates(settings.certificateOrigins)
  return {
    id: 'paypal',
    name: 'PayPal',
    capabilities: (connection) => ({ ...CAPABILITIES, storedMethods: storesMethods(connection) }),
    ...connecting(client),
    ...(settings.partner && connectingByLink(client, settings.partner)),
    options: async (connection, { currency }) =>
      CURRENCIES.includes(currency) ? [optionOf(settings, connection, currency)] : [],
    create: (connection, request, key) => createOrder(client, connection, request, key),
    confirm: (connection, ref, answer, key) =>
      answer === 'approve' ? captureOrder(client, connection, ref, key) : voidOrder(client, connection, ref),
    void: (connection, ref) => voidOrder(client, connection, ref),
    refund: (connection, request, key) => createRefund(client, connection, request, key),
    fetch: (connection, ref) => readOrder(client, connection, ref),
    findPayment: (connection, asked) => findPayment(client, connection, asked, now()),
    findRefund: (connection, ref, asked) => findRefund(client, connection, ref, asked),
    ...listings(client),
    ...storedMethods(client),
    accountOfWebhook,
    verifyWebhook: (connection, request, secrets) =>
      readWebhook(client, certificates, connection, request, secrets),
  }
}

/** PayPal's button is drawn by PayPal's script, which learns the business and the currency from its address. */
function optionOf(
  { scriptUrl, partner }: PayPalSettings,
  { credentials, remoteId }: Connection,
  currency: string,
): ProcessorOption {
  const own = credentials?.publishableKey
  const clientId = own ?? partner?.clientId ?? ''
  const script = new URL(scriptUrl)
  script.search = new URLSearchParams({
    'client-id': clientId,
    currency,
    intent: 'capture',
    components: 'buttons',
    // Cards have a form of their own here, and Venmo is another kind of payment to PayPal.
    'disable-funding': 'card,venmo',
    ...(!own && remoteId !== undefined && { 'merchant-id': remoteId }),
  }).toString()
  return {
    type: 'paypal',
    fields: [],
    clientId,
    script: script.href,
    sandbox: credentials?.live !== true,
  }
}

import type { FormFieldShape } from '../../../../contract/payments/payment-shapes.ts'
import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import { INTUIT_ADDRESSES, type IntuitSettings } from '../../../platform/processors/intuit-settings.ts'
import { type Capabilities, failed, type PaymentProcessor, type ProcessorOption, succeeded } from '../port.ts'
import { createPaymentsClient } from './call-payments.ts'
import { cancelLost, createPayment, fetchPayment, removeMethod } from './charging.ts'
import { connecting } from './connecting.ts'
import { CURRENCY } from './payment-facts.ts'
import { createRefund, findRefund } from './refunds.ts'

/** A call that QuickBooks received counts within this time, its own time limit included. */
const ARRIVAL_WINDOW_MS = 120_000

const CAPABILITIES: Capabilities = {
  types: ['credit_card', 'e_check'],
  currencies: [CURRENCY],
  partialPayments: true,
  // An authorization can't be released by the API.
  preauth: false,
  storedMethods: true,
  storesWithoutCharge: [],
  partialRefunds: true,
  void: false,
  webhooks: 'none',
  tellsDisputes: false,
  arrivalWindowMs: ARRIVAL_WINDOW_MS,
  cancelsLost: ['credit_card'],
}

/** QuickBooks Payments, for companies that connected it to this installation. `wallNow`: the clock in epoch ms. */
export function createQuickBooksPayments(
  settings: IntuitSettings,
  address: string,
  wallNow: () => number,
): PaymentProcessor {
  const call = createPaymentsClient(address)
  // Any other address is Intuit's sandbox or a simulator.
  const live = address === INTUIT_ADDRESSES.paymentsUrl
  return {
    id: 'quickbooks_payments',
    name: 'QuickBooks Payments',
    capabilities: () => CAPABILITIES,
    ...connecting(call, settings, { wallNow, live }),
    options: async (_, { currency }) => (currency === CURRENCY ? optionsOf(address, live) : []),
    create: (connection, request, key) => createPayment(call, connection, request, key),
    refund: (connection, request, key) => createRefund(call, connection, request, key),
    fetch: (connection, ref) => fetchPayment(call, connection, ref),
    findPayment: async () => failed({ kind: 'unsupported', code: 'no_lookup', raw: null }),
    cancelLost: (connection, asked) => cancelLost(call, connection, asked),
    findRefund: (connection, ref, asked) => findRefund(call, connection, ref, asked),
    // QuickBooks lists no charges and no refunds. The daily comparison reads each payment of the ledger instead.
    listPayments: async () => NOTHING,
    listRefunds: async () => NOTHING,
    removeMethod: (connection, token) => removeMethod(call, connection, token),
    verifyWebhook: async () => failed({ kind: 'unsupported', code: 'no_webhooks', raw: null }),
  }
}

const NOTHING = succeeded({ items: [], next: null })

/** The browser sends the numbers to QuickBooks, whose token is sent to us. */
const optionsOf = (address: string, live: boolean): ProcessorOption[] =>
  (['credit_card', 'e_check'] as const).map((type) => ({
    type,
    fields: [TOKEN],
    tokenAddress: `${address}/quickbooks/v4/payments/tokens`,
    sandbox: !live,
  }))

const TOKEN: FormFieldShape = {
  name: TOKEN_FIELD,
  label: 'Card',
  read_only: false,
  required: true,
  type: 'string',
  min_length: 8,
  max_length: 512,
}

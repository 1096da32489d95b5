import type { FormFieldShape } from '../../../../contract/payments/payment-shapes.ts'
import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import type { LawPaySettings } from '../../../platform/processors/lawpay-settings.ts'
import {
  type Capabilities,
  type Connection,
  type Outcome,
  type PayableInvoice,
  type PaymentProcessor,
  type ProcessorOption,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import { accountFor, accountsOf, depositOf, firmKeyOf } from './accounts.ts'
import type { LawPayCharge } from './answer-shapes.ts'
import { paymentOf } from './charge-facts.ts'
import { capture, createPayment, findPayment, removeMethod } from './charging.ts'
import { connecting } from './connecting.ts'
import { createLawPayApi } from './lawpay-api.ts'
import { listings } from './listing.ts'
import { createRefund, findRefund } from './refunds.ts'
import { readWebhook } from './webhook.ts'

/** A call that LawPay received counts within this time, its own time limit included. */
const ARRIVAL_WINDOW_MS = 120_000

const CAPABILITIES: Capabilities = {
  types: ['credit_card', 'e_check'],
  currencies: ['USD'],
  partialPayments: true,
  preauth: true,
  storedMethods: true,
  storesWithoutCharge: [],
  partialRefunds: true,
  void: true,
  webhooks: 'hint',
  tellsDisputes: false,
  arrivalWindowMs: ARRIVAL_WINDOW_MS,
}

/** LawPay, for law firms that connected their accounts to this installation. */
export function createLawPay(settings: LawPaySettings): PaymentProcessor {
  const api = createLawPayApi(settings)
  const read = async (call: Promise<Outcome<LawPayCharge>>): Promise<Outcome<ProcessorPayment>> => {
    const charge = await call
    return charge.ok ? succeeded(paymentOf(charge.value)) : charge
  }
  return {
    id: 'lawpay',
    name: 'LawPay',
    scriptUrl: settings.scriptUrl,
    capabilities: () => CAPABILITIES,
    ...connecting(api, settings),
    depositAccounts: (connection) =>
      accountsOf(connection).map((account) => ({
        id: account.id,
        name: account.name,
        type: account.type,
        depositTo: depositOf(account),
      })),
    options: async (connection, invoice) =>
      (['credit_card', 'e_check'] as const).flatMap((type) => optionOf(settings, connection, type, invoice)),
    create: (connection, request) => createPayment(api, connection, request),
    capture: (connection, ref, amount) => capture(api, connection, ref, amount),
    void: (connection, ref) => read(api.void(firmKeyOf(connection), ref)),
    refund: (connection, request) => createRefund(api, connection, request),
    fetch: (connection, ref) => read(api.readCharge(firmKeyOf(connection), ref)),
    findPayment: (connection, asked) => findPayment(api, connection, asked),
    findRefund: (connection, ref, asked) => findRefund(api, connection, ref, asked),
    ...listings(api),
    removeMethod: (connection, token) => removeMethod(api, connection, token),
    verifyWebhook: (connection, request) => readWebhook(api, connection, request),
  }
}

/** The numbers are typed into LawPay's own fields, whose result is sent to us. */
function optionOf(
  { scriptUrl }: LawPaySettings,
  connection: Connection,
  type: 'credit_card' | 'e_check',
  { currency, depositTo }: PayableInvoice,
): ProcessorOption[] {
  const account = accountFor(connection, depositTo, type, currency)
  if (!account) return []
  return [
    {
      type,
      fields: [TOKEN],
      publishableKey: account.publicKey,
      script: scriptUrl,
      sandbox: connection.credentials?.live !== true,
    },
  ]
}

const TOKEN: FormFieldShape = {
  name: TOKEN_FIELD,
  label: 'Card',
  read_only: false,
  required: true,
  type: 'string',
  min_length: 8,
  max_length: 200,
}

import { PAYMENT_TYPES, type PaymentType } from '../../domain/payments/payment-status.ts'
import {
  type Connection,
  type Credentials,
  failed,
  type Outcome,
  type PaymentProcessor,
  type ProcessorPayment,
  succeeded,
} from '../../server/gateways/payments/port.ts'
import { createSandbox } from '../../server/gateways/payments/sandbox/index.ts'
import type { App } from '../../server/platform/context.ts'

export const A_KEY = 'key-of-a-business-1234567890'

interface Options {
  readonly id?: string
  readonly name?: string
  readonly types?: readonly PaymentType[]
  readonly currencies?: readonly string[]
}

/** A processor that is connected by a key, and moves no money. It takes payments as the Sandbox does. */
export function createKeyedProcessor(
  app: App,
  { id = 'keyed_pay', name = 'Keyed Pay', types = PAYMENT_TYPES, currencies }: Options = {},
): PaymentProcessor {
  const { deliverDue: _, nextDelivery: __, trials: ___, ...sandbox } = createSandbox(app)
  return {
    ...sandbox,
    id,
    name,
    capabilities: (connection) => ({
      ...sandbox.capabilities(connection),
      types,
      ...(currencies && { currencies }),
    }),
    options: async (connection, invoice) =>
      currencies?.includes(invoice.currency) === false
        ? []
        : (await sandbox.options(connection, invoice)).filter(({ type }) => types.includes(type)),
    storeOptions: async (connection, today) =>
      (await sandbox.storeOptions!(connection, today)).filter(({ type }) => types.includes(type)),
    create: async (connection, request, key) =>
      paidTo(connection, await sandbox.create(connection, request, key)),
    fetch: async (connection, ref) => paidTo(connection, await sandbox.fetch(connection, ref)),
    findPayment: async (connection, asked) =>
      paidTo(connection, await sandbox.findPayment(connection, asked)),
    keyFields: [
      {
        name: 'merchant',
        label: 'Merchant number',
        help: 'On your contract.',
        secret: false,
        required: true,
      },
      { name: 'api_key', label: 'API key', help: 'Under Settings › Keys.', secret: true, required: true },
      {
        name: 'mode',
        label: 'Mode',
        help: '',
        secret: false,
        required: false,
        choices: [
          { value: 'test', label: 'Test' },
          { value: 'live', label: 'Live' },
        ],
      },
    ],
    async connectWithKeys({ merchant = '', api_key: key = '', mode }) {
      if (merchant === 'unreachable') return failed({ kind: 'unavailable', code: '503', raw: null })
      if (!/^\d+$/.test(merchant))
        return failed({
          kind: 'invalid',
          code: 'merchant',
          fields: { merchant: ['A merchant number has digits only.'] },
          raw: null,
        })
      if (key !== A_KEY) return failed({ kind: 'auth', code: 'wrong_key', raw: null })
      return succeeded<Credentials>({ accessToken: key, remoteId: merchant, live: mode === 'live' })
    },
    disconnect: async () => succeeded(undefined),
    health: async ({ remoteId = '' }) =>
      succeeded({ remoteId, name: `Merchant ${remoteId}`, chargesEnabled: true }),
  }
}

/** The Sandbox names the account as the recipient; here it is the merchant. */
const paidTo = <Payment extends ProcessorPayment | null>(
  { remoteId = '' }: Connection,
  outcome: Outcome<Payment>,
): Outcome<Payment> =>
  outcome.ok && outcome.value ? succeeded({ ...outcome.value, recipient: remoteId }) : outcome

import {
  type Credentials,
  failed,
  type PaymentProcessor,
  succeeded,
} from '../../server/gateways/payments/port.ts'
import { createSandbox } from '../../server/gateways/payments/sandbox/index.ts'
import type { App } from '../../server/platform/context.ts'

export const A_KEY = 'key-of-a-business-1234567890'

/** A processor that is connected by a key, and moves no money. It takes payments as the Sandbox does. */
export function createKeyedProcessor(app: App, id = 'keyed_pay', name = 'Keyed Pay'): PaymentProcessor {
  const { deliverDue: _, nextDelivery: __, trials: ___, ...sandbox } = createSandbox(app)
  return {
    ...sandbox,
    id,
    name,
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

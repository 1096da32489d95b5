import type { PaymentProcessor } from '../../../gateways/payments/port.ts'
import type { Config } from '../../../platform/config.ts'
import type { App } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'

export type ConnectableProcessor = PaymentProcessor &
  Required<Pick<PaymentProcessor, 'connectStart' | 'connectFinish'>>

export const isConnectable = (adapter: PaymentProcessor): adapter is ConnectableProcessor =>
  adapter.connectStart !== undefined && adapter.connectFinish !== undefined

/** Returns a processor that has to be connected. Refuses not_found for any other name. */
export function connectable(app: App, provider: string): ConnectableProcessor {
  const adapter = app.processors.get(provider)
  if (!adapter || !isConnectable(adapter)) throw refuse('not_found')
  return adapter
}

/** Pages to which processors send people back. */
const CALLBACKS: Readonly<Record<string, string>> = { stripe_connect: '/stripe-callback' }

export const callbackOf = ({ appOrigin }: Config, provider: string): string =>
  `${appOrigin}${CALLBACKS[provider] ?? ''}`

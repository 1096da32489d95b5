import { isBuiltIn, type PaymentProcessor } from '../../../gateways/payments/port.ts'
import type { App } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'

/** A processor that a business connects at the processor's own page. */
type LinkedProcessor = PaymentProcessor &
  Required<Pick<PaymentProcessor, 'callbackPath' | 'connectStart' | 'connectFinish'>>

/** A processor that a business connects by its keys. */
type KeyedProcessor = PaymentProcessor & Required<Pick<PaymentProcessor, 'keyFields' | 'connectWithKeys'>>

/** A processor at which accounts are opened from here. */
export type OpeningProcessor = PaymentProcessor &
  Required<Pick<PaymentProcessor, 'openAccount' | 'accountPage'>>

export const isOpening = (adapter: PaymentProcessor): adapter is OpeningProcessor =>
  adapter.openAccount !== undefined && adapter.accountPage !== undefined

export const isLinked = (adapter: PaymentProcessor): adapter is LinkedProcessor =>
  adapter.callbackPath !== undefined &&
  adapter.connectStart !== undefined &&
  adapter.connectFinish !== undefined

export const isKeyed = (adapter: PaymentProcessor): adapter is KeyedProcessor =>
  adapter.keyFields !== undefined && adapter.connectWithKeys !== undefined

/** Returns a processor that has to be connected. Refuses not_found for any other name. */
export function connectable(app: App, provider: string): PaymentProcessor {
  const adapter = app.processors.get(provider)
  if (!adapter || isBuiltIn(adapter)) throw refuse('not_found')
  return adapter
}

/** Returns a processor that is connected at its own page. Refuses not_found for any other name. */
export function linked(app: App, provider: string): LinkedProcessor {
  const adapter = connectable(app, provider)
  if (!isLinked(adapter)) throw refuse('not_found')
  return adapter
}

/** Returns a processor that is connected by keys. Refuses not_found for any other name. */
export function keyed(app: App, provider: string): KeyedProcessor {
  const adapter = connectable(app, provider)
  if (!isKeyed(adapter)) throw refuse('not_found')
  return adapter
}

/** Address of our page to which the processor leads back. */
export const callbackOf = ({ config }: App, { callbackPath }: LinkedProcessor): string =>
  `${config.appOrigin}${callbackPath}`

import type { Connection, PaymentProvider } from '../../../../gateways/payments/port.ts'
import { webhookSecrets } from '../../../../platform/auth/webhook-secrets.ts'
import type { App } from '../../../../platform/context.ts'

/** A processor and the account's connection to it. */
export interface Processor {
  readonly provider: PaymentProvider
  readonly connection: Connection
  /** The business's own id at the processor: whom its answers must name as the recipient. */
  readonly recipient: string
  /** Under which the processor signs what it sends about this connection: the present one first. */
  readonly webhookSecrets: readonly string[]
}

/** The account's way to a processor; null when this process has none of that name. */
export function processorOf(app: App, accountId: string, providerId: string): Processor | null {
  const provider = app.processors.get(providerId)
  return provider ? connected(app, accountId, provider) : null
}

/** Every processor by which the account can be paid. Those that have to be connected first are not among them yet. */
export const processorsOf = (app: App, accountId: string): Processor[] =>
  [...app.processors.values()]
    .filter((provider) => provider.connectStart === undefined)
    .map((provider) => connected(app, accountId, provider))

const connected = (app: App, accountId: string, provider: PaymentProvider): Processor => ({
  provider,
  connection: { accountId },
  recipient: accountId,
  webhookSecrets: webhookSecrets(app.config, provider.id, accountId),
})

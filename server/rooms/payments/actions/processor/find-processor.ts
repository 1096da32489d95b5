import type { Connection, PaymentProvider } from '../../../../gateways/payments/port.ts'
import { webhookSecrets } from '../../../../platform/auth/webhook-secrets.ts'
import type { App } from '../../../../platform/context.ts'

/** A processor and the account's connection to it. */
export interface Processor {
  readonly provider: PaymentProvider
  readonly connection: Connection
  /** The business's own id at the processor. Its reports must name it as the recipient. */
  readonly recipient: string
  /** Secrets that sign the processor's webhooks for this connection, the current one first. */
  readonly webhookSecrets: readonly string[]
}

/** The account's connection to a processor; null when this process has no processor of that name. */
export function processorOf(app: App, accountId: string, providerId: string): Processor | null {
  const provider = app.processors.get(providerId)
  return provider ? connected(app, accountId, provider) : null
}

/** Every processor that the account can use. Excludes processors that need to be connected first. */
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

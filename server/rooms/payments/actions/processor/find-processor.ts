import type { Connection, PaymentProcessor } from '../../../../gateways/payments/port.ts'
import { webhookSecrets } from '../../../../platform/auth/webhook-secrets.ts'
import type { App } from '../../../../platform/context.ts'

/** A processor and the account's connection to it. */
export interface Processor {
  readonly adapter: PaymentProcessor
  readonly connection: Connection
  /** The business's own id at the processor. Its reports must name it as the recipient. */
  readonly recipient: string
  /** Secrets that sign the processor's webhooks for this connection, the current one first. */
  readonly webhookSecrets: readonly string[]
}

/** The account's connection to a processor; null when this process has no processor of that name. */
export function processorOf(app: App, accountId: string, processorId: string): Processor | null {
  const adapter = app.processors.get(processorId)
  return adapter ? connected(app, accountId, adapter) : null
}

/** Every processor that the account can use. Excludes processors that need to be connected first. */
export const processorsOf = (app: App, accountId: string): Processor[] =>
  [...app.processors.values()]
    .filter((adapter) => adapter.connectStart === undefined)
    .map((adapter) => connected(app, accountId, adapter))

const connected = (app: App, accountId: string, adapter: PaymentProcessor): Processor => ({
  adapter,
  connection: { accountId },
  recipient: accountId,
  webhookSecrets: webhookSecrets(app.config, adapter.id, accountId),
})

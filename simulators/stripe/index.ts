import type { AddressInfo } from 'node:net'
import { billingRoutes } from './billing/billing-routes.ts'
import { readBrowserFile } from './browser/browser-files.ts'
import { Pages } from './connect/pages.ts'
import { loadContract } from './contract/load-contract.ts'
import { createControls, type StripeControls } from './controls.ts'
import { accountRoutes } from './resources/accounts.ts'
import { customerRoutes } from './resources/customers.ts'
import { moneyRecordRoutes } from './resources/money-records.ts'
import { paymentIntentRoutes } from './resources/payment-intents.ts'
import { paymentMethodRoutes } from './resources/payment-methods.ts'
import { refundRoutes } from './resources/refunds.ts'
import { setupIntentRoutes } from './resources/setup-intents.ts'
import { webhookEndpointRoutes } from './resources/webhook-endpoints.ts'
import { World } from './state/world.ts'
import { AccountWebhooks } from './webhooks/account-webhooks.ts'
import { WebhookSender } from './webhooks/webhook-sender.ts'
import { StripeApi } from './wire/api.ts'
import { createStripeServer, type StripeExchange } from './wire/stripe-server.ts'

export type { ConnectedAccount, StripeControls } from './controls.ts'
export type { StripeFault } from './wire/faults.ts'
export type { StripeExchange } from './wire/stripe-server.ts'

/** Stripe on this machine: its API, its pages, its webhooks and its script for browsers. */
export interface StripeSimulator {
  /** http://127.0.0.1:port, for the API, for Connect and for the script at /endive/stripe.js. */
  readonly origin: string
  /** Secret key of the platform. */
  readonly apiKey: string
  /** Publishable key of the platform. */
  readonly publishableKey: string
  /** Connect's client id of the platform. */
  readonly clientId: string
  readonly webhookSecret: string
  /** Sends the webhooks of later events to `url`. */
  deliverTo(url: string): void
  readonly controls: StripeControls
  close(): Promise<void>
}

const ROUTES = [
  ...accountRoutes,
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...refundRoutes,
  ...moneyRecordRoutes,
  ...webhookEndpointRoutes,
  ...billingRoutes,
]

/**
 * Starts the simulator on a local port. `now` is the clock in epoch ms; `check` sees every exchange of the API beside
 * the check of the published contract. `adoptsAccounts` opens accounts that an earlier simulator had.
 */
export async function startStripeSimulator(
  options: {
    port?: number
    now?: () => number
    check?: (exchange: StripeExchange) => void
    adoptsAccounts?: boolean
  } = {},
): Promise<StripeSimulator> {
  const world = new World(options.now ?? Date.now, options)
  const api = new StripeApi(world, ROUTES)
  const webhooks = new WebhookSender({ secret: world.webhookSecret, now: () => world.now })
  const accountWebhooks = new AccountWebhooks(world)
  const contract = await loadContract()
  world.onEvent = (event) => {
    contract.checkEvent(event)
    webhooks.accept(event)
    accountWebhooks.accept(event)
  }
  const server = createStripeServer({
    api,
    pages: new Pages(world),
    readFile: (path) => readBrowserFile(world, path),
    onExchange(exchange) {
      contract.checkExchange(exchange)
      options.check?.(exchange)
    },
    onDefect: (error) =>
      contract.report(`Defect of the simulator: ${error instanceof Error ? error.stack : String(error)}`),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: world.origin,
    apiKey: world.apiKey,
    publishableKey: world.platform.publishableKey,
    clientId: world.clientId,
    webhookSecret: world.webhookSecret,
    deliverTo: (url) => webhooks.deliverTo(url),
    controls: createControls(world, api, { webhooks, accountWebhooks }, contract.violations),
    async close() {
      webhooks.close()
      accountWebhooks.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { loadContract } from './contract/load-contract.ts'
import { type Controls, createControls } from './controls.ts'
import { answerCheckout } from './pages/checkout.ts'
import { answerConsent } from './pages/consent.ts'
import type { PageReply } from './pages/html.ts'
import { captureRoutes } from './resources/captures.ts'
import { disputeRoutes } from './resources/disputes.ts'
import { orderRoutes } from './resources/orders.ts'
import { partnerRoutes } from './resources/partners.ts'
import { reportingRoutes } from './resources/reporting.ts'
import { vaultRoutes } from './resources/vault.ts'
import { webhookRoutes } from './resources/webhooks.ts'
import { World } from './state/world.ts'
import { type Certificate, createCertificate } from './webhooks/certificate.ts'
import { WebhookSender } from './webhooks/webhook-sender.ts'
import { type ApiRequest, PayPalApi } from './wire/api.ts'
import { createPayPalServer, type PayPalExchange } from './wire/server.ts'

export type { Business } from './state/business.ts'
export type { Funding } from './state/wire-types.ts'
export type { PayPalFault } from './wire/faults.ts'

/** PayPal on this machine: its REST interface, its pages, its webhooks and its script for browsers. */
export interface PayPalSimulator {
  /** http://127.0.0.1:port, for the interface and for the script at /sdk/js. */
  readonly origin: string
  /** Keys of the partner. */
  readonly partner: { readonly clientId: string; readonly secret: string; readonly partnerId: string }
  readonly controls: Controls
  close(): Promise<void>
}

const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-simulated'
const SCRIPT = join(import.meta.dirname, 'browser', 'sdk.js')

/**
 * Starts the simulator on a local port. `now` is the clock in epoch ms. `acceptsAnyKeys` opens a business for keys that it does
 * not know.
 */
export async function startPayPalSimulator(
  options: { port?: number; now?: () => number; acceptsAnyKeys?: boolean } = {},
): Promise<PayPalSimulator> {
  const world = new World(options.now ?? Date.now)
  world.switches.acceptsAnyKeys = options.acceptsAnyKeys ?? false
  const contract = await loadContract()
  const certificate = createCertificate('messageverificationcerts.paypal.example', world.nowMs)
  const webhooks = new WebhookSender({
    certificate,
    certificateUrl: () => `${world.origin}${CERTIFICATE_PATH}`,
    now: () => world.nowMs,
  })
  world.onEvent = (event, receivers) => {
    contract.checkEvent(event)
    webhooks.accept(event, receivers)
  }
  const api = new PayPalApi(world, [
    ...orderRoutes,
    ...captureRoutes,
    ...disputeRoutes,
    ...vaultRoutes,
    ...partnerRoutes,
    ...reportingRoutes,
    ...webhookRoutes((transmission, json) => webhooks.isGenuine(transmission, json)),
  ])
  const server = createPayPalServer({
    api,
    answerPage: (request) => answerPage(world, request),
    readFile: (path) => (isRefused(api, path) ? null : readFile(certificate, path)),
    onExchange: (exchange: PayPalExchange) => contract.checkExchange(exchange),
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
    partner: world.partner,
    controls: createControls(world, api, webhooks, contract.violations),
    async close() {
      webhooks.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A fault may keep the certificate back. */
const isRefused = (api: PayPalApi, path: string): boolean =>
  path === CERTIFICATE_PATH && api.faults.take('GET', path) !== undefined

function readFile(certificate: Certificate, path: string): { type: string; body: string } | null {
  if (path === CERTIFICATE_PATH) return { type: 'application/x-pem-file', body: certificate.text }
  if (path === '/sdk/js')
    return { type: 'text/javascript; charset=utf-8', body: readFileSync(SCRIPT, 'utf8') }
  return null
}

function answerPage(world: World, { method, path, query, body }: ApiRequest): PageReply | null {
  const form = new URLSearchParams(method === 'POST' ? body : query)
  const decision = method === 'POST' ? (form.get('decision') ?? '') : null
  if (path === '/checkoutnow') return answerCheckout(world, form, decision)
  const code = /^\/merchantsignup\/(\w+)$/.exec(path)?.[1]
  return code === undefined ? null : answerConsent(world, code, decision)
}

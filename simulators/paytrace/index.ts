import type { AddressInfo } from 'node:net'
import { createControls, type PayTraceControls } from './controls.ts'
import { merchantPage } from './merchant-page.ts'
import { cardRoutes } from './resources/card-transactions.ts'
import { checkRoutes } from './resources/checks.ts'
import { customerRoutes } from './resources/customers.ts'
import { exportRoutes } from './resources/exports.ts'
import { createMerchantKeys, type MerchantKeys, World } from './state/world.ts'
import { FaultQueue } from './wire/faults.ts'
import { createPayTraceServer, type PayTraceExchange } from './wire/paytrace-server.ts'

export type { PayTraceControls } from './controls.ts'
export { createMerchantKeys, type MerchantKeys } from './state/world.ts'
export type { PayTraceFault } from './wire/faults.ts'

/** PayTrace on this machine: its API for one merchant. */
export interface PayTraceSimulator {
  /** http://127.0.0.1:port */
  readonly origin: string
  readonly userName: string
  readonly password: string
  readonly integratorId: string
  /** PEM of the key with which browsers encrypt a card's number. */
  readonly publicKey: string
  readonly controls: PayTraceControls
  close(): Promise<void>
}

/**
 * Starts the simulator on a local port. `now` is the clock in epoch ms; `keys` are the merchant's, new ones by default.
 * `settlesAfterMs`: time until a card sale settles, a day by default.
 */
export async function startPayTraceSimulator(
  options: {
    port?: number
    now?: () => number
    keys?: MerchantKeys
    password?: string
    settlesAfterMs?: number
  } = {},
): Promise<PayTraceSimulator> {
  const world = new World(
    options.now ?? Date.now,
    options.keys ?? createMerchantKeys(),
    options.password ?? 'a-merchants-password',
    options.settlesAfterMs,
  )
  const [faults, violations, exchanges] = [new FaultQueue(), [] as string[], [] as PayTraceExchange[]]
  const server = createPayTraceServer({
    world,
    routes: [...cardRoutes, ...customerRoutes, ...checkRoutes, ...exportRoutes],
    faults,
    page: () => merchantPage(world),
    onExchange: (exchange) => exchanges.push(exchange),
    onViolation: (message) => violations.push(message),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    userName: world.userName,
    password: world.password,
    integratorId: world.integratorId,
    publicKey: world.keys.publicKey,
    controls: createControls(world, faults, { violations, exchanges }),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

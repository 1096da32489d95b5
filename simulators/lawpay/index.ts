import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FaultQueue, type StripeFault } from '../stripe/wire/faults.ts'
import { EventSender } from './send-events.ts'
import { type Serving, serve } from './serve.ts'
import { type Firm, World } from './world.ts'

/** LawPay on this machine: OAuth, payments, events and the script of the hosted fields. */
export interface LawPaySimulator {
  /** http://127.0.0.1:port, for all of LawPay’s addresses. */
  readonly origin: string
  readonly clientId: string
  readonly clientSecret: string
  readonly controls: LawPayControls
  close(): Promise<void>
}

export interface LawPayControls {
  /** Requests that LawPay does not document. */
  readonly violations: readonly string[]
  /** Number of calls by method and path, such as 'POST /v1/charges'. */
  readonly calls: ReadonlyMap<string, number>
  readonly events: EventSender
  /** The keys that a firm sees in its account. */
  keysOf(firmId: string): Pick<Firm, 'publicKey' | 'secretKey'>
  setLatency(ms: number): void
  failNext(fault: StripeFault): void
  clearFaults(): void
  /** The firm ends the access of Quittance at LawPay. */
  revoke(firmId: string): void
  /** Lets banks pay or return what is due. */
  settleDue(): void
  /** Ids of the events about an object. */
  eventsOf(objectId: string): string[]
}

/** Starts the simulator on a local port. `now` is the clock in epoch ms. */
export async function startLawPaySimulator(
  options: { port?: number; now?: () => number } = {},
): Promise<LawPaySimulator> {
  const world = new World(options.now ?? Date.now)
  const events = new EventSender(world)
  const faults = new FaultQueue()
  let latencyMs = 0
  const serving: Serving = {
    world,
    faults,
    calls: new Map(),
    violations: [],
    latencyMs: () => latencyMs,
  }
  const server = createServer((request, reply) => {
    serve(serving, request, reply).catch((error: unknown) => {
      serving.violations.push(
        `Defect of the simulator: ${error instanceof Error ? error.stack : String(error)}`,
      )
      reply.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: world.origin,
    clientId: world.clientId,
    clientSecret: world.clientSecret,
    controls: {
      violations: serving.violations,
      calls: serving.calls,
      events,
      keysOf: (firmId) => world.firms.get(firmId)!,
      setLatency: (ms) => {
        latencyMs = ms
      },
      failNext: (fault) => faults.add(fault),
      clearFaults: () => faults.clear(),
      revoke: (firmId) => {
        world.firms.get(firmId)!.connected = false
      },
      settleDue: () => world.settleDue(),
      eventsOf: (objectId) =>
        [...world.events.values()].filter((event) => event.objectId === objectId).map(({ id }) => id),
    },
    async close() {
      await events.idle()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Environment variables that lead the product to a simulator. */
export const lawPayEnvironment = ({ origin, clientId, clientSecret }: LawPaySimulator) => ({
  LAWPAY_CLIENT_ID: clientId,
  LAWPAY_CLIENT_SECRET: clientSecret,
  LAWPAY_TEST_ACCOUNTS: 'on',
  LAWPAY_OAUTH_URL: origin,
  LAWPAY_PLATFORM_URL: origin,
  LAWPAY_API_URL: origin,
  LAWPAY_SCRIPT_URL: `${origin}/hostedfields/1.5.3/fieldGen_1.5.3.js`,
})

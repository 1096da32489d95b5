import type { FastifyReply, FastifyRequest } from 'fastify'
import { noInjectedFaults } from '../proof/simulation/world/injected-faults.ts'
import { watchConnections } from '../proof/simulation/world/watch-connections.ts'
import { createServer } from '../server/main/create-server.ts'
import type { App } from '../server/platform/context.ts'
import { openPool } from '../server/platform/db/pool.ts'
import type { TestServer } from './test-server.ts'

type Body = string | Buffer

/** A deliberate fault, injected from outside: the product has no switch for it. */
export interface Fault {
  /** Runs first, when only the headers of a request have arrived. */
  readonly first?: (request: FastifyRequest) => void
  /** Runs before the route, once the body was read. A reply that is sent here and returned replaces the route's own. */
  readonly before?: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Changes a finished response. A returned text or buffer replaces its body. */
  readonly after?: (request: FastifyRequest, reply: FastifyReply, body: Body) => unknown
  /** Rewrites the SQL that the product sends. */
  readonly rewrite?: (statement: string) => string
  /** Replaces parts of the app. */
  readonly parts?: (app: App) => Partial<App>
}

export interface FaultyServer extends TestServer {
  /** Injects this fault and removes the previous one. */
  setFault(fault: Fault): void
}

/**
 * Creates another server on the data of `test`. It is correct until a fault is injected, which shows that a check
 * detects the fault. The caller closes it.
 */
export async function createFaultyServer(
  test: TestServer,
  options: Parameters<typeof createServer>[1] = { pages: false },
  /** Connections to share. By default the server opens its own; `rewrite` has no effect on shared ones. */
  shared?: App['db'],
): Promise<FaultyServer> {
  let fault: Fault = {}
  let parts: Partial<App> = {}
  const opened = openPool({ ...test.ownerConfig, options: '-c role=quittance_app' }, { size: 4 }, () => {})
  watchConnections(
    opened.pool,
    noInjectedFaults(),
    (text) => fault.rewrite?.(text) ?? text,
    () => {},
  )
  const own = { ...test.app, db: shared ?? opened.db }
  const app = new Proxy<App>(own, {
    get: (target, name) => Reflect.get(parts, name) ?? Reflect.get(target, name),
  })
  const server = await createServer(app, options)
  server.addHook('onRequest', async (request) => fault.first?.(request))
  server.addHook('preHandler', async (request, reply) => {
    const done = fault.before?.(request, reply)
    // Awaiting a reply waits until it is sent, so it is returned instead: Fastify then skips the route.
    if (done === reply) return reply
    await done
    return reply.sent ? reply : undefined
  })
  server.addHook('onSend', async (request, reply, body) => {
    const done = fault.after?.(request, reply, body as Body)
    const changed = done === reply ? undefined : await done
    return typeof changed === 'string' || Buffer.isBuffer(changed) ? changed : body
  })
  await server.ready()
  return {
    ...test,
    app,
    server,
    setFault(next) {
      fault = next
      parts = next.parts?.(own) ?? {}
    },
    async close() {
      await server.close()
      await opened.close()
    },
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { noInjectedFaults } from '../proof/simulation/world/injected-faults.ts'
import { watchConnections } from '../proof/simulation/world/watch-connections.ts'
import { createServer } from '../server/main/create-server.ts'
import type { App } from '../server/platform/context.ts'
import { openPool } from '../server/platform/db/pool.ts'
import type { TestServer } from './test-server.ts'

type Body = string | Buffer

/** What is made wrong on purpose, from outside: none of it has a switch in the product. */
export interface Mistake {
  /** Done before anything else, when only the head of a request is there. */
  readonly first?: (request: FastifyRequest) => void
  /** Done before a route's own work, once the request was read; a reply that is sent here, and returned, is the answer. */
  readonly before?: (request: FastifyRequest, reply: FastifyReply) => unknown
  /** Changes a finished answer; a text or bytes take the place of its body. */
  readonly after?: (request: FastifyRequest, reply: FastifyReply, body: Body) => unknown
  /** Changes what the product says to its database. */
  readonly rewrite?: (statement: string) => string
  /** Parts of the product that are others. */
  readonly parts?: (app: App) => Partial<App>
}

export interface FaultyServer extends TestServer {
  /** From now on it is wrong in this, and in nothing else. */
  make(mistake: Mistake): void
}

/**
 * One more server on the data of `test`, right until a mistake is made in it, so that whatever judges the other one has
 * something to notice. Whoever opens it closes it.
 */
export async function createFaultyServer(
  test: TestServer,
  options: Parameters<typeof createServer>[1] = { pages: false },
  /** Whose connections it uses, so that nothing it says can be changed; its own ones unless told otherwise. */
  shared?: App['db'],
): Promise<FaultyServer> {
  let mistake: Mistake = {}
  let parts: Partial<App> = {}
  const opened = openPool({ ...test.ownerConfig, options: '-c role=quittance_app' }, 4, () => {})
  watchConnections(
    opened.pool,
    noInjectedFaults(),
    (text) => mistake.rewrite?.(text) ?? text,
    () => {},
  )
  const own = { ...test.app, db: shared ?? opened.db }
  const app = new Proxy<App>(own, {
    get: (target, name) => Reflect.get(parts, name) ?? Reflect.get(target, name),
  })
  const server = await createServer(app, options)
  server.addHook('onRequest', async (request) => mistake.first?.(request))
  server.addHook('preHandler', async (request, reply) => {
    const done = mistake.before?.(request, reply)
    // Whoever waits for a reply waits until it is sent, and then the route has nothing left to do.
    if (done === reply) return reply
    await done
    return reply.sent ? reply : undefined
  })
  server.addHook('onSend', async (request, reply, body) => {
    const done = mistake.after?.(request, reply, body as Body)
    const changed = done === reply ? undefined : await done
    return typeof changed === 'string' || Buffer.isBuffer(changed) ? changed : body
  })
  await server.ready()
  return {
    ...test,
    app,
    server,
    make(made) {
      mistake = made
      parts = made.parts?.(own) ?? {}
    },
    async close() {
      await server.close()
      await opened.close()
    },
  }
}

import { type AddressInfo, createServer as createListener, Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * An event loop accepts one connection per turn from each listening socket (libuv/libuv#3696), and under load
 * a turn lasts as long as all the answers due in it. With one socket, a new connection waits for seconds only
 * to be refused as busy. So several sockets listen at one address, and the kernel distributes connections
 * among them.
 */
const LISTENERS = process.platform === 'linux' ? 16 : 1

/** Connections that may wait at each socket. The kernel drops others, which retry after a second or more. */
const BACKLOG = 1024

/** Open listening sockets. */
export interface Listening {
  /**
   * Closes them; every later answer ends its connection. Resolves when all connections have ended, and leaves idle ones
   * open: a proxy may be sending a request on one, and repeats none that could have been served already.
   */
  stop(): Promise<void>
}

/**
 * Listens with several sockets that share the load. Throws EADDRINUSE when another process listens there,
 * also one that would share the address.
 */
export async function startListening(
  server: FastifyInstance,
  at: { readonly port: number; readonly host: string },
): Promise<Listening> {
  let stopping = false
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
  const stopOn = (listeners: readonly Server[]): Listening => ({
    async stop() {
      stopping = true
      await Promise.all([...listeners, server.server].map(closed))
    },
  })
  if (LISTENERS === 1) {
    await server.listen({ ...at, backlog: BACKLOG })
    return stopOn([])
  }
  await refuseTaken(at)
  const shared = { ...at, backlog: BACKLOG, reusePort: true }
  await server.listen(shared)
  const more: Server[] = []
  for (const { address: host, port } of server.addresses() as AddressInfo[])
    for (let n = 1; n < LISTENERS; n++) {
      more.push(await listening(addListener(server), { ...shared, host, port }))
    }
  return stopOn(more)
}

/** Detects other listeners: a sharing socket accepts them, an exclusive one fails. */
async function refuseTaken(at: { readonly port: number; readonly host: string }): Promise<void> {
  await closed(await listening(createListener(), at))
}

/** Passes connections on, with the settings of Node's HTTP server. */
const addListener = (server: FastifyInstance): Server =>
  createListener({ allowHalfOpen: true, noDelay: true }, (socket) => server.server.emit('connection', socket))

function listening(listener: Server, options: object): Promise<Server> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject).listen(options, () => resolve(listener))
  })
}

/** Stops accepting, and resolves when the connections have ended. Node's HTTP server would close idle ones at once. */
const closed = (listener: Server): Promise<void> =>
  new Promise((resolve) => Server.prototype.close.call(listener, () => resolve()))

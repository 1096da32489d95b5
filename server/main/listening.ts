import { type AddressInfo, createServer as createListener, type Server } from 'node:net'
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

/** Closes every listening socket and resolves when their connections have ended. */
export type StopListening = () => Promise<void>

/**
 * Listens with several sockets that share the load. Throws EADDRINUSE when another process listens there,
 * also one that would share the address.
 */
export async function startListening(
  server: FastifyInstance,
  at: { readonly port: number; readonly host: string },
): Promise<StopListening> {
  if (LISTENERS === 1) {
    await server.listen({ ...at, backlog: BACKLOG })
    return async () => server.close()
  }
  await refuseTaken(at)
  const shared = { ...at, backlog: BACKLOG, reusePort: true }
  await server.listen(shared)
  const more: Server[] = []
  for (const { address: host, port } of server.addresses() as AddressInfo[])
    for (let n = 1; n < LISTENERS; n++) {
      more.push(await listening(addListener(server), { ...shared, host, port }))
    }
  return async () => {
    await Promise.all([...more.map(closed), server.close()])
  }
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

const closed = (listener: Server): Promise<void> => new Promise((resolve) => listener.close(() => resolve()))

import { type AddressInfo, createServer as createListener, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * An event loop accepts one connection a turn from each socket that listens (libuv/libuv#3696), and under load
 * a turn takes as long as all the answers that are due in it. With one socket, whoever comes with a connection of their
 * own then waits for seconds only to be told that the server is busy. So several listen at one address, and the kernel
 * shares out who comes.
 */
const LISTENERS = process.platform === 'linux' ? 16 : 1

/** Who may wait to be accepted, at each socket. The kernel drops the others, who try again a second and more later. */
const BACKLOG = 1024

/** Closes every socket that listens, and resolves when the connections that came by them have ended. */
export type StopListening = () => Promise<void>

/**
 * Listens where `at` says, by as many sockets as share out the load. Throws EADDRINUSE when another process listens there,
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
      more.push(await listening(anotherDoor(server), { ...shared, host, port }))
    }
  return async () => {
    await Promise.all([...more.map(closed), server.close()])
  }
}

/** A socket that shares its address finds no fault with others that do; one that shares with nobody does. */
async function refuseTaken(at: { readonly port: number; readonly host: string }): Promise<void> {
  await closed(await listening(createListener(), at))
}

/** Hands over who comes, with the settings that Node's HTTP server gives to its own connections. */
const anotherDoor = (server: FastifyInstance): Server =>
  createListener({ allowHalfOpen: true, noDelay: true }, (socket) => server.server.emit('connection', socket))

function listening(listener: Server, options: object): Promise<Server> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject).listen(options, () => resolve(listener))
  })
}

const closed = (listener: Server): Promise<void> => new Promise((resolve) => listener.close(() => resolve()))

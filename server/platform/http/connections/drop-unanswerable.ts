import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Drops a request that arrives on a connection whose last answer was already sent, such as one that timed out while
 * the request was on its way. Nobody would get its answer, and browsers repeat it on another connection: a write
 * that ran here would run twice. Also drops a request on a connection in `ending`, whose last answer is still being
 * sent. Must be the first hook.
 */
export function dropUnanswerable(server: FastifyInstance, ending: WeakSet<Socket>): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const isOver = socket.writableEnded || socket.destroyed
    if (!isOver && !ending.has(socket)) return done()
    reply.hijack()
    if (isOver) socket.destroy()
  })
}

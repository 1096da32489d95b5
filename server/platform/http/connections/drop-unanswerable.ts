import type { FastifyInstance } from 'fastify'

/**
 * Drops a request that arrives on a connection whose last answer was already sent, such as one that timed out while
 * the request was on its way. Nobody would get its answer, and browsers repeat it on another connection: a write
 * that ran here would run twice. Must be the first hook.
 */
export function dropUnanswerable(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    if (!socket.writableEnded && !socket.destroyed) return done()
    reply.hijack()
    socket.destroy()
  })
}
